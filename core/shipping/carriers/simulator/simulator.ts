/**
 * A simulated carrier: the service of one kind of connection, a page, and an interface that sets
 * faults and moves parcels. It is part of the product, so that people can try, teach and test a
 * connection without a carrier. Everything is in memory.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createSimulatedAras } from "./aras.ts";
import { answerControl } from "./control.ts";
import { createSimulatedDhl } from "./dhl.ts";
import { replyInstead, sendReply } from "./answer-with-fault.ts";
import { createSimulatedPtt } from "./ptt.ts";
import type { ReceivedRequest, SimulatedCarrier, SimulatorState } from "./simulated-carrier.ts";
import { createSimulatedYurtici } from "./yurtici.ts";

/** Kinds that can be simulated. A new kind is one entry. */
export const SIMULATED: Readonly<Record<string, () => SimulatedCarrier>> = {
  aras: createSimulatedAras,
  dhl: createSimulatedDhl,
  ptt: createSimulatedPtt,
  yurtici: createSimulatedYurtici,
};

const LONGEST_BODY = 2_000_000;
const KEPT_CALLS = 50;

export type CarrierSimulator = {
  /** Address of the service, for the connection's field `url`. */
  readonly url: string;
  /** Addresses of all services, by the connection's fields. */
  readonly urls: Readonly<Record<string, string>>;
  readonly pageUrl: string;
  close(): Promise<void>;
};

/** Starts the simulator on this computer. @param port 0 chooses a free port. */
export async function startCarrierSimulator(
  carrier: SimulatedCarrier,
  port: number,
): Promise<CarrierSimulator> {
  const state: SimulatorState = { carrier, faults: new Map(), lasting: null, calls: [] };
  const server = createServer((request, response) => {
    void answer(state, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${portOf(server)}`;
  return {
    url: `${origin}${carrier.paths.url}`,
    urls: Object.fromEntries(
      Object.entries(carrier.paths).map(([field, path]) => [field, `${origin}${path}`]),
    ),
    pageUrl: `${origin}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  state: SimulatorState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { carrier } = state;
  const received = await receive(request);
  if (received === undefined) return void response.writeHead(413).end();
  const control = answerControl(state, received);
  if (control !== undefined) {
    response.writeHead(control.status, { ...control.headers, "content-type": control.type });
    return void response.end(control.body);
  }
  const operation = carrier.operationOf(received);
  const next = state.faults.get(operation)?.shift() ?? state.lasting ?? "none";
  const fault = next === "none" ? undefined : next;
  const note = (status: number | null): void => {
    state.calls.unshift({
      at: new Date().toISOString(),
      operation,
      fault: fault ?? null,
      status,
    });
    state.calls.length = Math.min(state.calls.length, KEPT_CALLS);
  };
  if (fault === "cut before") {
    note(null);
    return void request.socket.destroy();
  }
  const reply = replyInstead(fault) ?? (await carrier.answer(received, fault));
  note(fault?.startsWith("cut") === true ? null : reply.status);
  await sendReply(request, response, reply, fault);
}

/** Reads a request whole; undefined when its body is too long. */
async function receive(request: IncomingMessage): Promise<ReceivedRequest | undefined> {
  let body = "";
  request.setEncoding("utf8");
  for await (const part of request) {
    body += String(part);
    if (body.length > LONGEST_BODY) return undefined;
  }
  return {
    method: request.method ?? "",
    path: new URL(request.url ?? "/", "http://127.0.0.1").pathname,
    headers: request.headers,
    body,
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
