/**
 * The API's documents as the station answers with them: made at their first reading, in a thread of their own that ends afterwards, and
 * kept as bytes, since routes do not change while the station runs.
 */
import { createThreadCalls } from "../threads/thread-calls.ts";
import type { ApiDocumentsOperations, ApiPage } from "./api-documents-protocol.ts";

const START_TIMEOUT_MS = 30_000;
const CALL_TIMEOUT_MS = 30_000;
/** The page is often read right after the document, or the other way round. */
const IDLE_MS = 5_000;
const MEMORY_MIB = 256;

export type ApiDocuments = {
  /** The OpenAPI document as JSON, UTF-8. @throws Error when its thread is lost; the next reader starts another. */
  openapi(): Promise<Uint8Array>;
  /** The readable page. @throws Error when its thread is lost; the next reader starts another. */
  page(): Promise<ApiPage>;
  /** Ends the thread; who waits for a document gets an error. */
  close(): Promise<void>;
};

export type ApiDocumentsOptions = {
  /** The ids of the endpoints, as they follow each other in the documents. */
  readonly order: readonly string[];
  /** Of the product. */
  readonly version: string;
  /** The thread's file, where it is another. */
  readonly workerURL?: URL;
};

/** @returns The documents of one station. Readers at the same time wait for the same making; a failed one is tried again by the next reader. */
export function createApiDocuments({ order, version, workerURL = new URL("../api-documents-worker.ts", import.meta.url) }: ApiDocumentsOptions): ApiDocuments {
  const thread = createThreadCalls<ApiDocumentsOperations>({
    url: workerURL,
    name: "thread of the API's documents",
    data: { order, version },
    startTimeoutMs: START_TIMEOUT_MS,
    callTimeoutMs: CALL_TIMEOUT_MS,
    idleMs: IDLE_MS,
    memoryMiB: MEMORY_MIB,
    ending: "stopped",
  });
  const openapi = keepMade(() => thread.call("openapi", undefined));
  const page = keepMade(async () => thread.call("page", await openapi()));
  return { openapi, page, close: () => thread.close(new Error("the station stops")) };
}

/** Keeps what was made, and no failure. */
function keepMade<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
