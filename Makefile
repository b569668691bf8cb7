FUZZTIME ?= 30s
RUNS ?= 20
SEED ?= 0
SOAK ?= 10m

# The generator has the version of the package that the generated code uses.
TEMPL = go run github.com/a-h/templ/cmd/templ@$(shell go list -m -f '{{.Version}}' github.com/a-h/templ)

.DEFAULT_GOAL := help

help: ## what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

check: ## everything that has to pass before a change goes in
	@.ci/run

test: ## the tests, with the race detector
	@.ci/run test

lint: ## formatting, vet and the linters
	@.ci/run format vet lint

release-check: ## what users would get of a release of the last commit
	@.ci/run release

release: ## the commits and tags of VERSION, such as v1.2.3, after the same checks
	@.ci/release $(or $(VERSION),$(error VERSION is missing, such as v1.2.3))

release-rehearsal: ## publishes to registries of this machine, twice, and installs: a quarter of an hour
	@.ci/rehearsal

windows: ## the packages that have to do with files, and both programs, on Windows as Wine has it
	@.ci/windows

fuzz: ## every fuzz target for FUZZTIME
	@FUZZTIME=$(FUZZTIME) .ci/run fuzz

chaos: ## RUNS runs of 20,000 writes under random faults; SEED repeats a failed one
	go test -race -count 1 -timeout 0 -v -run '^TestLong$$' ./internal/dev/chaos -runs $(RUNS) -seed $(SEED)

soak: ## mixed traffic at one mock with faults for SOAK: flat memory, no goroutine left, no race
	go test -race -count 1 -timeout 0 -v -run '^TestSoak$$' ./internal/dev/soak -soak $(SOAK)

generate: ## write the code of the console's pages, the OpenAPI documents and the XML Schemas anew, after a change of a page, a type or a row of the contract
	$(TEMPL) fmt mockserver/console
	$(TEMPL) generate -path mockserver/console
	sed -i 's|^package|\n&|' $$(find mockserver/console -name '*_templ.go') # else go doc takes the version for the package comment
	go test ./cmd/tourney -run TestTexts -update
	go test ./internal/openapi -run TestExamplesAreFixtures -update
	go test ./internal/openapi -run 'TestDocumentsAreCurrent|TestXMLSchemasAreCurrent' -update

tidy: ## go.mod and go.sum of all modules
	@.ci/run tidy-all

tables: ## write the tables of docs/operations.md, docs/faults.md, docs/data.md and docs/mockserver.md, and mockserver/internal/assumption/ledger.txt, anew
	go test ./internal/dev/conformance -run TestTables -update
	go test ./mockserver/internal/rules -run TestPage -update
	go test ./mockserver/internal/mocktest/answers ./mockserver/internal/mocktest/doors ./mockserver/internal/mocktest/traffic \
		-run 'TestFaultsPage|TestAdminPage|TestLedger$$' -update

npm-lock: ## write the versions of the packages of npm that the checks use anew, after a change of one in .ci/run or examples/typescript
	@.ci/run npm-lock

scenarios: ## write the hashes of the mock's scenarios anew, after a change on purpose
	go test ./mockserver -run TestScenariosStayTheSame -update

screenshots: ## take the pictures of the console in docs/images anew, with Chromium
	cd internal/dev/browser && go test -count 1 -run TestScreenshots . -update

bench-codec: ## the codecs beside those of the standard library and of other libraries
	go test -run "^$$" -bench "JSON$$|XML$$" -count 6 ./internal/dev/bench

bench-compile: ## what the core costs to compile, beside the standard library, with empty caches: ten minutes
	go run ./internal/dev/bench/compile

bench-mock: ## the mock and stripe-mock beside a static handler, and how the mock's costs grow
	go test -run "^$$" -bench "Pages|StripeMock" -count 6 ./internal/dev/bench
	go test -run "^$$" -bench "NewAndClose|Standings" ./mockserver

run-mock: ## the mock server as a program; arguments in ARGS
	go run ./cmd/mockserver $(ARGS)

bench-client: ## a list call beside net/http with encoding/json, what a call costs by itself, pages ahead
	go test -run "^$$" -bench "ListCall|OwnCost|Listing" -benchtime 2s -count 6 ./internal/clienttest/answers

bench-fleet: ## what a permit costs beside a round trip to Redis
	cd fleet && go test -run "^$$" -bench Permit -benchtime 2s -count 6 .

cover: ## how much of each function the tests reach
	go test -coverpkg=./...,./mockserver/console/...,./cmd/...,./otel/... -coverprofile=coverage.out \
		./... ./mockserver/console/... ./cmd/... ./otel/... ./internal/dev/conformance ./internal/dev/chaos
	go tool cover -func=coverage.out

.PHONY: help check test lint tidy release-check release release-rehearsal windows fuzz chaos soak generate tables scenarios npm-lock screenshots \
	run-mock bench-codec bench-compile bench-mock bench-client bench-fleet cover
