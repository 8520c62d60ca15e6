# Each line is a command one could type.

ui := dashboard-ui
packages := $(ui)/node_modules/.package-lock.json
# What ships, and its tests. The targets of fuzz/ turn on a feature of core and web-api that what ships is without. The lint sees
# all at once, with that feature: what only they use of the two is no dead code to it.
tested := --workspace --exclude boostdesk-fuzz

.PHONY: test lint built test-rust test-dashboard test-browser test-schema stopwatch bench soak dev openapi schema outcomes order prepare
.NOTPARALLEL:

## Everything there is, on a machine with Rust, Node and npm; installs what it lacks.
test: prepare lint test-rust test-dashboard test-browser test-schema

lint: $(packages)
	cargo fmt --all --check
	(cd $(ui) && npm run lint) & dashboard=$$!; \
	cargo clippy --workspace --all-targets -- -D warnings; rust=$$?; \
	wait $$dashboard && exit $$rust
	.ci/dependencies

## The debug build of all that is tested, `boostdesk` with it. One that names a package has other features, and compiles all again.
built:
	cargo test $(tested) --no-run

## Many of them wait, for a platform that is slow or a process that was killed: more at once than there are processors, and the longest,
## which is killed a hundred times on each database, beside the others.
test-rust: built
	cargo test $(tested) --quiet --test it crash:: & crashes=$$!; \
	RUST_TEST_THREADS=6 cargo test $(tested) -- --skip crash::; others=$$?; \
	wait $$crashes && exit $$others

test-dashboard: $(packages)
	cd $(ui) && npm test

## In a real Chromium against the debug build.
test-browser: built $(packages)
	cd $(ui) && npm run e2e

## Made-up requests against the debug build, held against the API's document: CASES=530 for 100,000 of them, BOOSTDESK_BIN for another build.
test-schema: built
	.ci/schema --cases $(or $(CASES),3)

## What ten jobs of sellers and customers take, in clicks, keys and seconds, against the debug build or BOOSTDESK_BIN.
stopwatch: built $(packages)
	cd $(ui) && npm run stopwatch

## The binary of a release beside the least that could do the same work, and beside a peer on Node: ARGS="redeem --json" runs
## some of it, for machines, and ARGS="redeem --compare main" says what changed since.
bench:
	cargo build --profile dist -p boostdesk
	cargo run --profile dist -p boostdesk-bench -- $(ARGS)

## The bot against a platform that breaks at random (SECONDS=3600 for an hour), a hundred rounds of each race, how long
## others wait for exports and imports, a hundred imports at once, a thousand orders of a moody service, and 100,000
## made-up requests.
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

## How orders end, as the dashboard's tests hold their own words for it against: after core's has changed.
outcomes:
	BOOSTDESK_WRITE_OUTCOMES=1 cargo test -p boostdesk-core --test it standing::the_dashboards_table

## Which functions stand together at the program's beginning: asked of a `dist` build, by valgrind, and added to those that are
## known. For a release, and when `make bench ARGS=memory` says so.
order:
	cargo build --profile dist -p boostdesk
	node bot/link/order.mjs target/dist/boostdesk > bot/link/first.tmp && mv bot/link/first.tmp bot/link/first.txt

prepare:
	.ci/prepare

$(packages): $(ui)/package-lock.json
	cd $(ui) && npm ci --no-audit --no-fund
