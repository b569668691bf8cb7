# The modules of the repository, for .ci/run and .ci/release.
# shellcheck shell=bash

readonly core=github.com/tourney-go/tourney

# In the order of the tags: a module requires only modules before it.
readonly released=(. mockserver/console cmd fleet otel)
readonly nested=(cmd examples/registration examples/store fleet internal/dev mockserver/console otel)

# next_version prints the version that the modules require of each other, which go.work replaces by their folders.
next_version() {
	awk -v core="$core" '$1 == core && $3 == "=>" { print $2 }' go.work
}

# path prints the path of the module in a folder.
path() {
	echo "$core${1:+/$1}" | sed 's|/\.$||'
}

# required prints the modules of the repository that the module in a folder requires.
required() {
	go mod edit -json "$1/go.mod" | grep -o "\"Path\": \"${core}[^\"]*\"" | cut -d '"' -f 4 | grep -vxF "$(path "$1")" || true
}

# require_version gives all modules another version of each other. Checksums of the one before would say nothing.
require_version() {
	local version=$1 module other
	for module in . "${nested[@]}"; do
		for other in $(required "$module"); do
			go mod edit -require="$other@$version" "$module/go.mod"
		done
		sed -i "\|^${core}[/ ]|d" "$module/go.sum"
	done
	sed -i -E "s|^(\s+$core\S* )v\S+ =>|\1$version =>|" go.work
}

# tidy does what go mod tidy does, which does not read go.work. Arguments are those of go mod tidy. The commit of a release
# has checksums of our modules, which go.work replaces there too.
tidy() {
	local module other at bad=0
	for module in . "${nested[@]}"; do
		at=$(mktemp -d)
		cp "$module/go.mod" "$at"
		sed "\|^${core}[/ ]|d" "$module/go.sum" >"$at/go.sum"
		for other in $(required "$module"); do
			go mod edit -replace "$other=$PWD${other#"$core"}" "$at/go.mod"
		done
		GOWORK=off go -C "$module" mod tidy -modfile="$at/go.mod" "$@" || { bad=1; echo "not tidy: $module (make tidy)"; }
		for other in $(required "$module"); do go mod edit -dropreplace "$other" "$at/go.mod"; done
		[[ $* == *-diff* ]] || cp "$at"/go.{mod,sum} "$module"
		rm -rf "$at"
	done
	return $bad
}

# The next functions make a clone, in the folder $clone, whose modules have a version of their own and are served as a
# proxy does, from the folder $served. Programs and importers get them with GOPROXY=$(proxies) and GOWORK=off.

proxies() {
	echo "file://$served/cache/download,file://$(go env GOMODCACHE)/cache/download,$(go env GOPROXY)"
}

# serve downloads a version of a module by the tags of the clone.
serve() {
	GOMODCACHE=$served GOPROXY=direct GOFLAGS=-modcacherw GOWORK=off GIT_CONFIG_COUNT=1 \
		GIT_CONFIG_VALUE_0=https://$core GIT_CONFIG_KEY_0=url.file://$clone.insteadOf \
		go mod download "$(path "$1")@$2"
}

# tag_of prints the tag of a version of a module.
tag_of() {
	[[ $1 == . ]] || printf '%s/' "$1"
	echo "$2"
}

# serve_modules tags and serves a version of all modules. Each gets the checksums of those before it.
serve_modules() {
	local version=$1 module
	require_version "$version"
	git commit -q --allow-empty -am "release: require $version"
	for module in "${released[@]}"; do
		[[ $module == . ]] || GOPROXY=$(proxies) GOWORK=off go -C "$module" mod tidy
		git commit -q --amend --allow-empty -am "release: require $version"
		git tag -f "$(tag_of "$module" "$version")" >/dev/null
		serve "$module" "$version"
	done
	# What each module has did not change since, so all tags can be at the last commit.
	for module in "${released[@]}"; do git tag -f "$(tag_of "$module" "$version")" >/dev/null; done
}

# forget removes a version of the modules from the cache.
forget() {
	local module cache
	cache=$(go env GOMODCACHE)
	for module in "${released[@]}"; do
		rm -rf "$cache/$(path "$module")@$1" "$cache/cache/download/$(path "$module")/@v/$1".*
	done
}
