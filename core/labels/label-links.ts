/**
 * Links to labels that need no token: the shipment's id and an HMAC by a secret of this station. The same at every
 * read, so a program may keep them; the address in front is the one the station was asked at.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "../db/database.ts";
import { readMeta } from "../db/station-meta.ts";

export const LABEL_PATH = "/api/v1/labels";

/** @param origin "http://127.0.0.1:4747" @returns A link without its ending: ".pdf", ".zpl", ".png" or ".html". */
export function labelLink(db: Db, origin: string, shipmentID: string): string {
  return `${origin}${LABEL_PATH}/${shipmentID}/${sign(db, shipmentID)}`;
}

export function isLabelLink(db: Db, shipmentID: string, signature: string): boolean {
  const right = Buffer.from(sign(db, shipmentID));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given);
}

const secrets = new WeakMap<Db, string>();

function sign(db: Db, shipmentID: string): string {
  let secret = secrets.get(db);
  if (secret === undefined) {
    secret = readMeta(db, "label_secret", () => randomBytes(32).toString("hex"));
    secrets.set(db, secret);
  }
  return createHmac("sha256", secret).update(shipmentID).digest("base64url").slice(0, 32);
}
