/**
 * A body above the limit: the answer must reach a program that sends everything before it reads.
 */
import { connect } from "node:net";
import { expect, it } from "vitest";
import { station } from "../../helpers/station.ts";

/**
 * Sends headers and the announced body before it reads.
 *
 * @returns The answer, or the code of the error.
 */
function sendAll(url: string, head: string, bytes: number): Promise<string> {
  const chunk = Buffer.alloc(64 * 1024, "x");
  return new Promise((done) => {
    let [answer, sent] = ["", 0];
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    const send = (): void => {
      if (socket.destroyed) return;
      if (sent >= bytes) {
        socket.on("data", (text) => {
          answer += text.toString();
          if (answer.includes("E2003")) socket.destroy();
        });
        return;
      }
      sent += chunk.length;
      socket.write(chunk, send);
    };
    socket.write(head, send);
    socket.on("error", (error: NodeJS.ErrnoException) => done(error.code ?? ""));
    socket.on("close", () => done(answer));
  });
}

it("an upload above the limit is read to its end and answered 413 E2003, and an upload of hundreds of MB is cut off", async () => {
  const s = await station();
  const head = (bytes: number): string =>
    `POST /api/v1/station/documents HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${s.started.token}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
  const bytes = 12 * 1024 * 1024;
  expect(await sendAll(s.url, head(bytes), bytes)).toMatch(
    /^HTTP\/1\.1 413 [\s\S]*The request body is larger than 7 MiB/,
  );
  expect(await s.desk("POST", "/station/documents", { content: "x".repeat(bytes) })).toMatchObject({
    status: 413,
    code: "E2003",
  });
  expect(await sendAll(s.url, head(500 * bytes), 500 * bytes)).toMatch(/^(EPIPE|ECONNRESET|)$/);
});
