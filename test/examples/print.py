#!/usr/bin/env python3
"""Prints a label on the station's label printer, and waits until it is printed. Needs Python 3 and no packages.

    PACKBENCH_TOKEN=pb_... python3 print.py label.zpl

The token needs the scope print:raw; for a PDF or PNG, print is enough.
"""
import base64
import json
import os
import sys
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("PACKBENCH_URL", "http://127.0.0.1:4747/api/v1")
HEADERS = {"Authorization": "Bearer " + os.environ["PACKBENCH_TOKEN"], "Content-Type": "application/json"}


def request(path, body=None, headers=None):
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(URL + path, data, {**HEADERS, **(headers or {})}), timeout=60)


def queue(path_of_file):
    """Queues the label and returns its print job. The key makes a retry safe: the same key and body print once."""
    with open(path_of_file, "rb") as file:
        content = base64.b64encode(file.read()).decode()
    key = {"Idempotency-Key": os.environ.get("PACKBENCH_KEY", str(uuid.uuid4()))}
    for attempt in range(3):
        try:
            with request("/station/printjobs", {"content": content, "title": "print.py"}, key) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError:
            raise
        except OSError:
            if attempt == 2:
                raise


def follow(job):
    """Follows a print job, and returns it when it has ended, or when a person must look at the printer."""
    while True:
        with request("/station/printjobs/" + job["id"] + "/events") as events:
            for line in events:
                if line.startswith(b"data: "):
                    job = json.loads(line[len(b"data: "):])
                    if job["status"] in ("SENT", "CONFIRMED", "FAILED", "UNKNOWN"):
                        return job


def main():
    try:
        job = follow(queue(sys.argv[1]))
    except urllib.error.HTTPError as error:
        sys.exit("not accepted: " + error.read().decode())
    if job["status"] in ("SENT", "CONFIRMED"):
        print(job["status"])
    elif job["status"] == "FAILED":
        sys.exit("FAILED: " + job["lastError"])
    else:
        print("UNKNOWN: look at the printer, and answer at the station", file=sys.stderr)
        sys.exit(2)


main()
