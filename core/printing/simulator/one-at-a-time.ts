/** Whom a printer listens to: many connections, or one at a time. */
import type { Socket } from "node:net";
import type { Behaviour } from "./behaviour.ts";

/**
 * @param serve Starts reading a connection.
 * @returns What takes each new connection: it is served, waits unread until those before it are
 *   over, or is reset.
 */
export function createDoor(
  behaviour: () => Pick<Behaviour, "connections">,
  serve: (socket: Socket) => void,
): (socket: Socket) => void {
  const inside = new Set<Socket>();
  const waiting: Socket[] = [];

  function enter(socket: Socket): void {
    inside.add(socket);
    serve(socket);
  }

  return (socket) => {
    socket.on("error", () => undefined);
    socket.once("close", () => {
      inside.delete(socket);
      if (waiting.includes(socket)) waiting.splice(waiting.indexOf(socket), 1);
      const next = inside.size === 0 ? waiting.shift() : undefined;
      if (next !== undefined) enter(next);
    });
    const { connections } = behaviour();
    if (connections === "many" || inside.size === 0) enter(socket);
    else if (connections === "one, others refused") socket.resetAndDestroy();
    else waiting.push(socket);
  };
}
