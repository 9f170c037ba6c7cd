/**
 * What an address of updates may send. electron-updater itself reads a list of any length, waits
 * for it without an end, follows one that leads to itself for ever, and writes a file of any size
 * to the disk that the desk's own data lies on.
 */
import { CancellationToken, type AppUpdater } from "electron-updater";
import { UpdateError } from "./engine.ts";

/**
 * The list of a release has some hundred bytes; GitHub's feed of releases, with their notes, some
 * hundred thousand.
 */
const LARGEST_LIST = 1_000_000;
const LIST_WITHIN_MS = 60_000;
const MOST_REQUESTS_FOR_A_LIST = 20;
/** Of an installer. */
const LARGEST_FILE = 1_000_000_000;
/** Lists of the blocks of a file, of which the changed ones alone are downloaded. */
const BESIDE_FILE = 16_000_000;
const MOST_REQUESTS_FOR_A_FILE = 10_000;
const SILENT_FOR_MS = 120_000;
/**
 * Anchors and aliases of YAML: by them a list of two hundred bytes grows to gigabytes. None of ours
 * has one.
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
  readonly heard: () => void;
  readonly exceed: () => void;
  readonly open: Set<Request>;
};

export type LimitedDownload = {
  /**
   * @param statedBytes By the list; undefined: it states none.
   * @throws UpdateError, or what electron-updater throws
   */
  download(statedBytes: number | undefined): Promise<string[]>;
};

/**
 * Bounds the requests of an updater, once, before the first of them. It does one thing at a time.
 * @param listWithinMs Default: a minute.
 */
export function limitRequests(updater: AppUpdater, listWithinMs = LIST_WITHIN_MS): LimitedDownload {
  const executor: Executor = Reflect.get(updater, "httpExecutor");
  const create = executor.createRequest.bind(executor);
  const request = executor.request.bind(executor);
  const { within, count } = createBounds();

  executor.createRequest = (options, callback) =>
    count((heard) =>
      create(options, (response) => {
        response.on("data", heard);
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
      // Where the changed blocks alone did not lead to the file, the whole is downloaded after
      // them.
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
  /** Whether `ms` is for all of it, and not for each silence. */
  readonly isWhole: boolean;
};

/** Ends requests that exceed what they are given. */
function createBounds(): {
  /** Ends the requests of `run` where they exceed the bounds, and then rejects. */
  within<T>(bounds: Bounds, run: () => Promise<T>): Promise<T>;
  /** @param make Makes a request, whose parts go to `heard`. */
  count(make: (heard: (part: Buffer | string) => void) => Request): Request;
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
        () => endBy("offline", "the address of updates did not answer in time"),
        ms,
      );
      limit = {
        bytes,
        requests,
        open,
        heard: () => void (isWhole || timer.refresh()),
        exceed: () => endBy("other", "the address of updates sends more than it may"),
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
        of?.heard();
        if (of !== undefined && (of.bytes -= Buffer.byteLength(part)) < 0) of.exceed();
      });
      of?.open.add(made);
      if (of !== undefined && (of.requests -= 1) < 0) of.exceed();
      return made;
    },
  };
}
