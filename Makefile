# 牌局 Paiju. `make run` shows the app with its demo; `make test` runs everything that must hold.
# Needs python3.11 (or newer) and make; everything else lands in .venv and var, and nothing outside this folder.

V := .venv/bin
PO := $(wildcard locale/*/LC_MESSAGES/*.po)
MO := $(PO:.po=.mo)
PREPARE := $(V)/python -m scripts.prepare
# By `python -m`, which finds scripts/texts.py.
BABEL := $(V)/python -m babel.messages.frontend -q

.PHONY: help setup dev run serve demo backup restore test bench live rehearse load lint format lock sbom translations translations-check faults fuzz
.DEFAULT_GOAL := help

help:
	@echo "make run           the app with its demo event; says where to find it (PORT=8000 HOST=0.0.0.0)"
	@echo "make serve         the app for a real event: the same without the demo (docs/deploy.md)"
	@echo "make test          every check and test, on SQLite, on PostgreSQL and in a browser (FULL=1: all of it on both)"
	@echo "make bench         the speed figures, as ratios"
	@echo "make live          two servers, browsers and nginx: what is recorded shows everywhere within three seconds"
	@echo "make rehearse      a whole Masters of 256 players, played by a robot (PLAYERS=256)"
	@echo "make load          minutes of a full hall, every table and every phone;  make faults  kills under load"
	@echo "make fuzz          15,000 requests to the API as everybody, on both databases (CASES=15000 SEED=1)"
	@echo "make lint          the checks without the tests;  make format  puts the code into shape"
	@echo "make demo          one more fresh demo event"
	@echo "make backup        everything into one file (FILE=…);  make restore FILE=…  puts it back"
	@echo "make setup         the environment only"
	@echo "make translations  brings locale/ up to date with the texts in code and templates"
	@echo "make sbom          every package of the lock file as CycloneDX JSON: var/sbom.json"
	@echo "make lock          newest allowed versions into requirements*.lock (needs uv)"

# Two stamps: a second start installs nothing, a changed lock file installs what changed.
.venv/run.stamp: requirements.lock
	@scripts/venv.sh
	@echo "安裝套件 Installing packages …"
	@$(V)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

.venv/dev.stamp: requirements-dev.lock .venv/run.stamp
	@echo "安裝開發套件 Installing packages for tests …"
	@$(V)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

%.mo: %.po .venv/run.stamp
	@$(BABEL) compile -i $< -o $@

# Python's own form of the modules, made once here: where the environment forbids to write it, every start would make it.
setup: .venv/run.stamp $(MO)
	@$(V)/python -m compileall -q accounts config penalties scoring scripts tournaments || true

dev: .venv/dev.stamp $(MO)

run: setup
	@$(PREPARE) "demo --if-empty" first_account
	@exec $(V)/python -m scripts.serve

serve: setup
	@$(PREPARE) first_account
	@exec $(V)/python -m scripts.serve

demo: setup
	@$(PREPARE) demo

backup: setup
	@$(V)/python -m scripts.backup save $(FILE)

restore: setup
	@$(V)/python -m scripts.backup restore "$(FILE)"
	@$(PREPARE)

test: dev
	@scripts/test.sh

bench: setup dev
	@$(V)/python -m tests.bench

# A smaller one is among the tests.
rehearse: dev
	@$(V)/python -m tests.rehearse $(or $(PLAYERS),256)

# Minutes of all tables and phones of a hall. Each on SQLite, then on a PostgreSQL server of its own; where something is
# missing (nginx, a disk that only root can mount) the last line says what was not shown, and the status is 2.
load: dev
	@$(V)/python -m tests.on_both tests.load

faults: dev
	@$(V)/python -m tests.on_both tests.faults $(KILLS)

live: dev
	@$(V)/python -m tests.on_both tests.live

# Makes an environment of its own for Schemathesis, in var/fuzz.
fuzz: dev
	@scripts/fuzz.sh $(or $(CASES),15000) $(or $(SEED),1)

lint: dev
	@scripts/lint.sh

sbom: dev
	@mkdir -p var
	@$(V)/python -m scripts.sbom > var/sbom.json
	@echo var/sbom.json

format: dev
	@$(V)/python -m ruff check --fix .
	@$(V)/python -m ruff format .
	@$(V)/djangofmt templates

translations: dev
	@mkdir -p var
	@$(BABEL) extract -F pyproject.toml -o var/django.pot --sort-by-file config accounts tournaments penalties templates
	@$(BABEL) update -l en -D django -d locale -i var/django.pot -w 100 --no-fuzzy-matching --ignore-obsolete \
		--ignore-pot-creation-date

translations-check:
	@$(V)/python -m pytest -q -n 0 tests/style/test_translations.py

# No header and no index lines: a lock file names versions and hashes, never where they were fetched.
UV ?= $(if $(wildcard $(V)/uv),$(V)/uv,uv)
LOCK := $(UV) pip compile -q pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url
lock:
	$(LOCK) --upgrade -o requirements.lock
	$(LOCK) --upgrade --group dev -c requirements.lock -o requirements-dev.lock
	@scripts/check-locks.sh
