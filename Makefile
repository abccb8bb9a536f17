# Needs Node, npm and make; nothing else. `make` lists the targets. If Node is older than 22.18, everything runs on one that npm brings.
# Networked only when node_modules is older than package-lock.json: offline from the second run on.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/sh

HOST ?= 0.0.0.0
PORT ?= 8080
DATA ?= case-access-data
SEED ?= 1
ITEMS ?= 100000
WORDS ?= 100

# Empty, or the platform for which Node is fetched into .node/.
OLD_NODE := $(shell node -p '[a, b] = process.versions.node.split("."); a < 22 || (a == 22 && b < 18) ? process.platform + "-" + process.arch : ""')
ifneq ($(OLD_NODE),)
NODE := .node/node_modules/node-$(OLD_NODE)/bin/node
export PATH := $(CURDIR)/$(dir $(NODE)):$(PATH)
endif

CLI := node dist/src/cli/main.js
JEST := node_modules/.bin/jest
REPORTERS := --reporters=./test/runner/progress.mjs --reporters=summary --reporters=./test/support/plain-summary.mjs
INSTALLED := node_modules/.package-lock.json
BUILT := dist/.built
DOCS := dist/docs/.built
SOURCES := $(shell find src grammar bench \( -name '*.ts' -o -name '*.mjs' -o -path 'src/page/*' -type f \) 2>/dev/null) package.json tsconfig.json tsconfig.build.json

# Lint, types and arrows, then the tests of the folder; a step that fails counts as a failed test. Ends with the seconds of both.
all_checks = begun=$$(date +%s); node test/runner/static-checks.mjs $(2); failed=$$?; tests=$$(date +%s); \
	echo "== tests"; NODE_COMPILE_CACHE=$(CURDIR)/node_modules/.cache/case-access/compiled CHECKS_FAILED=$$failed $(JEST) $(1) $(REPORTERS); \
	status=$$?; ended=$$(date +%s); \
	echo "== $$((ended - begun)) s: lint, types and arrows $$((tests - begun)) s, tests $$((ended - tests)) s" >&2; \
	[ $$status -eq 0 ] && [ $$failed -eq 0 ]

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-15s %s\n", $$1, $$2 }' Makefile

# --- The two commands ------------------------------------------------------------------------------------------------

.PHONY: serve
ifneq ($(CASE),)
serve: build docs ## Install, build, index the sample cases and serve them, or the case CASE= (HOST=, PORT=, DATA=)
	@node -e 'const path = require("path").resolve(process.argv[1]); console.log(JSON.stringify([{ id: "case", path }]))' \
	  "$(CASE)" >.case-sources.json
	@exec $(CLI) serve --sources .case-sources.json --host "$(HOST)" --port "$(PORT)" --data "$(DATA)"
else
serve: build docs
	@for case in data-samples/seized-laptop data-samples/usb-stick data-samples/rui-phone data-samples/production/VOL001; do \
	  $(CLI) index build "$$case" --data "$(DATA)" || [ $$? -eq 5 ] || exit 1; \
	done
	@printf '%s\n' '' \
	  'The page:              http://localhost:$(PORT)/app/' \
	  'The documentation:     http://localhost:$(PORT)/docs/' \
	  'For scripts:           http://localhost:$(PORT)/swagger-ui/' '' \
	  '  curl "http://localhost:$(PORT)/search?q=heron"' \
	  '  curl "http://localhost:$(PORT)/sources"' \
	  '  curl "http://localhost:$(PORT)/categories"' '' \
	  'Stop with Ctrl-C.' ''
	@exec $(CLI) serve --sources data-samples/sources.json --host "$(HOST)" --port "$(PORT)" --data "$(DATA)"
endif

.PHONY: test
test: build docs browser ## Install, build, lint, check types and arrows, run all tests; ends with "N passed, N failed"
	@export SECOND_RUNS=1; $(call all_checks,)

# --- Every day -------------------------------------------------------------------------------------------------------

.PHONY: quick
quick: $(INSTALLED) ## Run the tests nearest to what changed, without a build, in less than 20 s; says how many it leaves (BASE=commit)
	@node test/runner/quick.mjs

.PHONY: install
install: $(INSTALLED) ## Install what package-lock.json names

$(NODE): src/packaging/node/package-lock.json
	@node src/packaging/node/fetch.mjs
	@touch $@

$(INSTALLED): package-lock.json .npmrc $(NODE)
	npm ci --prefer-offline
	@touch $@

.PHONY: build
build: $(BUILT) ## Compile to dist/

$(BUILT): $(SOURCES) $(INSTALLED)
	npm run --silent build
	@touch $@

.PHONY: lint
lint: $(INSTALLED) ## Lint and check the format (make format repairs)
	@npm run --silent lint

.PHONY: format
format: $(INSTALLED) ## Repair format and what lint can repair
	@npm run --silent format

.PHONY: types
types: $(INSTALLED) ## Check the types of everything, tests too
	@npm run --silent types

.PHONY: arrows
arrows: $(INSTALLED) ## Check which folder imports which
	@npm run --silent arrows

.PHONY: check
check: build ## The inner loop: lint of what changed, types, arrows, unit tests: less than 60 s on two idle cores; the rest is `make test`
	@$(call all_checks,test/unit,changed)

.PHONY: docs
docs: $(DOCS) ## Build docs/ to the pages that the server shows under /docs/

$(DOCS): $(wildcard *.md docs/*.md docs/*/* grammar/*.md bench/README.md src/packaging/docs/* src/page/documentation/*) $(INSTALLED)
	@node src/packaging/docs/build-docs.mjs
	@touch $@

.PHONY: package
package: build ## Make the npm package, case-access-VERSION.tgz
	npm pack --ignore-scripts=false

.PHONY: wheel
wheel: build ## Make the wheel of the Python client, in dist/
	@python3 packaging/python/make_wheel.py dist/case_access.py "$$(node -p 'require("./package.json").version')" dist

.PHONY: deb
deb: build ## Make the Debian package, with a Node of its own, in release/; needs dpkg-deb
	@packaging/debian/make-all.sh

.PHONY: test-container
test-container: $(NODE) ## Build the container image with buildah on Debian, and run it; needs root, debootstrap, buildah, the network
	@packaging/container/try-container.sh

.PHONY: release
release: build ## Make the npm package twice, compare, and list its packages and checksums, in release/
	@node src/packaging/release.mjs

.PHONY: ready
ready: test bench-smoke ## Everything that must hold before a change goes in

.PHONY: test-nodes
test-nodes: build ## Run the tests on Node 22, 24 and 26, each fetched by npm (NODES="22 24", TESTS=test/unit)
	@node test/nodes/main.mjs --nodes "$(NODES)" $(TESTS)

.PHONY: test-sign-in-proxy
test-sign-in-proxy: build ## Try the configuration of oauth2-proxy with a real one, which must be in PATH
	@ALL_TOOLS=1 npx jest --testMatch '<rootDir>/test/outside/*.outside.ts'

.PHONY: test-mcp
test-mcp: build ## Run the conformance suite of MCP, fetched by npm, against a server over the sample cases
	@node test/protocol-suite/main.mjs

.PHONY: samples
samples: $(INSTALLED) ## Write the sample cases of data-samples/ again
	node data-samples/make.mjs

.PHONY: browser
browser: $(NODE) ## Fetch the Chromium that the tests of the page drive, into .browser/: once, 70 MB
	@node test/browser/chromium/install.mjs

.PHONY: pictures
pictures: build browser ## Take the pictures of the README and docs/page.md again
	PICTURES=1 $(JEST) --testTimeout=1800000 test/browser/pictures

.PHONY: test-page-large
test-page-large: build browser ## Drive the page over a million items on two idle cores: first rows, frames, memory (PAGE_ITEMS=, CASE=)
	PAGE_ITEMS="$(or $(PAGE_ITEMS),1000000)" PAGE_CASE="$(CASE)" $(JEST) --testTimeout=3600000 test/browser/large

.PHONY: test-page-keys
test-page-keys: build browser ## Press 10,000 random keys and clicks in a review and in the table on a slow server: only what is shown changes (STEPS=, SEED=)
	REVIEW_STEPS="$(or $(STEPS),10000)" REVIEW_SEED=$(SEED) $(JEST) --testTimeout=36000000 test/browser/review-mode test/browser/review.test

.PHONY: kernel
kernel: $(INSTALLED) ## Compile the AssemblyScript of all rooms (src/**/assembly) to WebAssembly
	node src/kernel/build-kernel.mjs

.PHONY: golden
golden: build ## Rewrite the golden files; review the difference before it goes in
	UPDATE_GOLDEN=1 $(JEST) test/golden test/tidy/readme test/tidy/figures

# --- Long ------------------------------------------------------------------------------------------------------------

.PHONY: fuzz
fuzz: build ## Fuzz and property tests at length (SEED=)
	FUZZ=long RUNS=400 SEED=$(SEED) $(JEST) --testTimeout=3600000 test/fuzz test/property test/unit/cases/lucene test/slow/cases/lucene
	RUNS=2000 SEED=$(SEED) $(JEST) --testTimeout=3600000 test/slow/cases/iped/storages test/slow/cases/iped/disk-image test/unit/cases/iped/archives

.PHONY: certificates
certificates: build ## Ten thousand random changes: does verify-certificate find each? (SEED=)
	RUNS="$(or $(RUNS),10000)" SEED=$(SEED) $(JEST) --testTimeout=3600000 test/cli/certified-changes

.PHONY: test-cluster
test-cluster: build ## Hold the engine over a real cluster of 3 nodes to its tests, and kill nodes (RUNS=, QUERIES=, SEED=); needs JDK 21 and Maven
	@test/cluster/install.sh; status=$$?; [ $$status -eq 3 ] && exit 0; [ $$status -eq 0 ] || exit $$status; \
	  $(JEST) -c test/cluster/jest.config.mjs $(TESTS) $(REPORTERS)

.PHONY: torture
torture: build ## Crash, corruption, load: long and seeded (SEED=)
	TORTURE_ROUNDS=300 SEED=$(SEED) $(JEST) --testTimeout=3600000 test/crash/bookmarks test/crash/build-disk
	node test/torture/main.mjs --seed $(SEED)

.PHONY: expressions
expressions: build ## Compare RUNS= (2000) random expressions over texts with re of Python (SEED=)
	RUNS="$(or $(RUNS),2000)" SEED=$(SEED) $(JEST) --testTimeout=3600000 test/property/text-expressions

.PHONY: mutants
mutants: $(BUILT) ## Break the hard code in a copy, a hundred ways: does a test find each? (LIST=1, ONLY=name, JOBS=)
	@node test/mutants/run.mjs

.PHONY: bench-smoke
bench-smoke: build browser ## Run every benchmark on a tiny corpus: do they still run and agree?
	node dist/bench/main.js --smoke
	node dist/bench/loops.js --milliseconds 50
	node dist/bench/processes.js --smoke
	node dist/bench/interface.js --smoke
	node dist/bench/page.js --smoke --case data-samples/seized-laptop --data bench/.work/page-smoke
	node dist/bench/figures.js --list
	node dist/bench/http/small-answers.js --case data-samples/seized-laptop --words heron,heron --blocks 1 --asks 5 --warm 5
	node dist/bench/load-file.js --rows 2000 --build
	node dist/bench/hash-set.js --hashes 20000 --items 2000
	node dist/bench/id-order.js --case data-samples/seized-laptop --items 300 --rounds 1
	node dist/bench/real-case.js --items 2000 --texts docs --case data-samples/seized-laptop --out bench/.work/cases/real-smoke
	rm -rf bench/.work/corpora/real-smoke bench/.work/indexes/real-smoke
	node dist/bench/real.js --case bench/.work/cases/real-smoke --engines case-access --per-class 2 --rounds 1 --iterations 1
	node dist/bench/builds.js --case bench/.work/cases/real-smoke --engine case-access
	node dist/bench/clients.js --case bench/.work/cases/real-smoke --clients 2 --queries 5 --warm 10 --rounds 1
	rm -rf bench/.work/growth-smoke
	node dist/bench/growth.js --case bench/.work/cases/real-smoke --items 2000 --work bench/.work/growth-smoke
	node dist/bench/grown.js --case bench/.work/cases/real-smoke --additions 3 --items 100 --queries 1 --rounds 1 --work bench/.work/grown-smoke
	node dist/bench/expressions.js --case bench/.work/cases/real-smoke --rounds 1 --peer grep
	node dist/bench/near-duplicates.js --case bench/.work/cases/real-smoke --texts 400

.PHONY: bench-processes
bench-processes: build ## Throughput and latency with 0, 1 and 2 engine processes; wants two idle cores
	node dist/bench/processes.js

.PHONY: bench-clients
bench-clients: build ## Throughput over HTTP with 1, 2, 4 and 8 clients beside a server over Lucene (CASE=); wants idle cores
	node dist/bench/clients.js --case "$(or $(CASE),bench/.work/cases/real)"

.PHONY: bench-interface
bench-interface: build ## Counts, orders, pages, snippets, keyword lists and exports of CASE= beside Lucene
	node dist/bench/interface.js --case $(CASE)

.PHONY: bench-page
bench-page: build browser ## From a key to the picture, in a real browser over CASE= (DATA=); wants idle cores (QUERIES=)
	node dist/bench/page.js --case "$(or $(CASE),bench/.work/cases/real)" $(if $(DATA),--data $(DATA)) $(if $(QUERIES),--queries $(QUERIES))

.PHONY: figures
figures: build browser ## Make every figure of the documents, record and fill them in (FIGURES=page,real; LIST=1; REAL=, SYNTHETIC= cases)
	node dist/bench/figures.js $(if $(FIGURES),--only $(FIGURES)) $(if $(LIST),--list) $(if $(REAL),--real $(REAL)) $(if $(SYNTHETIC),--synthetic $(SYNTHETIC))

.PHONY: bench-expressions
bench-expressions: build ## Find expressions over the texts of CASE= (DATA=), beside ripgrep over the same texts; wants idle cores (PEER=grep)
	node dist/bench/expressions.js --case $(CASE) $(if $(DATA),--data $(DATA)) --peer $(or $(PEER),rg)

.PHONY: bench-archive
bench-archive: build ## Export GIGABYTES= (10) of contents as ZIP, beside zip -0 on the same disk (DIRECTORY=)
	node dist/bench/archive.js --gigabytes $(or $(GIGABYTES),10) $(if $(DIRECTORY),--directory $(DIRECTORY))

.PHONY: bench
bench: build ## Measure; writes bench/results/
	node dist/bench/main.js

.PHONY: bench-peers
bench-peers: build ## Install the engines to compare with: each where its tools are, the rest are named
	sh bench/install-peers.sh

.PHONY: bench-hash-set
bench-hash-set: build ## Sort a list of HASHES= (40000000) hashes, and look ITEMS= (1000000) items up in it
	node dist/bench/hash-set.js $(if $(HASHES),--hashes "$(HASHES)") $(if $(filter command line,$(origin ITEMS)),--items "$(ITEMS)")

.PHONY: bench-load-file
bench-load-file: build ## Read and build a CSV load file of a million rows (ROWS=)
	node dist/bench/load-file.js --rows "$(or $(ROWS),1000000)" --build

.PHONY: bench-case
bench-case: build ## Make a synthetic case (ITEMS=, OUT=, WORDS= mean words an item)
	node dist/bench/synthetic-case.js --items "$(ITEMS)" --words "$(WORDS)" --out "$(or $(OUT),bench/.work/cases/synthetic-$(ITEMS))"

.PHONY: bench-texts
bench-texts: ## Fetch packages of text (dictionaries, manuals, books) into bench/.work/texts, for bench-real-case; wants apt
	sh bench/texts/fetch-texts.sh bench/.work/texts

.PHONY: bench-builds
bench-builds: build ## Build an index of CASE= with each engine in turn, with two threads and with one
	node dist/bench/builds.js --case $(CASE) --threads 2,1

.PHONY: bench-near-duplicates
bench-near-duplicates: build ## Recall and precision of groups of near duplicates against all pairs (CASE=, TEXTS=20000)
	node dist/bench/near-duplicates.js --case "$(or $(CASE),../shared/cases/library)" --texts "$(or $(TEXTS),20000)"

.PHONY: bench-cluster
bench-cluster: build ## Measure a case on one node and on three of a cluster, beside the embedded engine (CASE=); needs JDK 21 and Maven
	node dist/bench/cluster.js --case "$(or $(CASE),bench/.work/cases/real)"

.PHONY: bench-real-case
bench-real-case: build ## Make a case of real texts cut like documents: of the library, and of this system's (ITEMS=1200000, OUT=)
	node dist/bench/real-case.js --items "$(if $(filter command line,$(origin ITEMS)),$(ITEMS),1200000)" --out "$(or $(OUT),bench/.work/cases/real)"

.PHONY: bench-growth
bench-growth: build ## How building, opening, memory and requests grow with the items of CASE= (ITEMS=1200000,2400000,4800000,10000000 of them)
	node dist/bench/growth.js --case "$(or $(CASE),bench/.work/cases/real)" $(if $(filter command line,$(origin ITEMS)),--items "$(ITEMS)")

.PHONY: bench-grown
bench-grown: build ## Twenty additions and changed files: their costs, and queries beside one index of all items (CASE=)
	node dist/bench/grown.js --case "$(or $(CASE),bench/.work/cases/real)"

.PHONY: bench-real
bench-real: build ## Measure cases of real texts beside Lucene and tantivy, by class of query (CASE="DIR DIR")
	node dist/bench/real.js $(foreach case,$(or $(CASE),bench/.work/cases/real),--case "$(case)")

.PHONY: shared-check
shared-check: build ## Check the real cases and the oracle beside this checkout, where they are
	@sh test/shared-check.sh

.PHONY: analysis-peer
analysis-peer: build ## Compare two analyzers over data of two libraries, every code point and the cases beside this checkout; needs JDK 21 and Maven
	sh bench/install-peers.sh lucene
	node test/shared/analysis-peer.mjs $(if $(ONLY),--only $(ONLY))

.PHONY: analysis-forms
analysis-forms: build ## Write the table of forms by script again, with the tokens of the Lucene peer; review the difference
	sh bench/install-peers.sh lucene
	node dist/bench/analysis-forms.js

.PHONY: oracle
oracle: build ## Ask the Lucene peer again for the answers on the library case; review the difference (CASE=)
	sh bench/install-peers.sh lucene
	rm -rf bench/.work/indexes/oracle
	node dist/bench/oracle.js --case "$(or $(CASE),../shared/cases/library)"

.PHONY: clean
clean: ## Remove what was built; node_modules and case-access-data stay
	rm -rf dist coverage
