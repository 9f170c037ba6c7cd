/**
 * Requests that never arrive completely. One test makes all of them, so that their half minutes
 * pass in parallel.
 */
import { once } from "node:events";
import { connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { station } from "../../helpers/station.ts";

/**
 * Sends a text and waits for the connection's end.
 * @returns The answer, and after how many ms the connection was closed.
 */
function sendSlowly(url: string, text: string): Promise<{ answer: string; ms: number }> {
  const { port } = new URL(url);
  return new Promise((done) => {
    const begun = performance.now();
    let answer = "";
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("error", () => {});
    socket.on("close", () => done({ answer, ms: performance.now() - begun }));
  });
}

/**
 * Sends a text and keeps this end of the connection open.
 * @returns After how many ms the other end closed the connection.
 */
async function keepHalfOpen(url: string, text: string): Promise<number> {
  const socket = connect({
    port: Number(new URL(url).port),
    host: "127.0.0.1",
    allowHalfOpen: true,
  }).on("error", () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(text);
  const began = performance.now();
  socket.resume();
  await once(socket, "end");
  const timer = setInterval(() => socket.write("x"), 100); // A closed connection rejects it.
  // `once` would throw after an error, so the close is awaited this way.
  await new Promise((done) => socket.once("close", done));
  clearInterval(timer);
  return performance.now() - began;
}

it("a request that stops in its header is ended within 10 s, and in its body within 30 s, even if its program stays connected", async () => {
  const s = await station();
  const head = `POST /api/v1/shipments HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${s.started.token}\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n`;
  const half = `${head}\r\n{"half":`;
  const [header, body, halfOpenMs] = await Promise.all([
    sendSlowly(s.url, head),
    sendSlowly(s.url, half),
    keepHalfOpen(s.url, half),
  ]);
  expect([header.ms < 12_500, body.ms < 32_500, halfOpenMs < 35_000]).toEqual([true, true, true]);
  expect([header.answer.slice(0, 12), body.answer.slice(0, 12)]).toEqual([
    "HTTP/1.1 400",
    "HTTP/1.1 400",
  ]);
  expect((await s.call("GET", "/shipments")).status).toBe(200);
});
