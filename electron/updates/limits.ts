/**
 * Limits of what an update server may send. electron-updater itself reads a list of any length,
 * waits for it without limit, follows endless redirects, and writes a file of any size to the disk
 * with the station's data.
 */
import { CancellationToken, type AppUpdater } from "electron-updater";
import { UpdateError } from "./engine.ts";

/**
 * Maximum size of a list of updates. The list of one release has some hundred bytes; GitHub's feed
 * of releases, which includes their notes, has some hundred thousand bytes.
 */
const MAX_LIST_BYTES = 1_000_000;
const LIST_TIMEOUT_MS = 60_000;
const MAX_LIST_REQUESTS = 20;
/** Maximum size of an installer. */
const MAX_FILE_BYTES = 1_000_000_000;
/**
 * Maximum size of block lists, which let electron-updater download only an installer's changed
 * blocks.
 */
const MAX_BLOCK_LIST_BYTES = 16_000_000;
const MAX_FILE_REQUESTS = 10_000;
/** Longest pause of a download. */
const SILENCE_TIMEOUT_MS = 120_000;
/**
 * Matches anchors and aliases of YAML, by which a list of two hundred bytes can expand to
 * gigabytes. Our lists have no anchors or aliases.
 */
const YAML_ALIAS = /(?:^|[:,[{-]\s*)[&*][\w-]+\s*(?:$|[,\]}[{])/m;

type Request = { abort(): void };
type Executor = {
  request(options: object, ...rest: readonly unknown[]): Promise<string | null>;
  createRequest(options: object, callback: (response: NodeJS.ReadableStream) => void): Request;
};
type Limit = {
  bytes: number;
  requests: number;
  readonly onChunk: () => void;
  readonly exceed: () => void;
  readonly open: Set<Request>;
};

export type LimitedDownload = {
  /**
   * Downloads the update within the limits.
   *
   * @param statedBytes Size stated in the list; undefined: not stated.
   * @throws UpdateError, or an error of electron-updater
   */
  download(statedBytes: number | undefined): Promise<string[]>;
};

/**
 * Limits the requests of an updater; must be called once, before its first request. The updater
 * runs one operation at a time.
 *
 * @param listTimeoutMs Longest time for reading the list. Default: a minute.
 */
export function limitRequests(
  updater: AppUpdater,
  listTimeoutMs = LIST_TIMEOUT_MS,
): LimitedDownload {
  const executor: Executor = Reflect.get(updater, "httpExecutor");
  const create = executor.createRequest.bind(executor);
  const request = executor.request.bind(executor);
  const { within, count } = createBounds();

  executor.createRequest = (options, callback) =>
    count((onChunk) =>
      create(options, (response) => {
        response.on("data", onChunk);
        callback(response);
      }),
    );

  executor.request = async (...args) => {
    const list = await within(
      { bytes: MAX_LIST_BYTES, requests: MAX_LIST_REQUESTS, ms: listTimeoutMs, isWhole: true },
      () => request(...args),
    );
    if (list !== null && !list.startsWith("<") && YAML_ALIAS.test(list))
      throw new UpdateError("other", new Error("the list of updates has anchors or aliases"));
    return list;
  };
  return {
    async download(statedBytes = MAX_FILE_BYTES) {
      const cancellation = new CancellationToken();
      // If the file composed of old and changed blocks is wrong, the whole file is downloaded too.
      const bytes = 2 * Math.min(statedBytes, MAX_FILE_BYTES) + MAX_BLOCK_LIST_BYTES;
      try {
        return await within(
          { bytes, requests: MAX_FILE_REQUESTS, ms: SILENCE_TIMEOUT_MS, isWhole: false },
          () => updater.downloadUpdate(cancellation),
        );
      } catch (error) {
        cancellation.cancel();
        throw error;
      }
    },
  };
}

type Bounds = {
  readonly bytes: number;
  readonly requests: number;
  readonly ms: number;
  /** Whether `ms` limits the whole operation; otherwise it limits each pause between chunks. */
  readonly isWhole: boolean;
};

/** Creates the bounds of an updater's requests. */
function createBounds(): {
  /** Runs `run`. Rejects, and aborts the requests of `run`, when these exceed the bounds. */
  within<T>(bounds: Bounds, run: () => Promise<T>): Promise<T>;
  /** Counts a request. @param make Creates the request; it passes received chunks to `onChunk`. */
  count(make: (onChunk: (part: Buffer | string) => void) => Request): Request;
} {
  let limit: Limit | undefined;
  return {
    async within({ bytes, requests, ms, isWhole }, run) {
      const open = new Set<Request>();
      let end: (error: UpdateError) => void = () => {};
      const ended = new Promise<never>((_, reject) => {
        end = (error) => {
          reject(error);
          for (const one of open) one.abort();
        };
      });
      const endBy = (reason: "offline" | "other", message: string): void =>
        end(new UpdateError(reason, new Error(message)));
      const timer = setTimeout(
        () => endBy("offline", "the update address did not answer in time"),
        ms,
      );
      limit = {
        bytes,
        requests,
        open,
        onChunk: () => void (isWhole || timer.refresh()),
        exceed: () =>
          endBy("other", "the update address sends too many bytes or needs too many requests"),
      };
      try {
        return await Promise.race([run(), ended]);
      } finally {
        clearTimeout(timer);
        limit = undefined;
      }
    },
    count(make) {
      const current = limit;
      const made = make((part) => {
        current?.onChunk();
        if (current !== undefined && (current.bytes -= Buffer.byteLength(part)) < 0)
          current.exceed();
      });
      current?.open.add(made);
      if (current !== undefined && (current.requests -= 1) < 0) current.exceed();
      return made;
    },
  };
}
