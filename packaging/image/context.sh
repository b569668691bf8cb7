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

# licenses lists the modules in the program, and Go, with their folders.
licenses() {
	cd "$(dirname "${BASH_SOURCE[0]}")/../.."
	go list -deps -f '{{with .Module}}{{.Path}} {{.Dir}}{{end}}' ./cmd/mockserver | sort -u
	echo "go $(go env GOROOT)"
}
licenses | while read -r module folder; do
	install -D -m 644 "$folder"/LICENSE* -t "$to/licenses/$module"
done
