/** Limits how many connections the simulated printer serves: many, or one at a time. */
import type { Socket } from "node:net";
import type { Behaviour } from "./behaviour.ts";

/**
 * @param serve Starts reading a connection.
 * @returns A handler for new connections: it serves each one, lets it wait unread until earlier
 * connections are over, or resets it.
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
