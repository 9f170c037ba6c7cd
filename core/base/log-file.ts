/**
 * The log file of a station, <data>/logs/packbench.log: five files of 5 MB, mode 600. Only one
 * thread writes it, because two rotating writers would lose lines: on the desktop, the main thread
 * writes it, and the core's thread sends its lines there.
 *
 * Logging must not stop the station: lines that cannot be written, because the disk is full, too
 * slow or not writable, are counted and dropped, and the file is opened again for later lines.
 */
import { join } from "node:path";
import { createStream, type RotatingFileStream } from "rotating-file-stream";

export type LogFile = {
  /**
   * Writes one line; never throws.
   *
   * @param line Includes its line break.
   */
  write(line: string): void;
  /**
   * Resolves when all lines are written or dropped, at the latest after a second. Ignores later
   * lines.
   */
  close(): Promise<void>;
};

export type LogFileOptions = {
  /** Maximum bytes of one file. */
  readonly maxBytes?: number;
  /** Number of older files that are kept; packbench.1.log is the newest of them. */
  readonly keep?: number;
  /** Delay before writing is retried after a fault, ms. */
  readonly retryMs?: number;
};

const NAME = "packbench";
const MAX_BYTES = 5 * 1024 * 1024;
const KEEP = 4;
const RETRY_MS = 5_000;
/** Maximum size of the lines that wait for a slow disk, bytes; further lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;
const CLOSE_WITHIN_MS = 1_000;

/**
 * Opens the log file of a station.
 *
 * @param folder The log folder (see `logFolder`), created if missing.
 */
export function openLogFile(folder: string, options: LogFileOptions = {}): LogFile {
  let stream: RotatingFileStream | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let dropped = 0;
  let isClosed = false;

  /**
   * Returns the open stream, and opens it if needed. Returns undefined while the file cannot be
   * written or too many bytes wait.
   */
  function current(): RotatingFileStream | undefined {
    if (stream !== undefined) return stream.writableLength > MAX_WAITING_BYTES ? undefined : stream;
    const now = performance.now();
    if (now - triedAt < (options.retryMs ?? RETRY_MS)) return undefined;
    triedAt = now;
    const opened = openStream(folder, options);
    const leave = (): void => {
      if (stream === opened) stream = undefined;
    };
    opened.on("error", leave);
    opened.on("close", leave);
    stream = opened;
    return opened;
  }

  function write(line: string): void {
    if (isClosed) return;
    const to = current();
    if (to === undefined) return void (dropped += 1);
    if (dropped > 0)
      to.write(
        `${JSON.stringify({ level: 40, time: new Date().toISOString(), name: NAME, dropped, msg: "lines before this one could not be written" })}\n`,
      );
    dropped = 0;
    to.write(line, (error) => {
      if (error !== null && error !== undefined) dropped += 1;
    });
  }

  return {
    write,
    close() {
      isClosed = true;
      const last = stream;
      if (last === undefined) return Promise.resolve();
      return new Promise((resolve) => {
        setTimeout(resolve, CLOSE_WITHIN_MS).unref();
        last.once("close", resolve);
        last.end();
      });
    },
  };
}

function openStream(
  folder: string,
  { maxBytes = MAX_BYTES, keep = KEEP }: LogFileOptions,
): RotatingFileStream {
  const nameOf = (index: number | Date | null): string =>
    typeof index === "number" ? `${NAME}.${index}.log` : `${NAME}.log`;
  return createStream(nameOf, { path: folder, size: `${maxBytes}B`, rotate: keep, mode: 0o600 });
}

/** Returns the path of a data folder's log folder. */
export function logFolder(dataFolder: string): string {
  return join(dataFolder, "logs");
}
