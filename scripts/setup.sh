# Shared by the scripts: finds or installs what they need on Debian or Ubuntu. Source it from the
# root of the repository. Everything is checked first, so that a second run costs nothing.

set -euo pipefail

say() { printf '== %s\n' "$*" >&2; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# need_packages PACKAGE...: installs the Debian packages that are missing.
need_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
      missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return
  say "installing ${missing[*]}"
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "${missing[@]}" >/dev/null
}

# The web tools want Node 20.19 or newer. Where the system has an older one or none, a copy from
# the npm registry goes to build/node.
need_node() {
  local have
  have=$(node --version 2>/dev/null || echo v0)
  if ! printf 'v20.19.0\n%s\n' "$have" | sort -VC; then
    local bin="$PWD/build/node/node_modules/node-linux-$(node_machine)/bin"
    if [ ! -x "$bin/node" ]; then
      command -v npm >/dev/null || need_packages npm
      say "fetching Node 20 into build/node"
      mkdir -p build/node
      npm install --silent --no-audit --no-fund --prefix build/node \
        "node-linux-$(node_machine)@20" >/dev/null
    fi
    export PATH="$bin:$PATH"
  fi
  command -v npm >/dev/null || need_packages npm
}

node_machine() {
  case "$(uname -m)" in
    aarch64) echo arm64 ;;
    *) echo x64 ;;
  esac
}

# Highway 1.2 in build/highway: Debian 12 has 1.0.3, which lacks f64 under WebAssembly. The source
# package of Debian 13 is fetched into a private list folder; the machine's apt stays as it is.
HIGHWAY_SHA256=7e0be78b8318e8bdbf6fa545d2ecb4c90f947df03f7aadc42c1967f019e63343
need_highway() {
  [ -f build/highway/hwy/highway.h ] && return
  need_packages dpkg-dev ca-certificates
  say "fetching Highway 1.2.0"
  local work
  work=$(mktemp -d)
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/sources"
  local mirror
  # Debian writes its mirror in one of two forms, in one of several files.
  mirror=$(cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list \
    /etc/apt/sources.list 2>/dev/null |
    sed -nE 's/^URIs: *([^ ]*debian\/?)( .*)?$/\1/p
             s/^deb (\[[^]]*\] )?([^ ]*debian\/?) .*/\2/p' | sed -n 1p || true)
  cat >"$work/sources/highway.sources" <<EOF
Types: deb-src
URIs: ${mirror:-http://deb.debian.org/debian}
Suites: trixie
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
EOF
  local options=(-o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$work/sources"
    -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root -qq)
  apt-get "${options[@]}" update
  (cd "$work" && apt-get "${options[@]}" source --download-only highway)
  echo "$HIGHWAY_SHA256  $(echo "$work"/highway_*.orig.tar.*)" | sha256sum --check --quiet
  mkdir -p build/highway
  tar -xf "$work"/highway_*.orig.tar.* -C build/highway --strip-components=1 \
    --wildcards '*/hwy/*' '*/LICENSE*'
  rm -rf "$work"
}

need_native_tools() {
  need_packages g++ cmake ninja-build nlohmann-json3-dev googletest python3 ca-certificates
  need_highway
}

need_wasm_tools() {
  need_packages emscripten
  need_node
}

need_web_tools() {
  need_node
  if [ ! -f web/node_modules/.package-lock.json ] ||
    [ web/package-lock.json -nt web/node_modules/.package-lock.json ]; then
    say "installing the web packages"
    (cd web && npm ci --silent --no-audit --no-fund)
    touch web/node_modules/.package-lock.json
  fi
}

launcher() { command -v ccache >/dev/null && echo -DCMAKE_CXX_COMPILER_LAUNCHER=ccache || true; }

# build_tree PRESET [TARGET...]: configures once, then builds.
build_tree() {
  local preset=$1
  shift
  if [ ! -f "build/$preset/build.ninja" ]; then
    say "configuring $preset"
    # shellcheck disable=SC2046
    cmake --preset "$preset" $(launcher) >/dev/null
  fi
  say "building $preset"
  ninja -C "build/$preset" --quiet "$@"
}

# build_page THREADS: module and everything else in web/dist; with "yes" the module with threads,
# too. Skipped when nothing it is made of changed.
build_page() {
  local threads=$1 stamp=web/dist/.built modules=(build/wasm/bin/hlo.{mjs,wasm})
  build_tree wasm hlo_module
  if [ "$threads" = yes ]; then
    build_tree wasm-threads hlo_module
    modules+=(build/wasm-threads/bin/hlo-threads.{mjs,wasm,worker.js})
  fi
  if [ "$(cat "$stamp" 2>/dev/null)" = "threads: $threads" ] &&
    [ -z "$(find web "${modules[@]}" -newer "$stamp" -type f \
    -not -path 'web/dist/*' -not -path 'web/node_modules/*' -not -path 'web/src/engine/wasm/*' \
    -not -path 'web/src/generated/*' -print -quit)" ]; then
    return
  fi
  say "building the page"
  (cd web && HLO_THREADS=$threads npm run --silent build)
  echo "threads: $threads" >"$stamp"
}
