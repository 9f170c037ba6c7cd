/** Measures purchases per second over kept-alive connections. */
import { Agent, request } from "node:http";
import type { Target } from "./program.ts";

const SECONDS = Number(process.env["PACKBENCH_SECONDS"] ?? 3);

function post(agent: Agent, target: Target, body: string): Promise<void> {
  return new Promise((done, failed) => {
    const call = request(
      `${target.url}/transactions`,
      {
        method: "POST",
        agent,
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${target.token}`,
          "content-length": Buffer.byteLength(body),
        },
      },
      (answer) => {
        answer
          .resume()
          .on("end", () =>
            answer.statusCode === 201 ? done() : failed(new Error(`status ${answer.statusCode}`)),
          );
      },
    );
    call.on("error", failed).end(body);
  });
}

/**
 * Buys on all connections for `SECONDS` seconds.
 * @param body Body of each purchase, JSON.
 * @returns Purchases per second.
 */
export async function rate(target: Target, connections: number, body: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + SECONDS * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        await post(agent, target, body);
        done += 1;
      }
    }),
  );
  agent.destroy();
  return done / SECONDS;
}
