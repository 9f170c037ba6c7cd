/**
 * Connection sharing for one printer: labels and queries use one connection in turn. The connection
 * is kept open only briefly, because another station may use the printer, and many printers accept
 * one connection at a time.
 */
import { PrinterError } from "./transport.ts";
import type { PrinterConnection } from "./tcp-connection.ts";

export type SharedConnection = {
  /**
   * Runs exclusively on the connection, after earlier labels. A running query gets a moment to
   * finish, after which it is aborted.
   */
  forLabel<T>(run: (connection: PrinterConnection) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Runs a query on the connection; undefined when a label has the connection, or takes it during
   * the query.
   *
   * @throws PrinterError when the printer cannot be reached.
   */
  forQuery<T>(run: (connection: PrinterConnection) => Promise<T>): Promise<T | undefined>;
};

export type SharingTimes = {
  /** How long an unused connection is kept, in ms. */
  readonly idleMs: number;
  /** How long a label waits for a running query, in ms. */
  readonly yieldMs: number;
};

/**
 * Creates the sharing of one printer's connection.
 *
 * @param open Connects to the printer, or rejects with a PrinterError `nothing`.
 */
export function createSharedConnection(
  open: (signal?: AbortSignal) => Promise<PrinterConnection>,
  { idleMs, yieldMs }: SharingTimes,
): SharedConnection {
  const keptConnection = keepConnection(open, idleMs);
  let query: { readonly ended: Promise<unknown>; readonly abort: AbortController } | undefined;
  let labels = 0;
  let lastLabel: Promise<unknown> = Promise.resolve();

  async function endQuery(): Promise<void> {
    if (query === undefined) return;
    const { ended, abort } = query;
    const timer = setTimeout(() => abort.abort(), yieldMs);
    await ended;
    clearTimeout(timer);
  }

  return {
    async forLabel(work, signal) {
      labels += 1;
      const before = lastLabel;
      const done = before.then(endQuery).then(() => keptConnection.run(work, signal));
      lastLabel = done.catch(() => undefined);
      try {
        return await done;
      } finally {
        labels -= 1;
      }
    },
    async forQuery(work) {
      while (query !== undefined) await query.ended;
      if (labels > 0) return undefined;
      const abort = new AbortController();
      const asked = keptConnection.run(work, abort.signal);
      const ended = asked.then(
        () => (query = undefined),
        () => (query = undefined),
      );
      query = { ended, abort };
      try {
        return await asked;
      } catch (error) {
        if (abort.signal.aborted && error instanceof PrinterError && error.reason === "cancelled")
          return undefined;
        throw error;
      }
    },
  };
}

/** Keeps the connection for the next run, for a short time. */
function keepConnection(
  open: (signal?: AbortSignal) => Promise<PrinterConnection>,
  idleMs: number,
): {
  /** Runs on the kept connection, or on a new connection. */
  run<T>(
    work: (connection: PrinterConnection) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T>;
} {
  let kept: { readonly connection: PrinterConnection; readonly timer: NodeJS.Timeout } | undefined;

  async function take(signal: AbortSignal | undefined): Promise<PrinterConnection> {
    const found = kept;
    kept = undefined;
    clearTimeout(found?.timer);
    if (found?.connection.isReusable === true) {
      found.connection.begin(signal);
      return found.connection;
    }
    found?.connection.close();
    const connection = await open(signal);
    connection.begin(signal);
    return connection;
  }

  function giveBack(connection: PrinterConnection): void {
    if (!connection.isReusable) return connection.close();
    connection.begin();
    const timer = setTimeout(() => {
      kept = undefined;
      connection.close();
    }, idleMs).unref();
    kept = { connection, timer };
  }

  return {
    async run(work, signal) {
      const connection = await take(signal);
      try {
        return await work(connection);
      } finally {
        giveBack(connection);
      }
    },
  };
}
