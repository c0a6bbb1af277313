#!/usr/bin/env bash
# The step of action.yml: runs hlo conform with the inputs of the action, which are in HLO_*.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)

# The inputs come from workflows and are never evaluated as code; only HLO_ENGINE is a command, which hlo
# passes to the shell.
program=${HLO_PROGRAM:-}
if [ -z "$program" ]; then
  version=${HLO_VERSION:-$(sed -n 's/^ *"version": "\([^"]*\)".*/\1/p' "$here/../npm/package.json")}
  name=hlo-playground-$version-linux-$(uname -m)
  base=${HLO_RELEASES:-${GITHUB_SERVER_URL:-https://github.com}/$HLO_REPOSITORY/releases/download}/v$version
  folder=${RUNNER_TEMP:-/tmp}/$name
  program=$folder/bin/hlo
  if [ ! -x "$program" ]; then
    echo "fetching $base/$name.tar.gz"
    work=$(mktemp -d)
    curl -fsSL --retry 3 -o "$work/$name.tar.gz" "$base/$name.tar.gz"
    curl -fsSL --retry 3 -o "$work/SHA256SUMS" "$base/SHA256SUMS"
    (cd "$work" && grep " $name.tar.gz\$" SHA256SUMS | sha256sum --check --quiet)
    mkdir -p "$(dirname "$folder")"
    tar -xzf "$work/$name.tar.gz" -C "$(dirname "$folder")"
    rm -r "$work"
  fi
fi
"$program" --version

reports=${HLO_REPORTS:-hlo-conformance}
mkdir -p "$reports"
words=()
read -ra vectors <<<"${HLO_VECTORS:-}"
[ ${#vectors[@]} = 0 ] || words+=("${vectors[@]}")
add() { [ -z "$2" ] || words+=("$1" "$2"); }
add --engine "${HLO_ENGINE:-}"
add --through "${HLO_THROUGH:-}"
add --expect "${HLO_EXPECT:-}"
add --filter "${HLO_FILTER:-}"
add --shard "${HLO_SHARD:-}"
add --order "${HLO_ORDER:-}"
add --timeout "${HLO_TIMEOUT:-}"
add --jobs "${HLO_JOBS:-}"
for end in json xml sarif tap md html badge.json; do words+=(--report "$reports/report.$end"); done

status=0
"$program" conform "${words[@]}" || status=$?
[ $status -lt 2 ] || exit $status

tail -n 1 "$reports/report.json" | tr -d '{}"' | tr ',:' '\n=' >>"${GITHUB_OUTPUT:-/dev/null}"
cat "$reports/report.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
[ "${HLO_FAIL:-true}" = true ] || status=0
exit $status
