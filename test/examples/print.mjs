#!/usr/bin/env node
/**
 * Prints a label on the station's label printer, and waits until it is printed. Needs Node 20 or
 * newer and no packages.
 *
 *     PACKBENCH_TOKEN=pb_… node print.mjs label.zpl
 *
 * The token needs the scope print:raw; for a PDF or PNG, print is enough.
 */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";

const url = process.env["PACKBENCH_URL"] ?? "http://127.0.0.1:4747/api/v1";
const authorization = `Bearer ${process.env["PACKBENCH_TOKEN"]}`;

/**
 * Queues the label. The key makes a retry safe: the same key and body print once.
 * @returns The print job.
 */
async function queue(file) {
  const body = JSON.stringify({
    content: (await readFile(file)).toString("base64"),
    title: "print.mjs",
  });
  const headers = {
    authorization,
    "content-type": "application/json",
    "idempotency-key": process.env["PACKBENCH_KEY"] ?? randomUUID(),
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await (
        await fetch(`${url}/station/printjobs`, { method: "POST", headers, body })
      ).json();
      if (answer.result !== true)
        throw Object.assign(new Error(`not accepted: ${answer.code} ${answer.message}`), {
          isAnswer: true,
        });
      return answer.data;
    } catch (error) {
      if (error.isAnswer === true || attempt === 3) throw error;
    }
  }
}

/**
 * Follows a print job.
 * @returns The job when it has ended, or when a person must look at the printer.
 */
async function follow({ id }) {
  for (;;) {
    const events = await fetch(`${url}/station/printjobs/${id}/events`, {
      headers: { authorization },
    });
    if (!events.ok) throw new Error(`not followed: ${await events.text()}`);
    let text = "";
    for await (const chunk of events.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const whole = text.split("\n\n");
      text = whole.pop() ?? "";
      for (const event of whole) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        const job = data === undefined ? undefined : JSON.parse(data);
        if (["SENT", "CONFIRMED", "FAILED", "UNKNOWN"].includes(job?.status)) return job;
      }
    }
  }
}

try {
  const job = await follow(await queue(process.argv[2]));
  if (job.status === "FAILED") throw new Error(`FAILED: ${job.lastError}`);
  if (job.status === "UNKNOWN") {
    process.stderr.write("UNKNOWN: look at the printer, and answer at the station\n");
    process.exitCode = 2;
  } else process.stdout.write(`${job.status}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
