/** Labels: the model, made of what the purchase froze, and its bytes, drawn at first need and kept. */
import { createHash } from "node:crypto";
import { AppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import { commit } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import type { LabelFormat } from "./label-renderer.ts";
import { labelModelSchema, type Dpi, type LabelModel } from "./labels.schema.ts";
import { findBoughtLabel } from "../transactions/transactions.service.ts";
import { labelModel } from "./label-model.ts";
import { deleteOldFiles, findLabelFile, insertLabelFile } from "./labels.store.ts";

/** @throws AppError E2020 when this station does not have the label. */
export function getLabelModel(deps: Deps, shipmentID: string): LabelModel {
  const bought = findBoughtLabel(deps, shipmentID);
  if (bought === undefined) throw new AppError("E2020");
  return labelModelSchema.parse(labelModel(bought.snapshot, bought));
}

/**
 * The bytes of a label: the kept ones, else drawn now and kept. On a full disk they are given without being kept: a
 * label that was paid for is printed all the same.
 *
 * @throws AppError E2020
 */
export async function getLabelFile(deps: Deps, shipmentID: string, format: LabelFormat, dpi: Dpi): Promise<Uint8Array> {
  const key = { shipmentID, format, dpi: format === "pdf" ? 0 : dpi };
  const kept = findLabelFile(deps.db, key);
  if (kept !== undefined) return kept;
  const bytes = await deps.labels.draw(getLabelModel(deps, shipmentID), format, dpi);
  // Pictures are quick to draw again and large: only what a printer or a program gets is kept.
  if (format !== "png") {
    guarded(deps.log, "a drawn label could not be kept; it is drawn again when it is needed", () => {
      commit(deps, () => insertLabelFile(deps.db, { ...key, hash: hashBytes(bytes), bytes, now: deps.now() }));
    });
  }
  return bytes;
}

/** @returns SHA-256, lower-case hex. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Some 60 MB. Older ones are drawn again when they are asked for. */
const KEPT_FILES = 5_000;

/** @returns How many drawn labels were deleted. */
export function pruneLabelFiles(deps: Pick<Deps, "db" | "now" | "newId" | "log">, atMost: number): number {
  return commit(deps, () => deleteOldFiles(deps.db, KEPT_FILES, atMost));
}
