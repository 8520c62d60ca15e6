"""A fulfilment service for Boostdesk to start from, with the standard library alone: python3 service.py

It receives jobs, delivers their tokens, and reports the result of each. Write your own `deliver`; the rest is the protocol:
signatures, the same answer to the same webhook-id, results that come later, and a journal that survives crashes.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor, TimeoutError
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SECRET = os.environ["WEBHOOK_SECRET"]  # The secret that Boostdesk showed you.
BOOSTDESK_URL = os.environ.get("BOOSTDESK_URL", "http://127.0.0.1:8080")
DATA = Path(os.environ.get("DATA", "data"))
PATIENCE = int(os.environ.get("PATIENCE_MS", "20000")) / 1000
KEY = base64.b64decode(SECRET.removeprefix("whsec_"))
DATA.mkdir(parents=True, exist_ok=True)


def deliver(job, token, again):
    """Your part: deliver one token of the job. `again` says that an earlier attempt was cut off: find out what became of it
    before you try again."""
    if len(token) < 8:
        return {"token": token, "ok": False, "reason": "That is no token"}
    print(f"{'Again: a' if again else 'A'} token for {job['invite']}, order {job['orderId']}", flush=True)
    return {"token": token, "ok": True}


deliver.is_sample = True  # Remove this together with the sample.


def known(journal):
    for line in journal.read_text().splitlines() if journal.exists() else []:
        with suppress(ValueError):  # A line that a crash cut off.
            yield json.loads(line)


def work(webhook_id, job):
    """One journal per webhook-id: a token is written down before it is tried, and its result afterwards."""
    journal = DATA / f"{webhook_id}.jsonl"
    lines, results = list(known(journal)), []
    with open(os.open(journal, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600), "a") as file:

        def write(line):
            file.write("\n" + json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())

        for token in job["tokens"]:
            seen = [line for line in lines if line["token"] == token]
            result = next((line for line in seen if "ok" in line), None)
            if result is None:
                write({"token": token})
                result = deliver(job, token, again=bool(seen))
                write(result)
            results.append(result)
    return results


WORKERS, UNDER_WAY, LOCK = ThreadPoolExecutor(16), {}, threading.Lock()


def results_of(webhook_id, job):
    with LOCK:
        if webhook_id not in UNDER_WAY or UNDER_WAY[webhook_id].done():
            UNDER_WAY[webhook_id] = WORKERS.submit(work, webhook_id, job)
        return UNDER_WAY[webhook_id]


def sign(webhook_id, timestamp, body):
    mac = hmac.new(KEY, f"{webhook_id}.{timestamp}.".encode() + body, hashlib.sha256)
    return "v1," + base64.b64encode(mac.digest()).decode()


def is_signed(headers, body):
    webhook_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not re.fullmatch(r"[0-9a-f-]+\.\d+", webhook_id) or not timestamp.isdigit():
        return False
    expected = sign(webhook_id, timestamp, body)
    given = headers.get("webhook-signature", "").split(" ")
    return abs(time.time() - int(timestamp)) <= 300 and any(hmac.compare_digest(one, expected) for one in given)


def report(job, results):
    """Sends the results later, until they are accepted or refused."""
    body, pause = json.dumps({"results": results}).encode(), 1
    while True:
        webhook_id, timestamp = str(uuid.uuid4()), str(int(time.time()))
        signature = sign(webhook_id, timestamp, body)
        signed = {"webhook-id": webhook_id, "webhook-timestamp": timestamp, "webhook-signature": signature}
        headers = {"content-type": "application/json", **signed}
        request = urllib.request.Request(f"{BOOSTDESK_URL}/api/delivery/{job['jobId']}/result", body, headers)
        try:
            return urllib.request.urlopen(request, timeout=30).close()
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429:
                return print("The results were refused:", error.code, flush=True)
        except OSError:
            pass
        time.sleep(pause)
        pause = min(pause * 2, 300)


class Service(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_signed(self.headers, body):
            return self.answer(401)
        job = json.loads(body)
        done = results_of(self.headers["webhook-id"], job)
        with suppress(TimeoutError):
            if PATIENCE > 0:
                return self.answer(200, json.dumps({"results": done.result(PATIENCE)}).encode())
        self.answer(202)
        report(job, done.result())

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8090"))), Service)
print(f"Listening on http://127.0.0.1:{server.server_port}/", flush=True)
if getattr(deliver, "is_sample", False):
    print("`deliver` is still the sample: it delivers nothing and says ok", file=sys.stderr)
server.serve_forever()
