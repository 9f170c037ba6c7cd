/**
 * SQL for `label_logos`: an organization's logo is stored once, by its content, and never deleted.
 */
import { derivedId } from "../base/derived-id.ts";
import { insertRow } from "../db/change.ts";
import type { Db } from "../db/database.ts";
import { cachedRead } from "../db/read-cache.ts";

/** `bits` and `png` are base64. */
export type LogoRow = {
  readonly widthDots: number;
  readonly heightDots: number;
  readonly bits: string;
  readonly png: string;
};

/**
 * Finds a logo; the read cache keeps the result.
 * @returns Undefined until the logo has arrived from the station that received the upload.
 */
export function findLogo(db: Db, id: string): LogoRow | undefined {
  return cachedRead(db, ["label_logos"], `label logo ${id}`, () =>
    db
      .sql<LogoRow>(`SELECT width_dots, height_dots, bits, png FROM label_logos WHERE id = ?`)
      .get(id),
  );
}

/**
 * Stores a logo unless it is stored already; needs an open transaction.
 * @returns The logo's id, which is the same for the same dots of an organization.
 */
export function keepLogo(db: Db, organizationID: string, logo: LogoRow): string {
  const id = derivedId("label logo", organizationID, logo.widthDots, logo.bits);
  if (findLogo(db, id) === undefined) insertRow(db, "label_logos", { id, organizationID, ...logo });
  return id;
}
