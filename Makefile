# Everything runs in .venv, which is made on first use. `make lab` opens the lessons, `make test` runs every test.
# Another Python than python3: `make lab PYTHON=python3.12`; more for JupyterLab: `make lab ARGS="--no-browser --port=8889"`.

PYTHON ?= python3
PY := .venv/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check
# In a container one is often root, and there JupyterLab wants to be told so.
AS_ROOT := $(shell [ "$$(id -u)" = 0 ] && echo --allow-root)
COMPILE := $(PY) -m uv pip compile --quiet --upgrade --no-annotate --no-emit-index-url --no-emit-package attnlib \
	--custom-compile-command "make lock"

# What shares nothing runs side by side; what shares a JupyterLab or a lesson stays together (tests/conftest.py).
PARALLEL := --numprocesses auto --maxprocesses 4 --dist loadgroup
ELSEWHERE := browser or binder or slow or oracles or bench
QUICK := -m "not ($(ELSEWHERE))" --ignore=tests/notebooks

.PHONY: lab test quick check types coverage lowest oracles bench mutants graders notebooks sheets links lock clean

lab: .venv/reader
	$(PY) -m jupyterlab $(AS_ROOT) --LabApp.default_url=/lab/tree/notebooks/01_queries_keys_values.ipynb $(ARGS)

# Every test, each lesson against its stored numbers (strict nbval, twice in a row) and in a real JupyterLab.
test: .venv/browser
	$(PY) -m pytest $(PARALLEL) --cov

# What a contributor runs before a commit: everything that needs neither a browser nor a lesson.
quick: .venv/tests
	$(PY) -m pytest $(PARALLEL) -q $(QUICK)

check: .venv/tests
	$(PY) -m ruff check && $(PY) -m ruff format --check
	$(PY) -m mypy && .venv/bin/lint-imports
	@$(MAKE) --no-print-directory types

# The types of the views' JavaScript, strictly, where Node is installed.
types:
	@if command -v node >/dev/null && command -v npm >/dev/null; then $(MAKE) --no-print-directory --silent tests/js/node_modules/made && \
	tests/js/node_modules/.bin/tsc -p tests/js && echo "The types of the JavaScript hold."; \
	else echo "NOT CHECKED: the types of the JavaScript, since Node and npm are not installed (https://nodejs.org)."; fi

# Floors 1 and 2 by the quick tests alone: all lines, all branches.
coverage: .venv/tests
	$(PY) -m pytest $(PARALLEL) $(QUICK) --cov

# The same tests with the oldest releases that we allow.
lowest: .venv-lowest/made
	.venv-lowest/bin/python -m pytest $(PARALLEL) -q $(QUICK) -m "not ($(ELSEWHERE) or pinned)"

oracles: .venv/oracles
	$(PY) -c "import torch" && $(PY) -m pytest -m oracles tests/oracles

bench: .venv/browser
	$(PY) -m pytest -m bench -s tests/benchmarks

mutants: .venv/tests
	$(PY) -m tests.mutants

# The exercises' checks against a catalogue of wrong and right answers.
graders: .venv/tests
	$(PY) -m tests.wrong_answers.graders

# Runs the lessons and stores what they show, ready to commit.
notebooks: .venv/tests
	$(PY) -m tests.notebooks.regenerate

# The sheets to print and fill by hand, docs/sheets/*.pdf.
sheets: .venv/tests
	$(PY) -m tests.sheets

links: .venv/tests
	$(PY) -m tests.links

# The exact pins: constraints.txt for CI, binder/requirements.txt for Binder.
lock: .venv/tests
	$(PIP) uv && $(COMPILE) --universal --python-version 3.11 --extra test requirements.txt pyproject.toml -o constraints.txt
	$(COMPILE) --python-version 3.13 --python-platform linux -c constraints.txt binder/requirements.in -o binder/requirements.txt

clean:
	rm -rf tests/js/node_modules .venv .venv-lowest .binder-venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage tests/artifacts

# ------------------------------------------------------------------------------------------------------- environment
# Stamps: a target is made again only when what it installs has changed.

.venv/made:
	@$(PYTHON) -c 'import sys; v = sys.version.split()[0]; sys.exit(sys.version_info < (3, 11) and \
	"$(PYTHON) is Python %s, but the lessons need 3.11 or newer. Name another: make lab PYTHON=python3.12" % v)'
	$(PYTHON) -m venv .venv && touch $@

.venv/reader: .venv/made requirements.txt pyproject.toml
	@echo "Installing what the lessons need (about a minute, once) ..."
	$(PIP) -r requirements.txt && touch $@

.venv/tests: .venv/reader
	@echo "Installing what the tests need (about a minute, once) ..."
	$(PIP) -e '.[test]' && touch $@

# An old Matplotlib and a new pyparsing warn about each other, and a warning fails a test.
.venv-lowest/made: .venv/tests requirements.txt pyproject.toml
	$(PIP) uv && .venv/bin/uv venv --quiet --clear --python $(PY) .venv-lowest
	.venv/bin/uv pip install --quiet --python .venv-lowest --resolution lowest-direct -r requirements.txt -e '.[test]' 'pyparsing>=3.1,<3.3'
	touch $@

.venv/browser: .venv/tests
	@$(PY) -m tests.browser.install && touch $@

tests/js/node_modules/made: tests/js/package-lock.json
	npm ci --prefix tests/js --silent --no-audit --no-fund && touch $@

.venv/oracles: .venv/tests
	$(PIP) -e '.[oracles]' && touch $@
