/** Port for a server that a test starts, stops and restarts. */
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Range below the ephemeral ports, which an outgoing connection or another server could take before
 * the server listens or while it is stopped. Ephemeral ports start at 32,768 on Linux, at 49,152 on
 * macOS and Windows.
 */
const FROM = 10_000;
const TO = 32_000;

/** Returns a port of this machine that was free a moment ago. */
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
