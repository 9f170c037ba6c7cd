/**
 * HTTP server of the simulator, on loopback: its page, its jobs, its behaviour and its counters.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { z } from "zod";
import { pageLanguageOf } from "../../base/page-language.ts";
import { behaviourSchema, type Behaviour, type BehaviourInput } from "./behaviour.ts";
import { endingOf, type JobStore, type SimulatorJob } from "./job-store.ts";
import type { LabelReader } from "./label-reader.ts";
import type { Odometer } from "./odometer.ts";
import { SIMULATOR_LANGUAGES, type SimulatorLanguage } from "./printer-stream.ts";
import { simulatorPageHtml } from "./simulator-page.ts";

export type SimulatorPageDeps = {
  readonly store: JobStore;
  readonly reader: LabelReader;
  behaviour(): Behaviour;
  setBehaviour(behaviour: BehaviourInput): void;
  language(): SimulatorLanguage;
  setLanguage(language: SimulatorLanguage): void;
  odometer(): Odometer;
  waiting(): number;
  garbageBytes(): number;
};

const languageSchema = z.strictObject({ language: z.enum(SIMULATOR_LANGUAGES) });

const LONGEST_BODY = 4_096;
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;
const HEADERS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy":
    "default-src 'none'; img-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** A request that cannot be carried out; any other thrown error is a bug. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Returns the server of the page and its data; not listening yet. */
export function createSimulatorPage(parts: SimulatorPageDeps): Server {
  return createServer((request, response) => {
    answer(request, response, parts).catch((error: unknown) => {
      const status = error instanceof Refusal ? error.status : 500;
      sendJson(response, status, {
        message: error instanceof Error ? error.message : "something went wrong",
      });
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: SimulatorPageDeps,
): Promise<void> {
  // Rejects other host names, so that a foreign web page cannot reach this server through a name
  // that resolves to loopback (DNS rebinding).
  if (!LOOPBACK.test(request.headers.host ?? ""))
    throw new Refusal(403, "only 127.0.0.1 and localhost are served");
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  if (url.pathname === "/behaviour")
    return changeable(request, response, {
      read: parts.behaviour,
      schema: behaviourSchema,
      write: parts.setBehaviour,
    });
  if (url.pathname === "/printer")
    return changeable(request, response, {
      read: () => printerFacts(parts),
      schema: languageSchema,
      write: ({ language }) => parts.setLanguage(language),
    });
  if (request.method !== "GET") throw new Refusal(405, "only GET here");

  const file = /^\/jobs\/([1-9]\d{0,8})\.(zpl|tspl|epl|png)$/.exec(url.pathname);
  if (file !== null) return fileAnswer(response, parts, Number(file[1]), file[2] ?? "");
  if (url.pathname === "/jobs")
    return sendJson(response, 200, await jobsAnswer(url.searchParams, parts));
  if (url.pathname === "/")
    return send(
      response,
      200,
      "text/html; charset=utf-8",
      simulatorPageHtml(pageLanguageOf(request.headers["accept-language"])),
    );
  throw new Refusal(404, "there is no such page");
}

async function jobsAnswer(query: URLSearchParams, parts: SimulatorPageDeps): Promise<unknown> {
  const asked = [...query.keys()];
  if (asked.some((key) => key !== "barcode") || asked.length > 1)
    throw new Refusal(400, "only one barcode=… is allowed");
  const barcode = query.get("barcode");
  if (barcode === "") throw new Refusal(400, "barcode is empty");
  const jobs = barcode === null ? parts.reader.jobs() : await parts.reader.jobsWith(barcode);
  return jobs.toReversed().map(wireJob);
}

function wireJob({ peer: _peer, ...job }: SimulatorJob): Omit<SimulatorJob, "peer"> {
  return job;
}

async function fileAnswer(
  response: ServerResponse,
  parts: SimulatorPageDeps,
  n: number,
  ending: string,
): Promise<void> {
  const job = parts.store.find(n);
  if (job === undefined) throw new Refusal(404, `there is no job ${n}`);
  if (ending !== "png" && ending !== endingOf(job.language))
    throw new Refusal(
      404,
      `job ${n} is ${job.language}: its file ends in .${endingOf(job.language)}`,
    );
  if (ending === "zpl")
    return send(response, 200, "text/plain; charset=utf-8", await parts.store.read(n));
  if (ending !== "png")
    return send(response, 200, "application/octet-stream", await parts.store.read(n));
  const picture = await parts.reader.picture(n).catch((error: unknown) => {
    throw new Refusal(422, error instanceof Error ? error.message : "the label could not be drawn");
  });
  return send(response, 200, "image/png", picture);
}

function printerFacts(parts: SimulatorPageDeps): unknown {
  return {
    language: parts.language(),
    waiting: parts.waiting(),
    odometer: parts.odometer(),
    garbageBytes: parts.garbageBytes(),
  };
}

/** Serves a changeable resource: GET returns it, POST changes it. */
async function changeable<T>(
  request: IncomingMessage,
  response: ServerResponse,
  resource: { read(): unknown; readonly schema: z.ZodType<T>; write(value: T): void },
): Promise<void> {
  if (request.method === "GET") return sendJson(response, 200, resource.read());
  if (request.method !== "POST") throw new Refusal(405, "only GET and POST here");
  if (!/^application\/json\b/.test(request.headers["content-type"] ?? ""))
    throw new Refusal(415, "the body must be application/json");
  const asked = resource.schema.safeParse(parseJson(await bodyOf(request)));
  if (!asked.success) throw new Refusal(400, z.prettifyError(asked.error));
  resource.write(asked.data);
  return sendJson(response, 200, resource.read());
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > LONGEST_BODY) throw new Refusal(413, "the body is too long");
  }
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "the body is not JSON");
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  send(response, status, "application/json; charset=utf-8", JSON.stringify(value));
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  content: string | Uint8Array,
): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { ...HEADERS, "content-type": type });
  response.end(content);
}
