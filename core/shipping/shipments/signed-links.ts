/**
 * Links to labels and to tracking pages that need no token: the shipment's id and an HMAC by a
 * secret of this station, or of the organization whose stations it has joined. The same at every
 * read, so a program may keep them; the address in front is the one the station was asked at. A
 * link of one kind is no proof for the other.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "../../db/database.ts";
import { findMeta, readMeta, writeMeta } from "../../db/station-meta.ts";

const LABEL_PATH = "/api/v1/labels";
const TRACKING_PATH = "/api/v1/tracking";

type Purpose = "label" | "tracking";

/**
 * @param origin "http://127.0.0.1:4747"
 * @returns A link without its ending: ".pdf", ".zpl", ".png" or ".html".
 */
export function labelLink(db: Db, origin: string, shipmentID: string): string {
  return `${origin}${LABEL_PATH}/${shipmentID}/${sign(db, "label", shipmentID)}`;
}

/** @param origin "http://127.0.0.1:4747" */
export function trackingLink(db: Db, origin: string, shipmentID: string): string {
  return `${origin}${TRACKING_PATH}/${shipmentID}/${sign(db, "tracking", shipmentID)}`;
}

/**
 * Whether the signature is the one of a link to this shipment for this purpose: also of one that
 * the station made before it joined others.
 */
export function isLink(db: Db, purpose: Purpose, shipmentID: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return [secretOf(db), ownLinkSecret(db)].some((secret) => {
    const right = Buffer.from(signWith(secret, purpose, shipmentID));
    return right.length === given.length && timingSafeEqual(right, given);
  });
}

const SHARED = "shared_label_secret";
const secrets = new WeakMap<Db, string>();

/**
 * Links are signed by the organization's secret from now on, which makes them the same at all its
 * stations.
 */
export function useLinkSecret(db: Db, secret: string): void {
  writeMeta(db, SHARED, secret);
  secrets.set(db, secret);
}

/** The secret of this station alone; made when there is none. */
export function ownLinkSecret(db: Db): string {
  return readMeta(db, "label_secret", () => randomBytes(32).toString("hex"));
}

/**
 * Makes the secret of a new station. When it opens: made with the first link, the write could fail
 * after a purchase's COMMIT, or be undone with the transaction that asked for the link. @throws
 * SQLite's error when the disk does not take it.
 */
export function prepareLinks(db: Db): void {
  secretOf(db);
}

function secretOf(db: Db): string {
  let secret = secrets.get(db);
  if (secret === undefined) {
    const own = ownLinkSecret(db);
    secret = findMeta(db, SHARED) ?? own;
    secrets.set(db, secret);
  }
  return secret;
}

function sign(db: Db, purpose: Purpose, shipmentID: string): string {
  return signWith(secretOf(db), purpose, shipmentID);
}

function signWith(secret: string, purpose: Purpose, shipmentID: string): string {
  // Labels' links came first and are kept by programs: they are signed by the secret itself.
  const key = purpose === "label" ? secret : createHmac("sha256", secret).update(purpose).digest();
  return createHmac("sha256", key).update(shipmentID).digest("base64url").slice(0, 32);
}
