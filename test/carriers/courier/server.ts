/**
 * A simulated carrier over HTTP, as a separate process, with prices, labels, cancellations, scans,
 * invoices, and a record of what it charged. Tests set its faults from outside, each for the next
 * request of one operation.
 *
 *     node server.ts          prints its address, {"url": "http://127.0.0.1:PORT"}
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Fault, OperationName } from "./faults.ts";

type Label = {
  readonly code: string;
  readonly kg: number;
  readonly kurus: number;
  isCancelled: boolean;
  isPickedUp: boolean;
};
type Reply = { readonly status: number; readonly body: unknown };

/** Delay of a late answer and of a slow answer, ms. */
const LATE_MS = 400;
const SLOW_MS = 250;

const labels = new Map<string, Label>();
const faults = new Map<OperationName, Fault[]>();
let calls = 0;

const server = createServer((request, response) => {
  void handle(request, response).catch(() => response.destroy());
});
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`,
  ),
);

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await bodyOf(request);
  const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  const [, first = "", second = "", third = ""] = (request.url ?? "").split("/");
  if (first === "control") return send(response, control(second, body));
  calls += 1;
  if (request.headers.authorization !== "Bearer courier")
    return send(response, { status: 401, body: { problem: "unknown customer" } });
  const operation = operationOf(request.method ?? "", first, third);
  const fault = faults.get(operation)?.shift();
  if (fault === "cut before") return void request.socket.destroy();
  if (fault === "refused")
    return send(response, { status: 422, body: { problem: "we do not take this parcel" } });
  if (fault === "busy") return send(response, { status: 503, body: { problem: "busy" } });
  if (fault === "throttled")
    return send(response, { status: 429, body: { problem: "too many requests" } });
  const reply = act(operation, second, body);
  await answer(request, response, reply, fault);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  fault: Fault | undefined,
): Promise<void> {
  const text = JSON.stringify(reply.body);
  const head = `HTTP/1.1 ${reply.status} OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n`;
  if (fault === "cut after") return void request.socket.destroy();
  if (fault === "cut in")
    return void request.socket.end(head + text.slice(0, Math.floor(text.length / 2)), () =>
      request.socket.destroy(),
    );
  if (fault === "twice") return void request.socket.end(head + text + head + text);
  if (fault === "garbage") return send(response, { status: 200, body: "<html>Bad gateway</html>" });
  if (fault === "late") await wait(LATE_MS);
  if (fault !== "slow") return send(response, reply);
  response.writeHead(reply.status, { "content-type": "application/json" });
  for (const part of text.match(/[\s\S]{1,40}/g) ?? []) {
    response.write(part);
    await wait(SLOW_MS / Math.ceil(text.length / 40));
  }
  response.end();
}

function operationOf(method: string, first: string, third: string): OperationName {
  if (first === "rates") return "quote";
  if (first === "invoices") return "invoice";
  if (method === "DELETE") return "cancel";
  if (third === "file") return "label";
  if (third === "scans") return "track";
  return method === "GET" ? "find" : "buy";
}

function act(operation: OperationName, id: string, body: Record<string, unknown>): Reply {
  const label = labels.get(id);
  if (operation === "quote") return quote(body);
  if (operation === "buy") return buy(id, body);
  if (operation === "find")
    return {
      status: 200,
      body: { label: label === undefined || label.isCancelled ? null : wordsOf(label) },
    };
  if (operation === "invoice")
    return {
      status: 200,
      body: {
        lines: [...labels.values()]
          .filter((l) => !l.isCancelled)
          .map(({ code, kg, kurus }) => ({ code, kg, kurus })),
      },
    };
  if (label === undefined) return { status: 404, body: { problem: "no such label" } };
  if (operation === "cancel") return cancel(label);
  if (operation === "label")
    return {
      status: 200,
      body: { type: "zpl", base64: Buffer.from(`^XA^FD${label.code}^FS^XZ`).toString("base64") },
    };
  return {
    status: 200,
    body: {
      scans: label.isPickedUp
        ? [{ what: "PICKUP", where: "Kadıköy", when: "2026-11-21T10:00:00Z" }]
        : [],
    },
  };
}

function quote({ kg, to }: Record<string, unknown>): Reply {
  if (Number(kg) > 50)
    return {
      status: 200,
      body: { rates: [], declined: [{ product: "DAY", why: "heavier than 50 kg" }] },
    };
  const city = (to as { city?: string } | undefined)?.city ?? "";
  return {
    status: 200,
    body: {
      rates: [
        {
          product: "DAY",
          title: "Courier Day",
          kurus: 5_000 + Math.ceil(Number(kg)) * 250 + (city === "34" ? 0 : 1_000),
          hours: 24,
        },
      ],
      declined: [],
    },
  };
}

/** Sells a label; a repeated id is answered with the label that was sold before. */
function buy(id: string, { kg, product }: Record<string, unknown>): Reply {
  if (product !== "DAY") return { status: 422, body: { problem: "no such product" } };
  const known = labels.get(id);
  const label = known ?? {
    code: `C${process.pid}${String(labels.size + 1).padStart(6, "0")}`,
    kg: Number(kg),
    kurus: 5_000,
    isCancelled: false,
    isPickedUp: false,
  };
  if (label.isCancelled) return { status: 409, body: { problem: "this label was cancelled" } };
  labels.set(id, label);
  return { status: 201, body: wordsOf(label) };
}

function wordsOf({ code }: Label): { code: string; follow: string } {
  return { code, follow: `https://courier.example/${code}` };
}

function cancel(label: Label): Reply {
  if (label.isPickedUp) return { status: 409, body: { problem: "we have the parcel already" } };
  label.isCancelled = true;
  return { status: 200, body: {} };
}

function control(what: string, body: Record<string, unknown>): Reply {
  if (what === "fault")
    faults.set(body["operation"] as OperationName, [...(body["faults"] as Fault[])]);
  if (what === "pick-up") for (const label of labels.values()) label.isPickedUp = true;
  const all = [...labels.values()];
  return {
    status: 200,
    body: {
      charged: all.length,
      cancelled: all.filter((l) => l.isCancelled).length,
      calls,
      sold: [...labels].flatMap(([id, l]) => (l.isCancelled ? [] : [id])),
    },
  };
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
