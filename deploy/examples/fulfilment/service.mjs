// A fulfilment service for Boostdesk to start from, without dependencies: node service.mjs
//
// It receives jobs, delivers their tokens, and reports the result of each. Write your own `deliver`; the rest is the
// protocol: signatures, the same answer to the same webhook-id, results that come later, and a journal that survives crashes.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

const { WEBHOOK_SECRET, BOOSTDESK_URL = "http://127.0.0.1:8080", PORT = 8090, DATA = "data" } = process.env;
const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 20_000);
if (!WEBHOOK_SECRET) throw new Error("WEBHOOK_SECRET is the secret that Boostdesk showed you");
const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ""), "base64");
mkdirSync(DATA, { recursive: true });

/**
 * Your part: deliver one token of the job. `again` says that an earlier attempt was cut off: find out what became of it
 * before you try again.
 */
async function deliver(job, token, again) {
  if (token.length < 8) return { token, ok: false, reason: "That is no token" };
  console.log(`${again ? "Again: a" : "A"} token for ${job.invite}, order ${job.orderId}`);
  return { token, ok: true };
}
deliver.isSample = true; // Remove this together with the sample.

// One journal per webhook-id: a token is written down before it is tried, and its result afterwards.
const journal = (id) => join(DATA, `${id}.jsonl`);
const write = (id, line) => appendFileSync(journal(id), `\n${JSON.stringify(line)}\n`, { flush: true, mode: 0o600 });
const known = (id) => (existsSync(journal(id)) ? readFileSync(journal(id), "utf8").split("\n").flatMap(read) : []);
function read(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return []; // The end of the file, or a line that a crash cut off.
  }
}

async function work(id, job) {
  const lines = known(id);
  const results = [];
  for (const token of job.tokens) {
    let result = lines.find((line) => line.token === token && "ok" in line);
    if (!result) {
      const again = lines.some((line) => line.token === token);
      write(id, { token });
      result = await deliver(job, token, again);
      write(id, result);
    }
    results.push(result);
  }
  return results;
}

const underWay = new Map();
function results(id, job) {
  if (!underWay.has(id)) underWay.set(id, work(id, job).finally(() => underWay.delete(id)));
  return underWay.get(id);
}

const sign = (id, timestamp, body) => createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();

function isSigned(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (!id || !signatures || !(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const expected = sign(id, timestamp, body);
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Sends the results later, until they are accepted or refused. */
async function report(job, results) {
  const body = JSON.stringify({ results });
  for (let pause = 1000; ; pause = Math.min(pause * 2, 300_000)) {
    const [id, timestamp] = [randomUUID(), Math.floor(Date.now() / 1000).toString()];
    const signature = `v1,${sign(id, timestamp, body).toString("base64")}`;
    const signed = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
    const headers = { "content-type": "application/json", ...signed };
    const url = `${BOOSTDESK_URL}/api/delivery/${job.jobId}/result`;
    const answer = await fetch(url, { method: "POST", headers, body }).catch(() => undefined);
    if (answer && answer.status < 500 && answer.status !== 429) return;
    await sleep(pause);
  }
}

const server = createServer(async (request, response) => {
  const body = await buffer(request).catch(() => undefined);
  if (!body) return; // It was cut off, and will be sent again.
  const id = request.headers["webhook-id"] ?? "";
  if (!isSigned(request.headers, body) || !/^[0-9a-f-]+\.\d+$/.test(id)) return response.writeHead(401).end();
  const job = JSON.parse(body.toString());
  const all = results(id, job);
  const ready = PATIENCE_MS > 0 && (await Promise.race([all, sleep(PATIENCE_MS)]).catch(() => "failed"));
  if (ready === "failed") return response.writeHead(500).end();
  if (ready) return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results: ready }));
  response.writeHead(202).end();
  await all.then((results) => report(job, results)).catch(console.error);
});
server.listen(PORT, "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}/`);
  if (deliver.isSample) console.error("`deliver` is still the sample: it delivers nothing and says ok");
});
