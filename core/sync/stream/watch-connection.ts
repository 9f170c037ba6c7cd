/**
 * Watches a connection to the hub: up or down, including losses after which the library
 * reconnected immediately.
 */
import type { NatsConnection } from "@nats-io/transport-node";

/**
 * A connection and its state. The library reconnects automatically, and requests without a
 * connection would only time out.
 */
export type WatchedConnection = {
  readonly nc: NatsConnection;
  readonly isUp: boolean;
  /** How often the connection was lost. */
  readonly losses: number;
  /** Resolves when the connection is up or closed for good, or when the signal aborts. */
  whenUp(signal: AbortSignal): Promise<void>;
  /**
   * Calls a function at each loss, and at each reconnect.
   *
   * @returns A function that stops the calls.
   */
  onLoss(listener: () => void): () => void;
};

/** Watches a connection from now on, until it is closed. */
export function watchConnection(nc: NatsConnection): WatchedConnection {
  const listeners = new Set<() => void>();
  let up = Promise.withResolvers<void>();
  up.resolve();
  let isUp = true;
  let losses = 0;
  const notify = (): void => listeners.forEach((listener) => listener());
  const goDown = (): void => {
    if (isUp) up = Promise.withResolvers<void>();
    isUp = false;
    losses += 1;
    notify();
  };
  void (async () => {
    for await (const { type } of nc.status()) {
      if (type === "disconnect" || type === "staleConnection") goDown();
      if (type !== "reconnect") continue;
      notify();
      isUp = true;
      up.resolve();
    }
  })().finally(() => {
    goDown();
    up.resolve(); // The connection is closed for good, so the caller makes a new connection.
  });
  return {
    nc,
    get isUp() {
      return isUp;
    },
    get losses() {
      return losses;
    },
    whenUp: (signal) =>
      Promise.race([
        up.promise,
        new Promise<void>((resolve) =>
          signal.addEventListener("abort", () => resolve(), { once: true }),
        ),
      ]),
    onLoss(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
