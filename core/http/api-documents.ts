/**
 * Serves the API's documents: files written by electron/scripts/write-api-documents.mjs, unchanged.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { DOCS_POLICY } from "./docs-style.ts";

/**
 * Serves the documents.
 *
 * @param resourcesDir The product's resources; the build's `dist/` is in the same parent folder.
 */
export function serveDocuments(at: FastifyInstance, resourcesDir: string): void {
  const folder = join(resourcesDir, "..", "dist", "api-documents");
  at.get("/openapi.json", async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(await read(join(folder, "openapi.json"))),
  );
  at.get("/docs/plain", async (_request, reply) =>
    reply
      .header("Content-Security-Policy", DOCS_POLICY)
      .header("Referrer-Policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(await read(join(folder, "plain.html"))),
  );
}

async function read(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new Error(`${file} cannot be read; \`npm run build\` and \`npm run serve\` write it`, {
      cause,
    });
  }
}
