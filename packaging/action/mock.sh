#!/usr/bin/env bash
# Does the work of the action, on Linux, macOS (whose bash is 3.2) and Windows (with the bash of Git):
#
#   mock.sh start    fetches or builds the program, starts it, and waits until it answers
#   mock.sh print    prints the last requests and the log
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
releases=${TOURNEY_RELEASES:-https://github.com/tourney-go/tourney/releases}
patience=${TOURNEY_PATIENCE:-60} # seconds
version=${INPUT_VERSION:-latest}

fail() { echo "::error::$*"; exit 1; }

# quote prints the end of what a command prints. The runner obeys no command in it.
quote() {
	local title=$1 token=$RANDOM$RANDOM$RANDOM$RANDOM
	shift
	printf '::group::%s\n::stop-commands::%s\n' "$title" "$token"
	"$@" 2>&1 | tail -n 100 || true
	printf '::%s::\n::endgroup::\n' "$token"
}

# get downloads a file of the release.
get() {
	curl --proto "=${releases%%:*}" --fail --silent --show-error --location --retry 3 --max-time 300 \
		--output "$1" "$from/$1" || fail "no $from/$1: is $version a release?"
}

fetch() {
	local from=$releases/download/$version os=linux arch=amd64 line name sum=(sha256sum)
	[[ $version != latest ]] || from=$releases/latest/download
	[[ $RUNNER_OS != macOS ]] || os=darwin
	[[ $RUNNER_OS != Windows ]] || os=windows
	[[ $RUNNER_ARCH == X64 ]] || arch=$(tr '[:upper:]' '[:lower:]' <<<"$RUNNER_ARCH")
	get checksums.txt
	line=$(grep -E "^[0-9a-f]{64}  tourney_[0-9A-Za-z.+-]+_${os}_$arch\.(tar\.gz|zip)\$" checksums.txt) ||
		fail "the release $version has no program for $os $arch: version source builds one"
	name=${line#*  }
	get "$name"
	command -v sha256sum >/dev/null || sum=(shasum -a 256)
	"${sum[@]}" -c - <<<"$line" >/dev/null || fail "$name is not the file that checksums.txt names"
	case $name in
	*.zip) unzip -q "$name" "$program" ;;
	*) tar -xzf "$name" "$program" ;;
	esac
}

build() {
	command -v go >/dev/null || fail 'version source needs Go: use actions/setup-go in a step before'
	(cd "$here/../.." && CGO_ENABLED=0 go build -trimpath -buildvcs=false -o "$at/$program" ./cmd/mockserver)
}

# serve starts the program in the folder of the job. The program goes on after this script.
serve() {
	local pid flags begun=$SECONDS
	read -r -d '' -a flags <<<"${INPUT_FLAGS-}" || true
	MOCKSERVER_LISTEN=${MOCKSERVER_LISTEN:-127.0.0.1:0} MOCKSERVER_LOG=${MOCKSERVER_LOG:-text} \
		MOCKSERVER_PRINT_JSON=true "$at/$program" serve ${flags[@]+"${flags[@]}"} \
		</dev/null >"$at/greeting" 2>"$at/log" &
	pid=$!
	echo "$pid" >"$at/pid"
	until [[ -s $at/greeting ]]; do # the line comes as soon as the mock answers
		if ! kill -0 "$pid" 2>/dev/null || ((SECONDS - begun >= patience)); then
			kill "$pid" 2>/dev/null || true
			quote 'the log of the mock' cat "$at/log"
			fail 'the mock does not answer, and its log says why'
		fi
		sleep 0.1
	done
}

start() {
	local program=mockserver at url certificate release='^(latest|v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?)$'
	[[ $RUNNER_OS != Windows ]] || program=mockserver.exe
	at=$(mktemp -d "$RUNNER_TEMP/mockserver.XXXXXX")
	if [[ $version == source ]]; then
		build || exit # bash 3.2 would go on
	elif [[ $version =~ $release ]]; then
		(cd "$at" && fetch) || exit
	else
		fail "version is $(printf %q "$version"): expected latest, source or a release such as v1.2.3"
	fi
	"$at/$program" version
	serve
	url=$(sed -n 's/^{"servers":\[{"url":"\([^"]*\)".*/\1/p' "$at/greeting")
	certificate=$(sed -n 's/.*"certificate":"\([^"]*\)".*/\1/p' "$at/greeting")
	if [[ -n $certificate ]]; then
		printf %b "$certificate" >"$at/certificate.pem"
		export MOCKSERVER_TLS_CA=$at/certificate.pem
		echo "MOCKSERVER_TLS_CA=$MOCKSERVER_TLS_CA" >>"$GITHUB_ENV"
	fi
	"$at/$program" health --url "$url"
	echo "url=$url" >>"$GITHUB_OUTPUT"
	echo "MOCKSERVER_URL=$url" >>"$GITHUB_ENV"
	echo "$at" >>"$GITHUB_PATH"
	printf '%s\n' "program=$at/$program" "log=$at/log" "url=$url" >>"$GITHUB_STATE"
}

print() {
	local url=${STATE_url-}
	[[ -n $url ]] || return 0 # it did not start
	quote 'the last requests that the mock got outside of sessions' "${STATE_program-}" requests --url "$url"
	quote 'the log of the mock' cat "${STATE_log-}"
}

"$1"
