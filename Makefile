# Two commands: `make demo` shows the app, `make test` checks everything.
PYTHON ?= python3
PORT ?= 8000
RUN := .venv/bin/python
FROM := $(or $(SEED),$(shell date +%s))
MODULE = if [ -e $(subst .,/,$(1)).py -o -e $(subst .,/,$(1))/__main__.py ]; then $(RUN) -m $(1) $(2); else echo "$(1) is not part of this version" >&2; exit 1; fi

.PHONY: help demo test long lint format faults rig upgrade secrecy fuzz bench pictures pins dev
help:
	@echo "make demo   builds the demo once, serves it at http://127.0.0.1:$(PORT)/ (PORT=8001 for another)"
	@echo "make test   runs every check and test"
	@echo "make long   runs the tests that make test leaves out: more browsers, more games"
	@echo "make lint   only the quick checks     make format  puts code and templates in form"
	@echo "make secrecy looks for leaks everywhere, by everybody, at every moment"
	@echo "make rig    hits a site in all ways while people use it; takes two hours"
	@echo "make upgrade makes a site of each older release in git's history and upgrades it"
	@echo "make faults kills workers at work     make fuzz    engine, oracle, form and API: the long form"
	@echo "make bench  measures ratios           make dev     installs the tools, writes .env"
	@echo "make pins   writes the pinned requirements anew from pyproject.toml"
	@echo "make pictures draws the handbook's pictures anew"

demo: .demo/env
	@$(PYTHON) bootstrap.py run
	@ENV_FILE=.demo/env $(RUN) manage.py demo --port $(PORT)

test:
	@$(PYTHON) bootstrap.py test
	@$(RUN) -m tests.run

long: dev
	@TEST_LONG=1 $(RUN) -m tests.run

lint: dev
	@$(RUN) -m pytest tests/test_gates.py

format: dev
	@$(RUN) -m ruff check --fix-only --quiet . && $(RUN) -m ruff format . && $(RUN) -m rules declare > static/js/declared.js && $(RUN) manage.py declare_api && $(RUN) manage.py declare_look && .venv/bin/djade --target-version 5.2 $$(git ls-files '*.html')
	@$(RUN) -m djhtml $$(git ls-files '*.html')

secrecy: dev
	@SECRECY=whole $(RUN) -m pytest tests/test_secrecy.py
faults: dev
	@$(call MODULE,tests.faults)
	@$(call MODULE,tests.faults.outage)
	@$(call MODULE,tests.faults.hanging,--deployment one)
	@$(call MODULE,tests.faults.hanging,--deployment many)
	@$(call MODULE,tests.faults.bombing)
	@$(call MODULE,tests.faults.late,--deployment one)
	@$(call MODULE,tests.faults.late,--deployment many)
	@$(call MODULE,tests.faults.late,--deployment many --redis-away 600)
rig: dev
	@$(call MODULE,tests.rig,--only '.* kill' --hits $(or $(KILLS),1000))
	@$(call MODULE,tests.rig,--hits $(or $(HITS),300) --close $(or $(CLOSE),10000) --restores 5)
	@$(call MODULE,tests.faults.outage,--rounds $(or $(ROUNDS),34))
	@$(call MODULE,tests.rig,--broken all)
upgrade: dev
	@$(call MODULE,tests.upgrade)
fuzz: dev
	@echo "make fuzz SEED=$(FROM) does the same again"
	@$(call MODULE,tests.oracle.compare,--count $(or $(COUNT),2000) --seed $(FROM))
	@$(call MODULE,tests.oracle.compare,--club --explain --count $(or $(COUNT),2000) --seed $(FROM))
	@FUZZ_LEDGERS=$(or $(LEDGERS),500) FUZZ_SEED=$(FROM) $(RUN) -m pytest -n auto --dist worksteal tests/rules/test_ledger.py
	@FUZZ_SCENARIOS=$(or $(SCENARIOS),1000) FUZZ_SEED=$(FROM) FUZZ_EXAMPLES=$(or $(EXAMPLES),25) $(RUN) -m pytest -n auto --dist worksteal tests/engine/test_random_scenarios.py tests/api/test_fuzz.py
bench: dev
	@$(call MODULE,bench,all)

dev: .env
	@$(PYTHON) bootstrap.py test

pictures: dev
	@$(call MODULE,tests.rulebook.pictures)
pins: dev
	@$(RUN) -m uv pip compile --quiet --generate-hashes --no-header --python-version 3.11.0 pyproject.toml -o requirements.txt
	@$(RUN) -m uv pip compile --quiet --generate-hashes --no-header --python-version 3.11.0 --extra dev pyproject.toml -o requirements-dev.txt
	@$(RUN) -m uv pip compile --quiet --generate-hashes --no-header --python-version 3.11.0 --extra sentry --extra telemetry --extra s3 -c requirements.txt pyproject.toml -o requirements-extra.txt

.env:
	@$(PYTHON) -c 'import secrets; print("SECRET_KEY=" + secrets.token_urlsafe(50) + "\nDEBUG=on")' > .env
.demo/env:
	@mkdir -p .demo
	@$(PYTHON) -c 'import secrets; print("SECRET_KEY=" + secrets.token_urlsafe(50))' > .demo/env
	@echo "DEMO=on" >> .demo/env
	@echo "DATABASE_URL=sqlite:///$(CURDIR)/.demo/campaigns.sqlite3" >> .demo/env
	@echo "EMAIL_URL=filemail:///$(CURDIR)/.demo/mail" >> .demo/env
	@echo "STATIC_ROOT=.demo/static" >> .demo/env
