/** A thread of documents that notes each call in the file that its version names. The first call ends the thread; each later one answers with its number. */
import { appendFileSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { ApiDocumentsData, ApiDocumentsOperations } from "../../../core/http/api-documents-protocol.ts";
import { openThread } from "../../../core/threads/serve-calls.ts";

const thread = openThread<ApiDocumentsOperations, ApiDocumentsData>(z.object({ order: z.array(z.string()), version: z.string() }));

/** @returns The calls until now, with this one. */
function note(): number {
  appendFileSync(thread.data.version, "x");
  const calls = readFileSync(thread.data.version).length;
  if (calls === 1) process.exit(3);
  return calls;
}

thread.serve({
  openapi: async () => Uint8Array.of(note()),
  page: (document) => ({ html: Uint8Array.of(...document, note()), policy: "none" }),
});
