# Shared by the scripts: installs or lists the tools that they need, and builds. Source it from the
# root of the repository. Every step checks first whether it has work to do, so a second run is fast.
#
# Debian and Ubuntu: missing packages are installed by apt. Other systems: all missing tools are
# listed with their packages before the build starts.

set -euo pipefail

# Prints a stage with the time since the script started.
say() { printf '== %d:%02d %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$*" >&2; }
fail() {
  printf 'error: %s\n' "$1" >&2
  shift
  [ $# = 0 ] || printf '  %s\n' "$@" >&2
  exit 1
}

has_apt() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }

# Only the system's python3 is certain to find the modules that apt installs.
if has_apt && [ -x /usr/bin/python3 ]; then PYTHON=/usr/bin/python3; else PYTHON=python3; fi
export EMSDK_PYTHON=$PYTHON  # a python3 of pyenv takes .1 s more to start, at each call of em++

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# ---- packages, with apt ----

# missing_packages PACKAGE...: prints the packages that are not installed, one per line.
missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || echo "$package"
  done
}

# need_packages PACKAGE...: installs missing Debian packages.
need_packages() {
  local missing
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} = 0 ] && return
  if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
    fail "packages are missing, and their installation requires root or sudo" \
      "run as root: apt-get install --no-install-recommends ${missing[*]}"
  fi
  say "installing ${missing[*]}"
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "${missing[@]}" >/dev/null ||
    fail "apt-get failed to install ${missing[*]} (see its messages above)" \
      "check the package mirror in /etc/apt/sources.list and /etc/apt/sources.list.d"
}

# want_package PACKAGE: installs it if apt has it; otherwise reports that and returns false.
want_package() {
  has_apt || return 1
  [ -z "$(missing_packages "$1")" ] && return
  as_root apt-get update -qq
  local policy
  policy=$(LC_ALL=C apt-cache policy "$1")
  if [[ $policy != *'Candidate: '[0-9]* ]]; then
    say "apt has no package $1; steps that need it are skipped"
    return 1
  fi
  need_packages "$1"
}

# ---- tools, without apt ----

# need_tools NAME...: lists the missing tools with their packages, and exits if there are any.
need_tools() {
  local name lines=()
  for name in "$@"; do
    has_tool "$name" || lines+=("$(tool_packages "$name")")
  done
  [ ${#lines[@]} = 0 ] && return
  fail "these tools are missing (apt-get is not available to install them):" "${lines[@]}"
}

has_header() {
  local folder
  for folder in /usr/include /usr/local/include /opt/homebrew/include; do
    [ -f "$folder/$1" ] && return
  done
  return 1
}

has_tool() {
  case "$1" in
    c++) command -v g++ >/dev/null || command -v clang++ >/dev/null ;;
    nlohmann-json) has_header nlohmann/json.hpp ;;
    protozero) has_header protozero/pbf_reader.hpp ;;
    googletest) has_header gtest/gtest.h || [ -f /usr/src/googletest/CMakeLists.txt ] ;;
    jsonschema) "$PYTHON" -c 'import jsonschema' 2>/dev/null ;;
    node) is_node_new_enough ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

tool_packages() {
  local dnf pacman brew
  case "$1" in
    c++) dnf=gcc-c++ pacman=gcc brew=llvm ;;
    cmake) dnf=cmake pacman=cmake brew=cmake ;;
    ninja) dnf=ninja-build pacman=ninja brew=ninja ;;
    python3) dnf=python3 pacman=python brew=python ;;
    nlohmann-json) dnf=json-devel pacman=nlohmann-json brew=nlohmann-json ;;
    protozero) dnf=protozero-devel pacman=protozero brew=protozero ;;
    googletest) dnf=gtest-devel pacman=gtest brew=googletest ;;
    jsonschema) dnf=python3-jsonschema pacman=python-jsonschema brew="none: pip3 install jsonschema" ;;
    git | curl) dnf=$1 pacman=$1 brew=$1 ;;
    emcc) dnf=emscripten pacman=emscripten brew=emscripten ;;
    node) dnf=nodejs pacman=nodejs brew=node ;;
    npm) dnf=nodejs-npm pacman=npm brew=node ;;
  esac
  echo "$1: dnf $dnf, pacman $pacman, brew $brew"
}

# ---- Node ----

NODE_MINIMUM=20.19.0

is_node_new_enough() {
  local have
  have=$(node --version 2>/dev/null) || return 1
  printf 'v%s\n%s\n' "$NODE_MINIMUM" "$have" | sort -VC
}

# If the system has no Node, or one that is too old for the web tools, a copy from the npm registry is
# installed in build/node.
need_node() {
  command -v npm >/dev/null || need_packages npm
  is_node_new_enough && return
  local bin="$PWD/build/node/node_modules/node-linux-$(node_machine)/bin"
  if [ ! -x "$bin/node" ]; then
    say "fetching Node 20 into build/node"
    mkdir -p build/node
    npm install --loglevel=error --no-audit --no-fund --prefix build/node \
      "node-linux-$(node_machine)@20" >/dev/null
  fi
  export PATH="$bin:$PATH"
}

node_machine() {
  case "$(uname -m)" in
    aarch64) echo arm64 ;;
    *) echo x64 ;;
  esac
}

# ---- Highway ----

# The sources of Highway 1.2 in build/highway: Debian 12 and Ubuntu 24.04 have older versions, which
# lack f64 in WebAssembly. Debian 13's source package is fetched from the configured Debian mirror with
# a private list folder, which leaves the configuration of apt unchanged.
HIGHWAY_SHA256=7e0be78b8318e8bdbf6fa545d2ecb4c90f947df03f7aadc42c1967f019e63343

# The mirror is written in one of two forms, in one of several files.
debian_mirror() {
  cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list \
    /etc/apt/sources.list 2>/dev/null |
    sed -nE 's/^URIs: *([^ ]*debian\/?)( .*)?$/\1/p
             s/^deb (\[[^]]*\] )?([^ ]*debian\/?) .*/\2/p' | sed -n 1p || true
}

need_highway() {
  [ -f build/highway/hwy/highway.h ] && return
  local mirror
  mirror=$(debian_mirror)
  if [ -z "$mirror" ]; then
    say "apt has no Debian mirror; CMake downloads the release of Highway 1.2.0"
    return
  fi
  need_packages dpkg-dev ca-certificates debian-archive-keyring
  say "fetching Highway 1.2.0"
  local work
  work=$(mktemp -d)
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/sources"
  cat >"$work/sources/highway.sources" <<EOF
Types: deb-src
URIs: $mirror
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

# ---- tools of the scripts ----

need_native_tools() {
  if ! has_apt; then return; fi
  need_packages g++ cmake ninja-build nlohmann-json3-dev libprotozero-dev zlib1g-dev libgtest-dev \
    googletest python3 ca-certificates
  need_highway
}

need_wasm_tools() {
  if ! has_apt; then return; fi
  need_packages emscripten
  need_node
}

# need_all_tools NAME...: without apt, checks all tools at once, including NAME... .
need_all_tools() {
  if ! has_apt; then
    need_tools c++ cmake ninja python3 nlohmann-json protozero googletest emcc node npm "$@"
  fi
  need_native_tools
  need_wasm_tools
}

need_web_tools() {
  if [ ! -f web/node_modules/.package-lock.json ] ||
    [ web/package-lock.json -nt web/node_modules/.package-lock.json ]; then
    say "installing the web packages"
    (cd web && npm ci --loglevel=error --no-audit --no-fund)
    touch web/node_modules/.package-lock.json
  fi
}

# Installs clang-format 14, or returns false: Debian 13 has only newer versions, which format
# differently.
want_clang_format() {
  command -v clang-format-14 >/dev/null && return
  if command -v clang-format >/dev/null && clang-format --version | grep -q 'version 14\.'; then return; fi
  want_package clang-format-14
}

# Installs Chromium for the browser tests, or returns false.
want_chromium() {
  [ -n "${CHROMIUM:-}" ] && return
  local path
  for path in /usr/bin/chromium /usr/bin/google-chrome; do
    [ -x "$path" ] && return
  done
  want_package chromium
}

# Installs the browsers of the page's stories. The tests skip those that are missing.
want_browsers() {
  want_chromium || true
  local package
  for package in firefox-esr webkit2gtk-driver xvfb; do want_package $package || true; done
}

# ---- building ----

# ccache, with the settings that precompiled headers need.
launcher() {
  command -v ccache >/dev/null || return 0
  echo '-DCMAKE_CXX_COMPILER_LAUNCHER=env;CCACHE_SLOPPINESS=pch_defines,time_macros;ccache'
}

# Warnings are errors with the tested compilers; newer ones may have more warnings.
werror() {
  local version
  case "$1" in
    wasm*) version=$(emcc --version | sed -nE '1s/.* ([0-9]+\.[0-9.]+).*/emcc \1/p') ;;
    *) version="$(compiler_name) $("${CXX:-c++}" -dumpversion | sed -E 's/\..*//')" ;;
  esac
  case "$version" in
    'emcc 3.1.6' | 'emcc 3.1.69' | 'g++ '1[2-5] | 'clang '1[4-9]) echo -DHLO_WERROR=ON ;;
    *) say "the project is not tested with $version, so warnings are not errors" ;;
  esac
}

compiler_name() {
  if "${CXX:-c++}" --version | grep -qi clang; then echo clang; else echo g++; fi
}

# build_tree PRESET [TARGET...]: configures once, then builds.
build_tree() {
  local preset=$1
  shift
  if [ ! -f "build/$preset/build.ninja" ]; then
    say "configuring $preset"
    # shellcheck disable=SC2046
    cmake --preset "$preset" $(launcher) $(werror "$preset") >/dev/null
  fi
  say "building $preset"
  ninja -C "build/$preset" --quiet "$@"
}

# build_page THREADS: builds the modules and web/dist; "yes" also builds the module with threads.
# Skipped if no input has changed.
build_page() {
  local threads=$1 stamp=web/dist/.built modules=(build/wasm/bin/hlo{,-full,-import}.{mjs,wasm})
  build_tree wasm hlo_module hlo_full_module hlo_import_module hlo_export_module
  if [ "$threads" = yes ]; then
    build_tree wasm-threads hlo_module
    modules+=(build/wasm-threads/bin/hlo-threads.*)
  fi
  if [ "$(cat "$stamp" 2>/dev/null)" = "threads: $threads" ] &&
    [ -z "$(find web docs/reference conformance/vectors "${modules[@]}" -newer "$stamp" -type f \
    -not -path 'web/dist/*' -not -path 'web/node_modules/*' -not -path 'web/src/engine/wasm/*' \
    -not -path 'web/src/generated/*' -print -quit)" ]; then
    return
  fi
  say "building the page"
  (cd web && HLO_THREADS=$threads npm run --silent build)
  echo "threads: $threads" >"$stamp"
}
