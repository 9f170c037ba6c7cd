/** Sends an answer of a simulated carrier as a fault changes it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Fault, Reply } from "./simulated-carrier.ts";

const SLOW_MS = 1_500;
const HTML = "<!doctype html><html><body><h1>Service unavailable</h1><br></body></html>";

/** Returns the answer that replaces the carrier's work; undefined when the carrier does its work. */
export function replyInstead(fault: Fault | undefined): Reply | undefined {
  switch (fault) {
    case "throttled":
      return { status: 429, type: "text/plain", body: "Too many requests" };
    case "broken":
      return { status: 500, type: "text/plain", body: "Internal server error" };
    case "garbage":
      return { status: 200, type: "text/xml", body: "\u0000<<garbage&" };
    case "html":
      return { status: 200, type: "text/html", body: HTML };
    default:
      return undefined;
  }
}

/** Sends an answer; the faults that cut it destroy the connection. */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  fault: Fault | undefined,
): Promise<void> {
  if (fault === "cut after") return void request.socket.destroy();
  if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  const length = Buffer.byteLength(reply.body);
  response.writeHead(reply.status, { "content-type": reply.type, "content-length": length });
  if (fault !== "cut in") return void response.end(reply.body);
  response.write(reply.body.slice(0, reply.body.length / 2), () => request.socket.destroy());
}
