# Each line is a command one could type.

ui := dashboard-ui
packages := $(ui)/node_modules/.package-lock.json
# Everything that ships, and its tests. The targets of fuzz/ turn on a feature of core and web-api that does not ship. The lint
# checks all at once, with that feature, so code that only fuzz/ uses is not reported as dead.
tested := --workspace --exclude boostdesk-fuzz

.PHONY: test lint built test-rust test-dashboard test-browser test-schema stopwatch bench soak dev openapi schema outcomes order prepare
.NOTPARALLEL:

## All lints and tests, on a machine with Rust, Node and npm; installs what else is missing.
test: prepare lint test-rust test-dashboard test-browser test-schema

lint: $(packages)
	cargo fmt --all --check
	(cd $(ui) && npm run lint) & dashboard=$$!; \
	cargo clippy --workspace --all-targets -- -D warnings; rust=$$?; \
	wait $$dashboard && exit $$rust
	.ci/dependencies

## The debug build of all that is tested, including `boostdesk`. Naming one package selects other features and recompiles all.
built:
	cargo test $(tested) --no-run

## Many tests only wait, for a slow platform or a killed process, so more of them run than there are processors. The longest, which
## kills a process a hundred times on each database, runs beside the others.
test-rust: built
	cargo test $(tested) --quiet --test it crash:: & crashes=$$!; \
	RUST_TEST_THREADS=6 cargo test $(tested) -- --skip crash::; others=$$?; \
	wait $$crashes && exit $$others

test-dashboard: $(packages)
	cd $(ui) && npm test

## In a real Chromium against the debug build.
test-browser: built $(packages)
	cd $(ui) && npm run e2e

## Generated requests to the debug build, checked against the API's document: CASES=530 for 100,000, BOOSTDESK_BIN for another build.
test-schema: built
	.ci/schema --cases $(or $(CASES),3)

## Measures ten jobs of sellers and customers in clicks, keys and seconds, on the debug build or BOOSTDESK_BIN.
stopwatch: built $(packages)
	cd $(ui) && npm run stopwatch

## Compares the release binary with a minimal server that does the same work and with a peer on Node. ARGS="redeem --json" runs
## one part and prints JSON, and ARGS="redeem --compare main" says what has changed since `main`.
bench:
	cargo build --profile dist -p boostdesk
	cargo run --profile dist -p boostdesk-bench -- $(ARGS)

## Long tests: the bot against a platform that breaks at random (SECONDS=3600 for an hour), a hundred rounds of each race, how long
## others wait for exports and imports, a hundred imports at once, a thousand orders on an unreliable service, and 100,000
## generated requests.
soak:
	BOOSTDESK_SOAK_S=$(or $(SECONDS),60) cargo test -p boostdesk --test it chat::soak -- --ignored --nocapture
	BOOSTDESK_RACE_ROUNDS=100 cargo test -p boostdesk-core --test it races::
	cargo test -p boostdesk-core --test it others_wait:: -- --ignored --nocapture
	cargo test -p boostdesk --test it imports:: -- --ignored --nocapture
	cargo test -p boostdesk-web-api --test it fulfilment::chaos:: -- --ignored --nocapture
	$(MAKE) test-schema CASES=$(or $(CASES),530)

## The demo shop at http://localhost:5173, with a dashboard that follows its sources.
dev: $(packages)
	trap 'kill 0' EXIT; (cd $(ui) && npm run dev) & BOOSTDESK__WEB__PUBLIC_URL=http://localhost:5173 cargo run -- demo

## The API's description and the dashboard's types, after a handler has changed.
openapi: $(packages)
	document=$$(cargo run --quiet -- openapi) && printf '%s\n' "$$document" > $(ui)/openapi.json
	cd $(ui) && npm run generate

## The schema that a new SQLite database is made with, after a migration was added.
schema:
	touch core/migrations/sqlite.sql
	BOOSTDESK_WRITE_SCHEMA=1 cargo test -p boostdesk-core --test it upgrades::a_new_sqlite_database_is_what

## The outcomes of orders that the dashboard's tests compare their own with, after core's rule has changed.
outcomes:
	BOOSTDESK_WRITE_OUTCOMES=1 cargo test -p boostdesk-core --test it standing::the_dashboards_table

## Updates the list of functions that are linked together at the program's beginning: valgrind finds those that a `dist` build
## runs, and they are added to the known ones. For a release, and when `make bench ARGS=memory` says so.
order:
	cargo build --profile dist -p boostdesk
	node bot/link/order.mjs target/dist/boostdesk > bot/link/first.tmp && mv bot/link/first.tmp bot/link/first.txt

prepare:
	.ci/prepare

$(packages): $(ui)/package-lock.json
	cd $(ui) && npm ci --no-audit --no-fund
