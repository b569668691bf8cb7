#!/usr/bin/env bash
# Builds the image, and runs it as a container engine does, with buildah alone, in an empty folder:
#
#   packaging/image/test.sh FOLDER
set -euo pipefail

at=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
listen=127.0.0.1:0
running=

buildah_at() { buildah --root "$at/root" --runroot "$at/run" --storage-driver vfs "$@"; }

# in_image runs a command of the program in the container, which has the network of this machine.
in_image() { buildah_at run --isolation chroot --env "MOCKSERVER_LISTEN=$listen" tested -- /mockserver "$@"; }

# leaf returns the process of the program: the end of the line of processes that a command started.
leaf() {
	local pid=$1 child
	while read -r child _ < <(cat "/proc/$pid/task/"*/children) || [[ -n $child ]]; do pid=$child; done
	echo "$pid"
}

# signal ends the program with SIGTERM. In the user namespace of buildah no other user may do so.
signal() {
	local by=(buildah unshare setpriv --reuid 65532 --clear-groups)
	[[ $(id -u) -ne 0 ]] || by=()
	"${by[@]}" kill -TERM "$(leaf "$1")"
}

clean() {
	[[ -z $running ]] || signal "$running" || true
	[[ -z ${board-} ]] || kill "$board" || true
	{ buildah_at rm --all; buildah_at rmi --all --force; } >/dev/null 2>&1 || true
}
trap clean EXIT

fail() { echo "image: $*" >&2; exit 1; }

# same compares what was found with what was wanted.
same() { [[ $2 == "$3" ]] || fail "$1: found $2, want $3"; }

# exits compares the exit code of a command in the container. buildah can lose what a command printed last.
exits() {
	local code=0
	in_image "${@:2}" || code=$?
	same "the exit code of ${*:2}" "$code" "$1"
}

start() {
	rm -f "$at/greeting" # the last one
	in_image --print-json "$@" >"$at/greeting" 2>"$at/errors" &
	running=$!
	local begun=$SECONDS
	until [[ -s $at/greeting ]]; do
		((SECONDS - begun < 60)) || fail "the mock does not answer: $(<"$at/errors")"
		kill -0 "$running" 2>/dev/null || { running=; fail "the mock did not start: $(<"$at/errors")"; }
		sleep 0.1
	done
	listen=$(sed -n 's|.*"url":"http://\([^"]*\)".*|\1|p' "$at/greeting")
}

# stop ends the mock as an engine does, and compares its exit code.
stop() {
	local code=0 pid=$running
	signal "$running"
	running=
	wait "$pid" || code=$?
	same 'the exit code after SIGTERM' "$code" 0
}

CGO_ENABLED=0 GOOS=linux go build -trimpath -ldflags '-s -w' -o "$at/mockserver" ../../cmd/mockserver

# Whether containers run here is no property of the image.
if ! { buildah_at from --name probe scratch && buildah_at copy probe "$at/mockserver" / &&
	buildah_at run --isolation chroot --user 65532:65532 probe -- /mockserver version; } >"$at/probe" 2>&1; then
	tail -n 5 "$at/probe"
	echo '*** BUILDAH RUNS NO CONTAINER HERE, which needs root or user namespaces:'
	echo '*** that the image is built and runs is SKIPPED'
	exit
fi

arch=$(go env GOARCH)
./context.sh "$at/context" "$arch=$at/mockserver"
buildah_at bud --quiet --format docker --build-arg TARGETARCH="$arch" --build-arg VERSION=1.2.3 --tag tested \
	--file Containerfile "$at/context"
inspect() { buildah_at inspect --type image --format "$1" tested; }
config=$(inspect '{{with .Docker.Config}}{{.User}} {{.Entrypoint}} {{.Healthcheck.Test}} {{.ExposedPorts}} {{.Volumes}}{{end}}')
same 'the configuration' "$config" '65532:65532 [/mockserver] [CMD /mockserver health] map[8080/tcp:{}] map[/data:{}]'
[[ $(inspect '{{.Docker.Config.Env}}') == *' MOCKSERVER_LISTEN=0.0.0.0:8080]' ]] || fail 'it listens elsewhere'
[[ $(inspect '{{.Docker.Config.Labels}}') == *' org.opencontainers.image.version:1.2.3'* ]] || fail 'it has no version'
bytes=$(inspect '{{.Manifest}}' | grep -o '"size":[0-9]*' | awk -F : '{ n += $2 } END { print n }')
echo "the image has $bytes bytes"
((bytes < 22000000)) || fail 'expected about 20 MB'

# The mock of compose.yaml, its service and its test.
buildah_at from --name tested tested >/dev/null
IFS=', ' read -ra flags < <(sed -n 's/.*command: \[\(--variant.*\)\]/\1/p' compose.yaml)
flags+=(--data /data/rows)
start "${flags[@]}"
exits 0 health
[[ $(stat -c %u "/proc/$(leaf "$running")") != "$(id -u)" ]] || fail "the mock runs as $(id -un)"
grep -q 'ADDRESS: 0\.0\.0\.0' compose.yaml || fail 'the test does not reach the service, which is in another container'
HOST=http://$listen PORT=0 python3 -B board/board.py >"$at/board" 2>"$at/board-errors" &
board=$!
until [[ -s $at/board ]]; do
	((SECONDS < 600)) || fail 'the service does not answer'
	kill -0 "$board" || fail "$(<"$at/board-errors")"
	sleep 0.1
done
BOARD=$(<"$at/board") MOCKSERVER_URL=http://$listen python3 -B -W error board/test_board.py
curl -sSf -o "$at/answer" -H 'Host: mock' "http://$listen/api/v1/venues"

# The rows outlive the program.
curl -sSf -o "$at/answer" "http://$listen/_mock/rows/teams" -d '{"Name":"Lanterns","Division":{"Id":2001}}'
stop
grep -q 'msg=request status=503' "$at/errors" || fail "the log has no refused request: $(<"$at/errors")"
exits 1 health # the mock has ended
start "${flags[@]}"
curl -sSf "http://$listen/_mock/rows/teams?q=Lanterns" | grep -q '"Name":"Lanterns"' || fail 'the row was lost'
stop
exits 2 --data /rows # in a folder of root, as a volume can be
