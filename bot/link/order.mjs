// Prints the functions that run during a start, a login and an idle period, and those that the list has already: inlining
// differs from build to build. `node bot/link/order.mjs BINARY`, of the `dist` profile; empty the list to begin anew. Valgrind's
// callgrind finds the functions that ran, `nm` lists all: decision 0052.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/** Of the bytes that one prefix matches, at least this share has run. */
const SHARE_RUN = 0.9;
/** Prefixes are cut to this many characters. */
const LONGEST = 180;
/** Long enough for everything that an idle process does from time to time to have run once, even under callgrind. */
const REST_MS = 8_000;

const list = new URL("first.txt", import.meta.url);
const binary = resolve(process.argv[2] ?? "target/dist/boostdesk");
const folder = mkdtempSync(join(tmpdir(), "boostdesk-order-"));
try {
  const byName = ranAndAll(sizes(), await whatRuns());
  const known = readFileSync(list, "utf8").split("\n").filter(Boolean);
  const names = shortest([...known, ...prefixes(byName)]);
  process.stdout.write(names.map((prefix) => `${prefix}\n`).join(""));
} finally {
  rmSync(folder, { recursive: true });
}

/** The names of all functions that run. */
async function whatRuns() {
  const [port, operations] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    BOOSTDESK__WEB__BIND: `127.0.0.1:${port}`,
    BOOSTDESK__WEB__OPERATIONS_BIND: `127.0.0.1:${operations}`,
    BOOSTDESK__WEB__PUBLIC_URL: origin,
  };
  const seller = spawnSync(binary, ["seller", "add", "mika", "--json"], { cwd: folder, env, encoding: "utf8" });
  const { accessCode } = JSON.parse(seller.stdout);

  const told = join(folder, "callgrind.out");
  const tool = ["--tool=callgrind", "--demangle=no", `--callgrind-out-file=${told}`];
  const server = spawn("valgrind", [...tool, binary, "serve"], { cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(server, "exit");
  try {
    await isReady(server);
    const login = await fetch(`${origin}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ access_code: accessCode, captcha_key: "" }),
    });
    if (!login.ok) throw new Error(`the login was refused: ${login.status}`);
    await sleep(REST_MS);
  } finally {
    server.kill("SIGINT");
    await ended;
  }

  // A function is written as `fn=(12) name`, with `'2` after the name where it calls itself.
  const lines = readFileSync(told, "utf8").matchAll(/^c?fn=\(\d+\) ([^'\n]+)/gm);
  return new Set([...lines].map(([, name]) => name));
}

/** The server prints the dashboard's address once it listens. */
async function isReady(server) {
  for await (const line of createInterface(server.stdout)) if (line.startsWith("Dashboard:")) return;
  throw new Error("the server ended before it listened");
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** The program's functions: address, size and name. */
function sizes() {
  const nm = spawnSync("nm", ["--print-size", "--defined-only", binary], { encoding: "utf8", maxBuffer: 2 ** 30 });
  const fields = nm.stdout.split("\n").map((line) => line.split(" "));
  return fields
    .filter(([, , kind, name]) => name && "tTwW".includes(kind))
    .map(([address, size, , name]) => ({ address, size: parseInt(size, 16), name }));
}

/** A name with `*` for what differs between builds: hashes and back references. Suffixes of link-time optimisation are cut. */
function lasting(name) {
  const whole = name.replace(/\.llvm\.\d+$/, "");
  if (!whole.startsWith("_R")) return whole.replace(/17h[0-9a-f]{16}E.*$/, "17h*");
  return whole.replace(/Cs[0-9A-Za-z]+_/g, "Cs*_").replace(/B[0-9A-Za-z]*_/g, "B*_");
}

/** The bytes that have run, and all bytes, by lasting name. */
function ranAndAll(functions, run) {
  // The compiler merges equal functions, so one address can have several names.
  const addresses = new Set(functions.filter(({ name }) => run.has(name)).map(({ address }) => address));
  const byName = new Map();
  for (const { address, size, name } of functions) {
    const sums = byName.get(lasting(name)) ?? { run: 0, all: 0 };
    byName.set(lasting(name), { run: sums.run + (addresses.has(address) ? size : 0), all: sums.all + size });
  }
  return byName;
}

/** The shortest prefixes of names that match all that has run, and little else. */
function prefixes(byName) {
  const names = [...byName.keys()].sort();
  const found = new Set();
  const cut = (from, to) => {
    const part = names.slice(from, to).map((name) => byName.get(name));
    const ran = part.reduce((sum, one) => sum + one.run, 0);
    if (ran === 0) return;
    const prefix = common(names[from], names[to - 1]);
    if (to - from === 1 || ran >= SHARE_RUN * part.reduce((sum, one) => sum + one.all, 0)) {
      found.add(prefix.slice(0, LONGEST));
      return;
    }
    for (let start = from; start < to; ) {
      const letter = names[start][prefix.length];
      let end = start + 1;
      while (end < to && names[end][prefix.length] === letter) end += 1;
      cut(start, end);
      start = end;
    }
  };
  cut(0, names.length);
  return [...found];
}

/** Leaves out the prefixes that begin with another one. */
function shortest(prefixes) {
  const kept = [];
  for (const prefix of prefixes.sort()) if (!prefix.startsWith(kept.at(-1) ?? " ")) kept.push(prefix);
  return kept;
}

function common(a, b) {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}
