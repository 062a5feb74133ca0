# SPDX-License-Identifier: MIT
# A thin front for Meson: every target installs what it needs, builds, and does what its name says.

# Where users' build is: release, LTO, no assertions. Tests have their own in build-test.
BUILD ?= build
SETUP := scripts/setup

.PHONY: all play test test-web clauses bench asan fuzz mutants web lint format install clean

all: $(BUILD)/build.ninja
	@ninja -C $(BUILD)

$(BUILD)/build.ninja:
	@$(SETUP) build
	@meson setup $(BUILD) . $(MESON_OPTIONS) >/dev/null

# The browser table; TERMINAL=1: the game in the terminal, which needs nothing but the program.
play: all $(if $(TERMINAL),,web)
ifdef TERMINAL
	@$(BUILD)/limber play scenarios/two-brigades.yaml --rules valour-fortitude
else
	@$(BUILD)/limber serve --web $(BUILD)/web $(if $(PORT),--port $(PORT))
endif

test:
	@$(SETUP) test
	@scripts/test

clauses:
	@$(SETUP) build
	@scripts/clauses

bench:
	@$(SETUP) bench
	@scripts/bench

asan:
	@$(SETUP) test
	@scripts/test --sanitize

fuzz:
	@$(SETUP) test
	@scripts/fuzz $(if $(SECONDS),$(SECONDS),60)

mutants:
	@$(SETUP) test
	@scripts/mutants $(if $(COUNT),--count $(COUNT))

web:
	@$(SETUP) web
	@scripts/web $(BUILD)

test-web: all web
	@$(SETUP) test-web
	@scripts/test-web $(BUILD)

lint:
	@$(SETUP) test
	@scripts/lint

format:
	@$(SETUP) test
	@clang-format-14 -i $$(git ls-files '*.c' '*.h')

install: all
	@meson install -C $(BUILD)
	@[ -n "$(DESTDIR)" ] || ldconfig 2>/dev/null || true

clean:
	@rm -rf $(BUILD) build-*
