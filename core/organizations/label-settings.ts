/**
 * Appearance of an organization's labels: layout, masked phones and logo. A purchase freezes these
 * settings; the logo is stored once and never deleted.
 */
import type { ReadDeps } from "../db/deps.ts";
import { errors } from "../base/errors.ts";
import type { Db } from "../db/database.ts";
import type { OrganizationDeps } from "./deps.ts";
import * as logos from "./label-logos.store.ts";
import type { OrganizationPatch } from "./organizations.schema.ts";

/**
 * Finds a logo in the form of a label model.
 * @returns Null for "" and for a logo that has not arrived here yet: the label is then drawn
 *   without a logo.
 */
export function findLabelLogo(
  db: Db,
  logoID: string,
): { readonly columns: number; readonly rows: number; readonly bits: string } | null {
  const row = logoID === "" ? undefined : logos.findLogo(db, logoID);
  return row === undefined
    ? null
    : { columns: row.widthDots, rows: row.heightDots, bits: row.bits };
}

/**
 * Makes a data URL of the organization's logo, a PNG. `updateOrganization` accepts this URL as the
 * same logo. Returns null without a logo, and while the logo has not arrived here.
 */
export function logoDataURL(db: Db, logoID: string | null): string | null {
  const png = logoID === null ? undefined : logos.findLogo(db, logoID)?.png;
  return png === undefined ? null : `data:image/png;base64,${png}`;
}

const MOST_BYTES = 512 * 1024;
const DATA_URL = /^data:image\/png;base64,/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Converts an uploaded logo to dots. Call outside a transaction: this waits for the renderer's
 * thread.
 *
 * @param upload A PNG in base64, also as a data URL.
 * @throws AppError E1085 when the text is not base64 or holds more than 512 kB; E2029 when the
 *   picture is not a readable PNG or shows nothing on paper.
 */
export async function makeLabelLogo(
  deps: Pick<OrganizationDeps, "labels">,
  upload: string,
): Promise<logos.LogoRow> {
  const base64 = upload.replace(DATA_URL, "").replace(/\s/g, "");
  if (!BASE64.test(base64)) throw errors.badRequest("labelLogo: must be a PNG in base64, or null.");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > MOST_BYTES)
    throw errors.badRequest(
      "labelLogo: must have at most 512 kB. Save it smaller: a label shows at most 400 × 200 dots.",
    );
  const { columns, rows, bits, png } = await deps.labels.makeLogo(new Uint8Array(bytes));
  return { widthDots: columns, heightDots: rows, bits, png: Buffer.from(png).toString("base64") };
}

/**
 * Collects the columns that a patch changes and stores a new logo; needs an open transaction.
 * @param logo The patch's logo as dots; null removes the logo, undefined leaves it unchanged.
 */
export function labelColumns(
  deps: ReadDeps,
  organizationID: string,
  patch: OrganizationPatch,
  logo: logos.LogoRow | null | undefined,
) {
  return {
    ...(patch.labelLayout === undefined ? {} : { labelLayout: patch.labelLayout }),
    ...(patch.maskPhonesOnLabel === undefined
      ? {}
      : { maskPhones: patch.maskPhonesOnLabel ? 1 : 0 }),
    ...(logo === undefined
      ? {}
      : { labelLogoID: logo === null ? null : logos.keepLogo(deps.db, organizationID, logo) }),
  };
}
