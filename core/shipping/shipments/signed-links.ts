/**
 * Makes and checks links to labels and tracking pages that need no token: the shipment's id and an
 * HMAC with the secret of this station, or of the organization whose stations it has joined. A link
 * stays valid, so a program may store it. It starts with the address at which the station was
 * called. The signature of one kind of link is not valid for the other kind.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "../../db/database.ts";
import { findMeta, readMeta, writeMeta } from "../../db/station-meta.ts";

const LABEL_PATH = "/api/v1/labels";
const TRACKING_PATH = "/api/v1/tracking";

type Purpose = "label" | "tracking" | "hook" | "hook header";

/**
 * Makes a link to a label.
 *
 * @param origin Like "http://127.0.0.1:4747".
 * @returns A link without its extension: ".pdf", ".zpl", ".png" or ".html".
 */
export function labelLink(db: Db, origin: string, shipmentID: string): string {
  return `${origin}${LABEL_PATH}/${shipmentID}/${sign(db, "label", shipmentID)}`;
}

/**
 * Makes a link to a tracking page.
 *
 * @param origin Like "http://127.0.0.1:4747".
 */
export function trackingLink(db: Db, origin: string, shipmentID: string): string {
  return `${origin}${TRACKING_PATH}/${shipmentID}/${sign(db, "tracking", shipmentID)}`;
}

/** Path at which an account's marketplace calls this station, and the value of the header that it sends. */
export function hookOf(
  db: Db,
  accountID: string,
): { readonly path: string; readonly headerValue: string } {
  return {
    path: `/api/v1/station/marketplaces/${accountID}/hook/${sign(db, "hook", accountID)}`,
    headerValue: sign(db, "hook header", accountID),
  };
}

/**
 * Returns whether a signature is valid for this shipment or account, and purpose. Signatures that the station
 * made before it joined a hub stay valid.
 */
export function isLink(db: Db, purpose: Purpose, id: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return [secretOf(db), ownLinkSecret(db)].some((secret) => {
    const right = Buffer.from(signWith(secret, purpose, id));
    return right.length === given.length && timingSafeEqual(right, given);
  });
}

const SHARED = "shared_label_secret";
const secrets = new WeakMap<Db, string>();

/** Sets the organization's secret, which makes links the same at all its stations. */
export function setLinkSecret(db: Db, secret: string): void {
  writeMeta(db, SHARED, secret);
  secrets.set(db, secret);
}

/** Gets the secret of this station alone; creates the secret when there is none. */
export function ownLinkSecret(db: Db): string {
  return readMeta(db, "label_secret", () => randomBytes(32).toString("hex"));
}

/**
 * Creates the secret of a new station when the database opens. If the secret were created with the
 * first link, the write could fail after a purchase's COMMIT, or be rolled back with the
 * transaction that makes the link.
 *
 * @throws SQLite's error when the disk refuses the write.
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
  // Label links are older than tracking links, and programs store them, so they are still signed
  // with the secret itself.
  const key = purpose === "label" ? secret : createHmac("sha256", secret).update(purpose).digest();
  return createHmac("sha256", key).update(shipmentID).digest("base64url").slice(0, 32);
}
