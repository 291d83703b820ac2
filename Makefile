# Two commands do it all: `make tour` shows what Assay is for, `make test` that it holds. Both set up what they need.
.POSIX:
SHELL = /bin/sh
SETUP = scripts/setup.sh
PYTHON = .venv/bin/python
PYTEST = scripts/with_tools.sh $(PYTHON) -m pytest
# Environment first, whatever is missing is named; status 3 means "as far as possible here".
READY = { $(SETUP) python report dev native || [ $$? -eq 3 ]; }
ALL_READY = { $(SETUP) python packages report dev native languages || [ $$? -eq 3 ]; }

.PHONY: help setup tour test test-all check format bench clean

help:
	@echo 'make setup     puts assay into .venv/bin, builds its launcher, fetches languages that are missing'
	@echo 'make tour      rulings on published claims, a measured ladder, a comparison (minutes)'
	@echo 'make test      all tests but the slow ones; make test-all has those too'
	@echo 'make check     format, lint and types, changing nothing; make format changes'
	@echo 'make bench     Assay beside its peers, each script prints a ratio'
	@echo 'make clean     removes .venv, build and caches; runs/ stays'

setup:
	@$(SETUP) python packages report native languages || [ $$? -eq 3 ]
	@test -x build/native/assay-launch

tour:
	@scripts/tour.sh

# With words: make test WORDS='tests/stats -k looks'
test:
	@$(ALL_READY)
	@$(PYTEST) -n 2 --dist worksteal -q $(WORDS)

test-all:
	@$(ALL_READY)
	@$(PYTEST) -n 2 --dist worksteal -q --slow --timing $(WORDS)
	@scripts/try-wheel.sh

check:
	@$(READY)
	@scripts/check.sh

format:
	@$(SETUP) python dev
	@$(PYTHON) -m ruff format .
	@$(PYTHON) -m ruff check --fix-only --quiet .
	@scripts/native_sources.sh | xargs .venv/bin/clang-format -i
	@scripts/go_and_rust_format.sh --write

bench:
	@$(SETUP) python report native
	@for script in benchmarks/*.py; do echo "== $$script"; scripts/with_tools.sh $(PYTHON) $$script || exit 1; done

clean:
	rm -rf .venv build dist .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find src tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +
