/**
 * Sends requests as bytes on a socket, exactly as a recorded program wrote them, and returns the
 * answer unchanged.
 */
import { connect } from "node:net";

export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly continued: boolean;
};

/**
 * Sends a request.
 * @param parts The whole request; each part is one write.
 * @returns The answer, read to its length or to the end of the connection.
 */
export function send(url: string, parts: readonly (string | Buffer)[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((done, failed) => {
    const socket = connect(Number(port), hostname);
    const received: Buffer[] = [];
    const end = (): void => {
      const answer = read(Buffer.concat(received), true);
      if (answer === undefined) failed(new Error("the answer is not HTTP"));
      else done(answer);
    };
    socket.setTimeout(20_000, () => socket.destroy(new Error("no answer within 20 seconds")));
    socket.on("error", failed);
    socket.on("data", (part: Buffer) => {
      received.push(part);
      const answer = read(Buffer.concat(received), false);
      if (answer !== undefined) {
        done(answer);
        socket.destroy();
      }
    });
    socket.on("end", end);
    socket.on("connect", () => {
      for (const part of parts) socket.write(part);
    });
  });
}

function read(bytes: Buffer, ended: boolean): RawAnswer | undefined {
  const text = bytes.toString("latin1");
  const continued = text.startsWith("HTTP/1.1 100");
  const start = continued ? text.indexOf("\r\n\r\n") + 4 : 0;
  const headEnd = text.indexOf("\r\n\r\n", start);
  if (headEnd === -1) return undefined;
  const [first = "", ...lines] = text.slice(start, headEnd).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const body = bytes.subarray(headEnd + 4);
  const length = headers["content-length"];
  if (length === undefined ? !ended : body.length < Number(length)) return undefined;
  return { status: Number(first.split(" ")[1]), headers, text: body.toString("utf8"), continued };
}
