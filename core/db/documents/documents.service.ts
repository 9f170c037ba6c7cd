/** Stores this station's documents: each content once, by its hash. */
import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { z } from "zod";
import { derivedId } from "../../base/derived-id.ts";
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../change.ts";
import type { DbDeps, ReadDeps, WriteDeps } from "../deps.ts";
import type { Document, DocumentFile } from "./documents.schema.ts";
import * as store from "./documents.store.ts";
import * as files from "./label-files.store.ts";
import * as rasters from "./label-rasters.store.ts";

export type { DrawnOf } from "./documents.store.ts";

/**
 * Maximum total size of stored drawn documents, bytes: about 1,400 labels. Older documents are
 * drawn again on demand.
 */
const KEPT_DRAWN_BYTES = 32 * 1024 * 1024;
/**
 * After this number of insertions, at most twice that number of old drawn documents are deleted, in
 * addition to the nightly cleanup.
 */
const PRUNED_EACH = 64;
const PRUNED_AT_ONCE = 2 * PRUNED_EACH;

const DAY_MS = 24 * 60 * 60 * 1_000;
const UPLOADED_DAYS = 30;
/** Setting `uploadedDocumentsMB`: maximum total size of uploaded documents, MB. */
const uploadedMB = z.number().int().min(10).max(100_000).catch(500);
/**
 * Setting `downloadedLabelDays`: days that a carrier's label is kept after it was received, fetched
 * or printed.
 */
const downloadedDays = z.number().int().min(1).max(3_650).catch(180);

type Writing = WriteDeps;

/** Returns the document with these bytes; its hash is their SHA-256. */
export function documentOf(bytes: Uint8Array, is: Omit<Document, "hash">): DocumentFile {
  return { ...is, hash: createHash("sha256").update(bytes).digest("hex"), bytes };
}

/**
 * Finds a document by its hash.
 *
 * @returns Undefined when this station has no document of this hash.
 */
export function findDocument(deps: ReadDeps, hash: string): DocumentFile | undefined {
  return store.findDocument(deps.db, hash);
}

/** Finds another shipment whose label is this file; undefined when there is none. */
export function findOtherOwner(
  { db }: ReadDeps,
  hash: string,
  shipmentID: string,
): string | undefined {
  return files.findOtherOwner(db, hash, shipmentID);
}

/**
 * Finds the file that was downloaded for a shipment, at this or another station.
 *
 * @returns Its hash; undefined when none was downloaded.
 */
export function documentOfShipment(
  { db }: ReadDeps,
  shipmentID: string,
  kind: Document["kind"],
): string | undefined {
  return files.findFileOfShipment(db, shipmentID, kind);
}

/**
 * Finds the drawn document of a shipment.
 *
 * @returns Undefined when the document was never drawn, was deleted, or has bytes that do not match
 *   its hash; the caller then draws the document again.
 */
export function findDrawn(deps: ReadDeps, of: store.DrawnOf): DocumentFile | undefined {
  const kept = store.findDrawn(deps.db, of);
  return kept === undefined || documentOf(kept.bytes, kept).hash !== kept.hash ? undefined : kept;
}

/**
 * Finds the hash of a drawn document's raster.
 *
 * @param documentHash Hash of a drawn document.
 * @returns SHA-256 of its 1-bit raster, hex; "" when unknown.
 */
export function findRasterHash(deps: ReadDeps, of: rasters.RasterOf, documentHash: string): string {
  return rasters.findRasterOfDocument(deps.db, of, documentHash) ?? "";
}

/**
 * Stores a document, once per content. A document that was downloaded or uploaded keeps that
 * source, and gets the paper size with which it was last downloaded or uploaded.
 *
 * @throws AppError E2036 on a full disk.
 */
export function keepDocument(
  deps: Writing,
  file: DocumentFile,
  origin: store.DocumentOrigin = { shipmentID: null },
): void {
  inTransaction(deps, () => {
    const rowid = store.insertDocument(deps.db, file, origin, deps.now());
    if (file.source === "downloaded" && origin.shipmentID !== null)
      noteLabelFile(deps, file, origin.shipmentID);
    if (file.source === "drawn" && rowid % PRUNED_EACH === 0)
      store.deleteOldDrawn(deps.db, KEPT_DRAWN_BYTES, PRUNED_AT_ONCE);
  });
}

/** Announces to other stations that this station has the file. */
function noteLabelFile(
  { db }: Writing,
  { hash, kind, media, language, dpi }: DocumentFile,
  shipmentID: string,
): void {
  files.insertLabelFile(db, {
    id: derivedId("label file", shipmentID, hash),
    shipmentID,
    hash,
    kind,
    widthMm: media.widthMm,
    heightMm: media.heightMm,
    language,
    dpi,
    desk: hostname(),
  });
}

/**
 * Stores an uploaded document. If the uploads exceed the setting, deletes the documents that were
 * unused for the longest time; documents that wait to be printed stay.
 *
 * @throws AppError E2060 when the documents that wait to be printed leave no room, E2036 on a full
 *   disk: nothing is stored or deleted.
 */
export function keepUploaded(deps: Writing & Pick<DbDeps, "settings">, file: DocumentFile): void {
  const most = uploadedMB.parse(deps.settings.read("uploadedDocumentsMB")) * 1024 * 1024;
  inTransaction(deps, () => {
    keepDocument(deps, file);
    const tooMany = store.sumUploaded(deps.db) - most;
    if (tooMany <= 0) return;
    store.deleteUploaded(deps.db, tooMany, file.hash);
    if (store.sumUploaded(deps.db) > most) throw errors.tooManyDocuments();
  });
}

/**
 * Deletes an uploaded document.
 *
 * @returns The deleted document.
 * @throws AppError E2056 when no upload has this hash, E2061 while a print or a waiting paper needs
 *   it.
 */
export function deleteUploaded(deps: Writing, hash: string): Document {
  return inTransaction(deps, () => {
    const file = store.findDocument(deps.db, hash);
    if (file?.source !== "uploaded")
      throw errors.documentNotFound("There is no uploaded document of this hash on this station.");
    if (store.isNeeded(deps.db, hash)) throw errors.documentStillPrinting();
    store.deleteDocument(deps.db, hash);
    const { bytes: _, ...document } = file;
    return document;
  });
}

/**
 * Records, at most once a day, that a downloaded or uploaded document was fetched or printed. The
 * document's retention then restarts.
 *
 * @throws AppError E2036 on a full disk.
 */
export function noteUsed(deps: Writing, hash: string): void {
  const now = deps.now();
  inTransaction(deps, () => store.markUsed(deps.db, hash, now, earlier(now, 1)));
}

/**
 * Stores the hash of a label's raster at its first drawing, and compares later drawings with it.
 *
 * @param rasterHash SHA-256 of the 1-bit raster, hex.
 * @returns The hash of the first drawing when it differs, which means that the label looks
 *   different now; else "".
 * @throws AppError E2036 on a full disk.
 */
export function compareRaster(deps: Writing, of: rasters.RasterOf, rasterHash: string): string {
  const first =
    rasters.findRaster(deps.db, of) ??
    inTransaction(deps, () => rasters.insertRaster(deps.db, of, rasterHash));
  if (first === rasterHash) return "";
  deps.log.error(
    {
      shipmentID: of.shipmentID,
      layout: of.layout,
      media: of.media,
      dpi: of.dpi,
      first,
      now: rasterHash,
    },
    "a label now looks different from its first drawing",
  );
  return first;
}

/**
 * Deletes all documents of a shipment and its raster hashes, because their content is personal
 * data. Includes uploaded documents that were printed only for this shipment. Inside a transaction.
 */
export function eraseDocuments(deps: Writing, shipmentID: string): void {
  store.deleteOfShipment(deps.db, shipmentID);
  files.deleteLabelFiles(deps.db, shipmentID);
  rasters.deleteRasters(deps.db, shipmentID);
}

/**
 * Deletes at most `atMost` documents: drawn documents beyond the newest 32 MB, carriers' labels
 * that were unused for the time of the setting, and uploads that were unused for thirty days. Keeps
 * labels and uploads that wait to be printed.
 *
 * @returns Number of deleted documents.
 */
export function pruneDocuments(deps: Writing & Pick<DbDeps, "settings">, atMost: number): number {
  const now = deps.now();
  const downloaded = downloadedDays.parse(deps.settings.read("downloadedLabelDays"));
  return inTransaction(deps, () => {
    let left = atMost - store.deleteOldDrawn(deps.db, KEPT_DRAWN_BYTES, atMost);
    if (left > 0)
      left -= store.deleteUnused(
        deps.db,
        { source: "downloaded", before: earlier(now, downloaded) },
        left,
      );
    if (left > 0)
      left -= store.deleteUnused(
        deps.db,
        { source: "uploaded", before: earlier(now, UPLOADED_DAYS) },
        left,
      );
    return atMost - left;
  });
}

function earlier(now: string, days: number): string {
  return new Date(Date.parse(now) - days * DAY_MS).toISOString();
}
