/**
 * A webhook receiver: a real HTTP server on loopback that records its requests and gives the test's
 * answers.
 */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type ReceivedCall = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: {
    event?: string;
    data?: { id: string; trackingStatus: { trackingSubStatusCode: string } | null };
  };
};

/** A status, "hang" for no answer at all, or a status with a Location. */
export type Reply = number | "hang" | { readonly status: number; readonly location: string };

export type Receiver = {
  readonly url: string;
  readonly calls: ReceivedCall[];
  close(): Promise<void>;
};

const open = new Set<Server>();

/** Closes the receivers that `receiver` opened. test/helpers/set-up.ts calls it after each test. */
export function closeReceivers(): void {
  for (const server of open) {
    server.closeAllConnections();
    server.close();
  }
  open.clear();
}

/**
 * Starts a receiver, closed after the test.
 * @param reply Returns the answer to the nth request, from 1.
 */
export async function receiver(
  reply: (received: ReceivedCall, n: number) => Reply = () => 200,
): Promise<Receiver> {
  const received: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const text = Buffer.concat(parts).toString("utf8");
      const one: ReceivedCall = {
        path: request.url ?? "",
        headers: request.headers,
        text,
        json: (text === "" ? {} : JSON.parse(text)) as ReceivedCall["json"],
      };
      received.push(one);
      const answer = reply(one, received.length);
      if (answer === "hang") return;
      if (typeof answer === "number") response.writeHead(answer).end("noted");
      else response.writeHead(answer.status, { location: answer.location }).end();
    });
  });
  open.add(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
