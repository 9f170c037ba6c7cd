/**
 * Limits of what an update address may send. electron-updater itself reads a list of any length,
 * waits for it without limit, follows endless redirects, and writes a file of any size to the disk
 * with the station's data.
 */
import { CancellationToken, type AppUpdater } from "electron-updater";
import { UpdateError } from "./engine.ts";

/**
 * Limit of a list. The list of a release has some hundred bytes; GitHub's feed of releases with
 * their notes some hundred thousand.
 */
const LARGEST_LIST = 1_000_000;
const LIST_WITHIN_MS = 60_000;
const MOST_REQUESTS_FOR_A_LIST = 20;
/** Limit of an installer. */
const LARGEST_FILE = 1_000_000_000;
/** Limit of block lists, by which only the changed blocks of a file are downloaded. */
const BESIDE_FILE = 16_000_000;
const MOST_REQUESTS_FOR_A_FILE = 10_000;
const SILENT_FOR_MS = 120_000;
/**
 * Matches anchors and aliases of YAML, which could expand a list of two hundred bytes to gigabytes.
 * Our lists have none.
 */
const ALIAS = /(?:^|[:,[{-]\s*)[&*][\w-]+\s*(?:$|[,\]}[{])/m;

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
   * @param statedBytes Size stated in the list; undefined: not stated.
   * @throws UpdateError, or an error of electron-updater
   */
  download(statedBytes: number | undefined): Promise<string[]>;
};

/**
 * Limits the requests of an updater; must be called once, before its first request. The updater
 * runs one operation at a time.
 *
 * @param listWithinMs By default a minute.
 */
export function limitRequests(updater: AppUpdater, listWithinMs = LIST_WITHIN_MS): LimitedDownload {
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
      { bytes: LARGEST_LIST, requests: MOST_REQUESTS_FOR_A_LIST, ms: listWithinMs, isWhole: true },
      () => request(...args),
    );
    if (list !== null && !list.startsWith("<") && ALIAS.test(list))
      throw new UpdateError("other", new Error("the list of updates has anchors or aliases"));
    return list;
  };
  return {
    async download(statedBytes = LARGEST_FILE) {
      const cancellation = new CancellationToken();
      // If the changed blocks do not give the right file, the whole file is downloaded after them.
      const bytes = 2 * Math.min(statedBytes, LARGEST_FILE) + BESIDE_FILE;
      try {
        return await within(
          { bytes, requests: MOST_REQUESTS_FOR_A_FILE, ms: SILENT_FOR_MS, isWhole: false },
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
  /** Whether `ms` limits the whole operation instead of each pause. */
  readonly isWhole: boolean;
};

/** Creates bounds that abort requests which exceed them. */
function createBounds(): {
  /** Runs `run`; aborts its requests and rejects when they exceed the bounds. */
  within<T>(bounds: Bounds, run: () => Promise<T>): Promise<T>;
  /** @param make Creates a request, and passes its received chunks to the callback. */
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
        exceed: () => endBy("other", "the update address sends too much"),
      };
      try {
        return await Promise.race([run(), ended]);
      } finally {
        clearTimeout(timer);
        limit = undefined;
      }
    },
    count(make) {
      const of = limit;
      const made = make((part) => {
        of?.onChunk();
        if (of !== undefined && (of.bytes -= Buffer.byteLength(part)) < 0) of.exceed();
      });
      of?.open.add(made);
      if (of !== undefined && (of.requests -= 1) < 0) of.exceed();
      return made;
    },
  };
}
