/** A port for a server that a test starts, ends and starts again. */
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below what systems give to connections that go out and to servers that ask for any port: one of
 * those could take the port before the server listens, or while it is stopped. Linux begins at
 * 32,768, macOS and Windows at 49,152.
 */
const FROM = 10_000;
const TO = 32_000;

/** @returns A port of this machine that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FROM + Math.floor(Math.random() * (TO - FROM));
    const server = createServer();
    try {
      const listening = once(server, "listening");
      server.listen(port, "127.0.0.1");
      await listening;
    } catch {
      continue;
    }
    const closed = once(server, "close");
    server.close();
    await closed;
    return port;
  }
}
