/**
 * Tracks a station's connection to its hub: up or down, including losses after which the library
 * reconnected immediately.
 */
import type { NatsConnection } from "@nats-io/transport-node";

/**
 * A connection and its state. The library reconnects by itself, and requests meanwhile would only
 * time out.
 */
export type Line = {
  readonly connection: NatsConnection;
  readonly isUp: boolean;
  /** How often it was lost. */
  readonly downs: number;
  whenUp(signal: AbortSignal): Promise<void>;
  onDown: () => void;
};

/** Tracks a connection from now on, until it is closed. */
export function lineOf(connection: NatsConnection): Line {
  let up = Promise.withResolvers<void>();
  up.resolve();
  let isUp = true;
  let downs = 0;
  const line: Line = {
    connection,
    onDown: () => {},
    get isUp() {
      return isUp;
    },
    get downs() {
      return downs;
    },
    whenUp: (signal) =>
      Promise.race([
        up.promise,
        new Promise<never>((_, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
        ),
      ]),
  };
  const goDown = (): void => {
    if (isUp) up = Promise.withResolvers<void>();
    isUp = false;
    downs += 1;
    line.onDown();
  };
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === "disconnect" || type === "staleConnection") goDown();
      if (type !== "reconnect") continue;
      line.onDown();
      isUp = true;
      up.resolve();
    }
  })().finally(() => {
    goDown();
    up.resolve(); // The connection is closed for good; a new one is made.
  });
  return line;
}
