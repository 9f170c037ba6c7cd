/** Limits how many connections the simulated printer serves: many, or one at a time. */
import type { Socket } from "node:net";
import type { Behaviour } from "./behaviour.ts";

/**
 * Creates a handler for new connections. The handler serves each connection, lets it wait unread
 * until earlier connections are over, or resets it.
 *
 * @param serve Starts reading a connection.
 */
export function createConnectionLimit(
  behaviour: () => Pick<Behaviour, "connections">,
  serve: (socket: Socket) => void,
): (socket: Socket) => void {
  const served = new Set<Socket>();
  const waiting: Socket[] = [];

  function serveNow(socket: Socket): void {
    served.add(socket);
    serve(socket);
  }

  return (socket) => {
    socket.on("error", () => undefined);
    socket.once("close", () => {
      served.delete(socket);
      if (waiting.includes(socket)) waiting.splice(waiting.indexOf(socket), 1);
      const next = served.size === 0 ? waiting.shift() : undefined;
      if (next !== undefined) serveNow(next);
    });
    const { connections } = behaviour();
    if (connections === "many" || served.size === 0) serveNow(socket);
    else if (connections === "one, others refused") socket.resetAndDestroy();
    else waiting.push(socket);
  };
}
