/**
 * The soak: programs of four organizations call a headless station for the given time. Each
 * organization has a program that sends hostile and clumsy requests and a program that sends normal
 * requests. No answer may take longer than a second, no answer may be a fault of the station, and
 * the station's memory must not grow. Time in which the computer gave the station and the programs
 * no processor is not counted.
 *
 *     node test/soak/main.ts [--seconds 60]
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT, folderOnDisk } from "../helpers/folders.ts";
import { HOSTILE, type Hostile } from "./hostile.ts";
import { watchStarved } from "./starved.ts";

const ORGANIZATIONS = 4;
const LATEST_ANSWER_MS = 1_000;
/**
 * Part of the time in which the station is still warming up: code, caches and the call log fill.
 */
const WARM = 0.4;
/** Growth of the station's memory that counts as none, MB. */
const FLAT_MB = 24;
const SAMPLE_MS = 500;

const { values } = parseArgs({ options: { seconds: { type: "string", default: "60" } } });
const seconds = Number(values.seconds);
if (!(seconds >= 10))
  throw new Error(`--seconds must be a number from 10, not "${values.seconds}"`);

const dataDir = folderOnDisk();
const station = spawn(
  process.execPath,
  [
    "--max-semi-space-size=4",
    "--max-old-space-size=512",
    join(ROOT, "core/serve.ts"),
    "--data",
    dataDir,
    "--port",
    "0",
    "--demo",
    "--json",
  ],
  { stdio: ["ignore", "pipe", "pipe"] },
);
let log = "";
station.stderr.on("data", (chunk: Buffer) => (log = (log + chunk.toString()).slice(-20_000)));
const ended = new Promise<void>((done) => station.once("exit", () => done()));
const wrong: string[] = [];
const latest = { ms: 0, of: "" };
let answered = 0;
const starved = watchStarved([process.pid, station.pid ?? 0]);

try {
  await soak();
} finally {
  starved.stop();
  station.kill("SIGTERM");
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}
for (const line of new Set(wrong)) process.stdout.write(`WRONG ${line}\n`);
process.stdout.write(`soak: ${wrong.length === 0 ? "passed" : "FAILED"}\n`);
process.exitCode = wrong.length === 0 ? 0 : 1;

async function soak(): Promise<void> {
  const { url, token } = await ready();
  const tokens = [token];
  const post = async (
    path: string,
    body: unknown,
  ): Promise<{ data: { id: string; token: string } }> =>
    (await (
      await fetch(`${url}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    ).json()) as never;
  while (tokens.length < ORGANIZATIONS) {
    const { data } = await post("/organizations", { name: `O${tokens.length}` });
    tokens.push((await post("/apitokens", { organizationID: data.id })).data.token);
  }
  // On a busy computer the station is not warm after a short run. If its memory grows, a second run
  // must show no growth.
  if (
    report(await press(url, token, tokens)) > FLAT_MB &&
    report(await press(url, token, tokens)) > FLAT_MB
  )
    wrong.push("the memory grew from the middle to the end of both runs");
}

/**
 * Sends requests for the given time.
 * @returns The station's memory, MB, every `SAMPLE_MS`.
 */
async function press(url: string, token: string, tokens: readonly string[]): Promise<number[]> {
  const until = Date.now() + seconds * 1_000;
  const memory: number[] = [];
  const sampling = setInterval(() => memory.push(residentMb(station.pid ?? 0)), SAMPLE_MS);
  await Promise.all([
    ...tokens.map((t, i) => beHostile(url, t, i, until)),
    ...tokens.map((t) => bePolite(url, t, until)),
    giveUpHalfway(url, token, until),
    dropStreams(url, tokens, until),
  ]);
  clearInterval(sampling);
  return memory;
}

async function ready(): Promise<{ url: string; token: string }> {
  for await (const line of createInterface({ input: station.stdout }))
    return JSON.parse(line) as { url: string; token: string };
  throw new Error(`the station did not start: ${log}`);
}

/** Sends every hostile request in turn; each organization starts at another place in the list. */
async function beHostile(url: string, token: string, from: number, until: number): Promise<void> {
  for (let i = from * 7; Date.now() < until; i++) {
    const request = HOSTILE[i % HOSTILE.length];
    if (request !== undefined) await send(url, token, request);
  }
}

async function bePolite(url: string, token: string, until: number): Promise<void> {
  while (Date.now() < until) {
    await send(url, token, { method: "GET", path: "/shipments" });
    await send(url, token, { method: "GET", path: "/parceltemplates" });
    await pause(50);
  }
}

/** Opens connections that stop in the middle of a body. */
async function giveUpHalfway(url: string, token: string, until: number): Promise<void> {
  const { port } = new URL(url);
  while (Date.now() < until) {
    const socket = connect(Number(port), "127.0.0.1", () =>
      socket.write(
        `POST /api/v1/shipments HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"half":`,
      ),
    );
    socket.on("error", () => {});
    if (answered % 2 === 0) setTimeout(() => socket.destroy(), 500);
    await pause(200);
  }
}

async function dropStreams(url: string, tokens: readonly string[], until: number): Promise<void> {
  for (let i = 0; Date.now() < until; i++) {
    const abort = new AbortController();
    void fetch(`${url}/events`, {
      headers: { authorization: `Bearer ${tokens[i % tokens.length]}` },
      signal: abort.signal,
    }).catch(() => undefined);
    setTimeout(() => abort.abort(), 1_000);
    await pause(200);
  }
}

async function send(
  url: string,
  token: string,
  { method, path, body, headers }: Hostile,
): Promise<void> {
  const startedAt = performance.now();
  const name = `${method} ${path.slice(0, 60)}${body === undefined ? "" : ` (${body.length} bytes: ${body.slice(0, 40)})`}`;
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
    });
    await response.arrayBuffer();
    if (response.status >= 500) wrong.push(`${name} answered ${response.status}`);
    if (response.status === 429) await pause(20);
  } catch (error) {
    // The station answers a body that is too large while it is still being sent, and the connection
    // may close before the answer is read.
    if ((body?.length ?? 0) < 1024 * 1024)
      wrong.push(`${name}: ${String(error instanceof Error ? (error.cause ?? error) : error)}`);
    if (station.exitCode !== null)
      throw new Error(`the station ended with ${station.exitCode}: ${log}`, { cause: error });
  }
  answered += 1;
  const tookMs = performance.now() - startedAt;
  const ms = tookMs > LATEST_ANSWER_MS ? tookMs - starved.since(startedAt) : tookMs;
  if (ms > latest.ms) Object.assign(latest, { ms, of: name });
  if (ms > LATEST_ANSWER_MS) wrong.push(`${name} took more than ${LATEST_ANSWER_MS} ms`);
}

/**
 * Prints the figures of a run.
 * @returns By how much the memory grew, MB.
 */
function report(memory: readonly number[]): number {
  const warm = memory.slice(Math.floor(memory.length * WARM));
  const [before, after] = [
    warm.slice(0, Math.floor(warm.length / 2)),
    warm.slice(Math.floor(warm.length / 2)),
  ].map(median);
  const grown = (after ?? 0) - (before ?? 0);
  process.stdout.write(
    `${answered} answers in ${seconds} s; the latest after ${Math.round(latest.ms)} ms (${latest.of})\n`,
  );
  process.stdout.write(
    `memory ${Math.round(before ?? 0)} MB in the middle, ${Math.round(after ?? 0)} MB at the end, ${Math.round(Math.max(...memory))} MB at the most\n`,
  );
  return grown;
}

function residentMb(pid: number): number {
  return (
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) /
    1_024
  );
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
