/** Scales and scanners at a network port, or behind a converter of a serial line. */
import { connect } from "node:net";
import { LostDeviceError, type LineListeners, type OpenLine } from "./open-line.ts";

const CONNECT_MS = 5_000;
/** Interval of the system's own checks of an idle connection, ms. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Opens a connection.
 *
 * @param address.idleMs Longest silence before the connection counts as lost, ms; null: no limit, for
 *   scanners.
 * @throws LostDeviceError when nobody answers.
 */
export function openTcp(
  { host, port, idleMs }: { host: string; port: number; idleMs: number | null },
  { onBytes, onLost }: LineListeners,
): Promise<OpenLine> {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    let isClosed = false;
    let cause = "the connection was closed";
    const socket = connect({ host, port, noDelay: true, keepAlive: true });
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error("nothing came in time")));
    socket.on("data", onBytes);
    socket.on("error", (error) => (cause = error.message));
    socket.once("connect", () => {
      isOpen = true;
      socket.setTimeout(idleMs ?? 0);
      resolve({
        write: (text) => void (socket.writableLength === 0 && socket.write(text, "latin1")),
        close() {
          isClosed = true;
          socket.destroy();
        },
      });
    });
    socket.once("end", () => socket.destroy());
    socket.once("close", () => {
      const lost = new LostDeviceError("unplugged", cause);
      if (!isOpen) reject(lost);
      else if (!isClosed) onLost(lost);
    });
  });
}
