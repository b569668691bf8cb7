#!/usr/bin/env bash
# Tests the action in an empty folder. A server on this machine stands for the releases:
#
#   packaging/action/test.sh FOLDER
set -euo pipefail

at=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
unset MOCKSERVER_URL MOCKSERVER_TLS_CA
export RUNNER_TEMP=$at/temp RUNNER_OS=Linux RUNNER_ARCH=X64
export GITHUB_OUTPUT=$at/output GITHUB_ENV=$at/env GITHUB_PATH=$at/path GITHUB_STATE=$at/state
export MOCKSERVER_PASSWORD=open-sesame MOCKSERVER_ADMIN_TOKEN=open-barley
mkdir "$RUNNER_TEMP"
server=

# stop ends the mocks that the action started.
stop() {
	local pid
	for pid in "$RUNNER_TEMP"/*/pid; do
		[[ ! -e $pid ]] || kill "$(<"$pid")" 2>/dev/null || true
	done
}
trap 'stop; [[ -z $server ]] || kill "$server"' EXIT

fail() {
	cat "$at/said"
	echo "action: $*"
	exit 1
}

# begin begins a test.
begin() {
	stop
	rm -rf "${RUNNER_TEMP:?}"/*
	for file in output env path state said; do : >"$at/$file"; done
	echo "action: $*"
}

# action runs the action as a runner does, which puts the state of the step into the environment of the end.
action() {
	local line state=()
	while read -r line; do state+=("STATE_$line"); done <"$GITHUB_STATE"
	env "${state[@]}" "$@" node run.cjs >"$at/said" 2>&1
}

refuses() { ! action "$@" || fail "$* was not refused"; }

says() { grep -q -- "$1" "$at/said" || fail "expected: $1"; }

url() { sed -n 's/^url=//p' "$GITHUB_OUTPUT"; }

answers() { curl -sSf -o "$at/answer" "$1/_mock/ready" || fail "$1 does not answer"; }

# pack makes a release of a program for a system.
pack() {
	local folder=$at/releases/$1 name=tourney_1.2.3_$2 program=$3
	mkdir -p "$folder"
	case $name in
	*.zip) (cd "$at" && cp "$program" mockserver.exe && python3 -m zipfile -c "$folder/$name" mockserver.exe) ;;
	*) tar -czf "$folder/$name" -C "$(dirname "$program")" mockserver ;;
	esac
	(cd "$folder" && sha256sum ./*_* | sed 's|\./||' >checksums.txt)
}

go build -o "$at/mockserver" ../../cmd/mockserver
mkdir "$at/silent"
# shellcheck disable=SC2016 # another shell expands it
printf '#!/bin/sh\n[ "$1" != serve ] || { echo waiting >&2; exec sleep 60; }\n' >"$at/silent/mockserver"
chmod +x "$at/silent/mockserver"
pack latest/download linux_amd64.tar.gz "$at/mockserver"
pack download/v1.2.3-rc.1 windows_arm64.zip "$at/mockserver"
pack download/v1.2.3 linux_amd64.tar.gz "$at/mockserver"
pack download/v1.2.4 linux_amd64.tar.gz "$at/silent/mockserver"
pack download/v1.2.5 linux_amd64.tar.gz "$at/mockserver"
echo more >>"$at/releases/download/v1.2.5/tourney_1.2.3_linux_amd64.tar.gz"
python3 -u -m http.server --bind 127.0.0.1 --directory "$at/releases" 0 >"$at/server" 2>"$at/served" &
server=$!
until [[ -s $at/server ]]; do kill -0 "$server" && ((SECONDS < 600)); sleep 0.1; done
export TOURNEY_RELEASES
TOURNEY_RELEASES=$(sed 's/.*(\(.*\)\/).*/\1/' "$at/server")

begin 'the latest release, and a job that fails'
action INPUT_FLAGS=$'--variant soccer\n  --strict'
says '^the mock answers at http://127.0.0.1:'
answers "$(url)"
[[ $(<"$GITHUB_ENV") == "MOCKSERVER_URL=$(url)" ]] || fail "$(<"$GITHUB_ENV")"
[[ $(url) =~ ^http://127\.0\.0\.1:[0-9]+$ && $(wc -l <"$GITHUB_OUTPUT") -eq 1 ]] || fail "$(<"$GITHUB_OUTPUT")"
PATH=$(<"$GITHUB_PATH"):$PATH mockserver clock --url "$(url)" >"$at/answer" # later steps find the program
curl -s -o "$at/answer" "$(url)/api/v1/%23%23%5Berror%5D"
action
says '^1 .*404 GET /api/v1/##\[error]'
says 'msg=request status=404 method=GET path="*/api/v1/##\[error]'
awk '/^::stop-commands::/ { end = "::" substr($0, 18) "::" } $0 == end { end = "" } /##\[/ && !end { exit 1 }' "$at/said" ||
	fail 'the runner would obey the journal'
! grep -rE 'open-(sesame|barley)' "$at/said" "$GITHUB_OUTPUT" "$GITHUB_ENV" "$GITHUB_STATE" || fail 'a secret is shown'

begin 'a version, and https'
action INPUT_VERSION=v1.2.3 INPUT_FLAGS=--tls
says '^the mock answers at https://127.0.0.1:'
action "$(grep MOCKSERVER_TLS_CA "$GITHUB_ENV")"
! grep -q 'no mock answers' "$at/said" || fail 'the journal is missing'

begin 'the program of Windows'
action INPUT_VERSION=v1.2.3-rc.1 RUNNER_OS=Windows RUNNER_ARCH=ARM64
answers "$(url)"

if command -v shasum >/dev/null; then
	begin 'a system without sha256sum'
	mkdir "$at/bin"
	ln -s "$(command -v node)" /usr/bin/* "$at/bin" 2>/dev/null || true
	rm -f "$at/bin/sha256sum"
	action PATH="$at/bin"
	answers "$(url)"
fi

begin 'the source'
action INPUT_VERSION=source
answers "$(url)"

begin 'no program that answers'
refuses INPUT_VERSION=v1.2.4 TOURNEY_PATIENCE=1
says '^waiting$'
! kill -0 "$(cat "$RUNNER_TEMP"/*/pid)" 2>/dev/null || fail 'it still runs'
action
[[ ! -s $at/said ]] || fail 'there is nothing to print'

begin 'flags are no commands'
# shellcheck disable=SC2016 # nobody expands it
refuses INPUT_FLAGS='$(touch injected) * ;touch'
says 'unexpected argument .(touch$'
says '^::error::the mock does not answer'

begin 'what is no release'
refuses INPUT_VERSION=v1.2.5
says '^::error::tourney_1.2.3_linux_amd64.tar.gz is not the file that checksums.txt names'
[[ ! -e $(echo "$RUNNER_TEMP"/*/mockserver) ]] || fail 'it was unpacked'
for version in v0.0.1 v1.2.3/.. ../latest main $'latest\n::add-path::/tmp' v1.2.3; do
	: >"$GITHUB_STATE"
	refuses INPUT_VERSION="$version" RUNNER_OS=macOS
	grep -v '^::error::' "$at/said" | grep '^::' && fail "the runner would obey the input"
done
says '^::error::the release v1.2.3 has no program for darwin amd64: '

begin 'the checkout of Git for Windows'
ends=$(git -C ../.. -c core.autocrlf=true archive HEAD packaging/action .gitattributes | tar -xO | tr -dc '\r')
[[ -z $ends ]] || fail 'bash could not run the script'
