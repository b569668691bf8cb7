#!/usr/bin/env bash
# Makes the folder that the image is built from. It takes programs for Linux:
#
#   packaging/image/context.sh FOLDER amd64=PROGRAM arm64=PROGRAM
#   docker buildx build --platform linux/amd64,linux/arm64 -f packaging/image/Containerfile FOLDER
set -euo pipefail

to=$1
shift
mkdir -p "$to/data"
for program in "$@"; do
	install -D -m 755 "${program#*=}" "$to/linux/${program%%=*}/mockserver"
done
install -m 644 /etc/ssl/certs/ca-certificates.crt "$to" # of the package ca-certificates
install -D -m 644 "$(dirname "$0")/../../LICENSE" -t "$to/licenses"
"$(dirname "$0")/../notices" cmd/mockserver >"$to/licenses/THIRD_PARTY"
