/** Documents of this station: each content is kept once, by its hash. */
import { createHash } from "node:crypto";
import { inTransaction } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import type { Document, DocumentFile } from "./documents.schema.ts";
import * as store from "./documents.store.ts";

export type { DrawnOf } from "./documents.store.ts";

/** Some 60 MB of labels. Older ones are drawn again when they are asked for. */
const KEPT_DRAWN = 5_000;

/** @returns The document that these bytes are, known by their SHA-256. */
export function documentOf(bytes: Uint8Array, is: Omit<Document, "hash">): DocumentFile {
  return { hash: createHash("sha256").update(bytes).digest("hex"), ...is, bytes };
}

/** @returns Undefined when this station has no document of this hash. */
export function findDocument(deps: Pick<Deps, "db">, hash: string): DocumentFile | undefined {
  return store.findDocument(deps.db, hash);
}

/** @returns Undefined when it was not drawn yet, or deleted since. */
export function findDrawn(deps: Pick<Deps, "db">, of: store.DrawnOf): DocumentFile | undefined {
  return store.findDrawn(deps.db, of);
}

/** Keeps a document; one that is here already changes nothing. @param of What it was drawn of; null: it was not. @throws AppError E2036 on a full disk. */
export function keepDocument(deps: Pick<Deps, "db" | "now" | "newId" | "log">, file: DocumentFile, of: Pick<store.DrawnOf, "shipmentID" | "dpi"> | null): void {
  inTransaction(deps, () => store.insertDocument(deps.db, file, of, deps.now()));
}

/** Deletes drawn documents beyond the newest five thousand. @returns How many. */
export function pruneDocuments(deps: Pick<Deps, "db" | "now" | "newId" | "log">, atMost: number): number {
  return inTransaction(deps, () => store.deleteOldDrawn(deps.db, KEPT_DRAWN, atMost));
}
