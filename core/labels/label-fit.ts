/**
 * Checks before a purchase that the label has room for its recipient. An address that is certainly
 * short enough passes; any other address is measured with the fonts, which are in another thread.
 */
import type { AddressRow } from "../shipping/addresses/addresses.service.ts";
import type { LabelDeps } from "./deps.ts";
import type { Media } from "../db/documents/media.schema.ts";
import { RendererLostError, type LabelRenderer } from "./label-renderer.ts";
import type { Dpi, LabelModel } from "./labels.schema.ts";

export type LabelPaper = { readonly media: Media; readonly dpi: Dpi };

/** A label that must be measured on `papers` before its purchase. */
export type UnmeasuredLabel = {
  readonly kind: "label";
  readonly model: LabelModel;
  readonly papers: readonly LabelPaper[];
};

/**
 * Text width that fits on every paper from 76 × 100 mm, in every layout, ems. Place names are
 * larger and count more.
 */
const SURE_EMS = 180;
const PLACE_FACTOR = 2.5;
const SURE_WIDTH_MM = 76;
const SURE_HEIGHT_MM = 100;
/** Number of characters of a Code 128 that fits on every paper from 76 × 100 mm. */
const SURE_BARCODE = 18;

/** Keys of labels that were measured and fit. */
const known = new Set<string>();
const KNOWN_AT_MOST = 1_000;

type DeskSettings = Pick<LabelDeps, "settings">;
/** Address fields that take most of a label's room. */
type Addressee = Pick<
  AddressRow,
  "name" | "address1" | "address2" | "streetName" | "districtName" | "cityName"
>;
/** A label to measure. `model` is called only when the label does not certainly fit. */
type Label = {
  readonly papers: (deskDeps: DeskSettings) => readonly LabelPaper[];
  /** A placeholder with the form of the barcode that will be bought. */
  readonly barcode: () => string;
  readonly model: (barcode: string) => LabelModel;
};

/**
 * Finds the papers of the desk on which a label must be measured before it is bought.
 *
 * @param to.longestBarcode Most characters that a barcode of the carrier has.
 * @param tried Labels that this purchase has measured, or tried to; see `measureLabel`.
 * @returns The label and its papers; undefined for a label that certainly fits, or was measured or
 *   tried on all of these papers before.
 */
export function findUnmeasured(
  deskDeps: DeskSettings,
  to: { readonly recipient: Addressee; readonly longestBarcode: number },
  label: Label,
  tried: ReadonlySet<string>,
): UnmeasuredLabel | undefined {
  if (
    isShort(to.recipient) &&
    isPlain(to.recipient) &&
    (to.longestBarcode <= SURE_BARCODE || label.barcode().length <= SURE_BARCODE) &&
    areRoomy(deskDeps, label.papers)
  )
    return undefined;
  const model = label.model(label.barcode());
  const papers = label.papers(deskDeps).filter((paper) => {
    const key = keyOf(model, paper);
    return !known.has(key) && !tried.has(key);
  });
  return papers.length === 0 ? undefined : { kind: "label", model, papers };
}

/**
 * Whether a desk's papers are large, cached because every purchase checks it; undefined after the
 * printers or roles have changed.
 */
const papersOf = new WeakMap<DeskSettings["settings"], { areRoomy: boolean | undefined }>();

function areRoomy(deskDeps: DeskSettings, papers: Label["papers"]): boolean {
  let seen = papersOf.get(deskDeps.settings);
  if (seen === undefined) {
    const entry: { areRoomy: boolean | undefined } = { areRoomy: undefined };
    papersOf.set(deskDeps.settings, entry);
    for (const key of ["printers", "printerRoles"])
      deskDeps.settings.follow(key, () => (entry.areRoomy = undefined));
    seen = entry;
  }
  seen.areRoomy ??= papers(deskDeps).every(
    ({ media }) => media.widthMm >= SURE_WIDTH_MM && media.heightMm >= SURE_HEIGHT_MM,
  );
  return seen.areRoomy;
}

/** Returns whether a recipient certainly fits on every paper from 76 × 100 mm. */
export function isShort(to: Addressee): boolean {
  return (
    emsOf(to.name) +
      emsOf(to.address1) +
      emsOf(to.address2) +
      emsOf(to.streetName) +
      PLACE_FACTOR * (emsOf(to.districtName) + emsOf(to.cityName)) <=
    SURE_EMS
  );
}

/**
 * Returns whether each non-empty text of a recipient has a letter or digit that labels can
 * certainly print; a text of only emoji would be blank.
 */
function isPlain({
  name,
  address1,
  address2,
  streetName,
  districtName,
  cityName,
}: Addressee): boolean {
  return [name, address1 + address2 + streetName, districtName, cityName].every(
    (text) => text === "" || SURE_LETTER.test(text),
  );
}

/**
 * Measures a label. While the renderer is lost, nothing is measured and the purchase continues,
 * because most labels fit; the next purchase measures again.
 *
 * @param tried Receives the key of the label on each paper that was tried.
 * @throws AppError E2057 when the recipient does not fit on a paper, E1072 when the barcode does
 * not.
 */
export async function measureLabel(
  renderer: Pick<LabelRenderer, "measure">,
  { model, papers }: UnmeasuredLabel,
  tried: Set<string>,
): Promise<void> {
  for (const paper of papers) {
    const key = keyOf(model, paper);
    const isMeasured = await measure(renderer, model, paper);
    tried.add(key);
    if (!isMeasured) continue;
    if (known.size >= KNOWN_AT_MOST) known.clear();
    known.add(key);
  }
}

/** Measures a label on one paper; returns false when the renderer is lost. */
async function measure(
  renderer: Pick<LabelRenderer, "measure">,
  model: LabelModel,
  paper: LabelPaper,
): Promise<boolean> {
  try {
    await renderer.measure({ model, ...paper });
    return true;
  } catch (error) {
    if (error instanceof RendererLostError) return false;
    throw error;
  }
}

/**
 * Returns a key of everything that decides whether a label fits: the paper, and the fields that are
 * never omitted. The barcode is reduced to what decides its length.
 */
function keyOf(model: LabelModel, { media, dpi }: LabelPaper): string {
  const {
    language,
    recipient,
    barcode,
    layout,
    routingCode,
    payer,
    cashOnDelivery,
    isReturn,
    appointmentOn,
    pieces,
    carrierName,
  } = model;
  const code = barcode.replace(/\d/g, "0").replace(/[A-Za-z]/g, "A");
  return JSON.stringify([
    media.widthMm,
    media.heightMm,
    dpi,
    layout,
    language,
    code,
    recipient,
    routingCode,
    payer,
    cashOnDelivery,
    isReturn,
    appointmentOn,
    pieces,
    carrierName,
  ]);
}

/** Computes an upper bound of a text's width in ems, for any letters. */
function emsOf(text: string): number {
  let ems = 0;
  for (const letter of text)
    ems +=
      letter <= "~"
        ? WIDE.has(letter)
          ? 1.02
          : letter >= "a" || letter < "A"
            ? 0.7
            : 0.85
        : letter < "\u0530"
          ? 1.1
          : 1.25;
  return ems;
}

const SURE_LETTER = /[a-z0-9çğıöşüİ]/i;
const WIDE = new Set("MWmw@%");
