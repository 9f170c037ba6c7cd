/** Writes parcel templates of another server, from which an organization moves here. */
import type { WriteDeps } from "../../db/deps.ts";
import * as store from "./parcels.store.ts";
import type { TemplateRow } from "./parcels.store.ts";

/** `elsewhere`: the id belongs to another organization, or to another template. */
export type MovedTemplate = "taken" | "changed" | "alike" | "elsewhere";

const MEASURES = ["length", "width", "height", "weight", "distanceUnit", "massUnit"] as const;

/**
 * Inserts a template at the end, or updates the template with its id; needs an open transaction. A
 * template that was deleted here stays deleted.
 *
 * @param isTaken Whether the template with its id came from the same server; else nothing is
 *   overwritten.
 */
export function writeMovedTemplate(
  deps: WriteDeps,
  row: Omit<TemplateRow, "position" | "isActive" | "barcode">,
  isTaken: boolean,
): MovedTemplate {
  const known = store.findAnyTemplate(deps.db, row.id);
  if (known === undefined) {
    const position = store.listTemplates(deps.db, row.organizationID).at(-1)?.position ?? 0;
    store.insertTemplate(deps.db, { ...row, isActive: 1, position, barcode: "" });
    return "taken";
  }
  if (known.organizationID !== row.organizationID) return "elsewhere";
  if (known.isActive === 0) return "alike";
  const changed = [...MEASURES, "name" as const].filter((name) => known[name] !== row[name]);
  if (changed.length === 0) return "alike";
  if (!isTaken) return "elsewhere";
  store.updateTemplate(deps.db, row.id, {
    ...Object.fromEntries(changed.map((name) => [name, row[name]])),
    updatedAt: row.updatedAt,
  });
  return "changed";
}
