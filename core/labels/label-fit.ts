/**
 * Checks before a purchase that the label has room for its recipient. Measuring needs the fonts,
 * which are in another thread, and a purchase is one transaction without an await. So a text that
 * is certainly short passes; a longer text aborts the attempt, is measured, and the attempt is
 * repeated.
 */
import type { AddressRow } from "../shipping/addresses/addresses.service.ts";
import type { LabelDeps } from "./deps.ts";
import type { Media } from "../db/documents/media.schema.ts";
import { RendererLostError, type LabelRenderer } from "./label-renderer.ts";
import type { Dpi, LabelModel } from "./labels.schema.ts";

export type LabelPaper = { readonly media: Media; readonly dpi: Dpi };

/** The label was not measured on these papers yet. */
class LabelNotMeasured extends Error {
  override readonly name = "LabelNotMeasured";
  readonly model: LabelModel;
  readonly papers: readonly LabelPaper[];
  constructor(model: LabelModel, papers: readonly LabelPaper[]) {
    super("the label has not been measured");
    this.model = model;
    this.papers = papers;
  }
}

/**
 * Text width that fits on every paper from 76 × 100 mm, in every layout, ems. Place names are
 * larger and count more.
 */
const SURE_EMS = 180;
const PLACE_FACTOR = 2.5;
const SURE_WIDTH_MM = 76;
const SURE_HEIGHT_MM = 100;
/** Length of a Code 128 that fits on these papers. */
const SURE_BARCODE = 18;

/** Keys of labels that were measured and fit. */
const known = new Set<string>();
const KNOWN_AT_MOST = 1_000;

type DeskSettings = Pick<LabelDeps, "settings">;
/** Address fields that need a label's room most. */
type Addressee = Pick<
  AddressRow,
  "name" | "address1" | "address2" | "street_name" | "district_name" | "city_name"
>;
/** Functions that are called only when the recipient is not short and plain. */
type Label = {
  readonly papers: (deskDeps: DeskSettings) => readonly LabelPaper[];
  readonly model: () => LabelModel;
};

/**
 * Passes a label that certainly fits on the desk's papers, or was measured before. Call inside an
 * attempt of `withMeasuredLabels`.
 */
export function requireFit(
  deskDeps: DeskSettings,
  to: { readonly recipient: Addressee; readonly barcode: string },
  label: Label,
): void {
  if (
    isShort(to.recipient) &&
    isPlain(to.recipient) &&
    to.barcode.length <= SURE_BARCODE &&
    areRoomy(deskDeps, label.papers)
  )
    return;
  const model = label.model();
  const open = label.papers(deskDeps).filter((paper) => !known.has(keyOf(model, paper)));
  if (open.length > 0) throw new LabelNotMeasured(model, open);
}

/**
 * Whether a desk's papers are large, since every purchase checks it; undefined after its printers
 * or roles have changed.
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

/** Whether a recipient certainly fits on every paper from 76 × 100 mm. */
export function isShort(to: Addressee): boolean {
  return (
    emsOf(to.name) +
      emsOf(to.address1) +
      emsOf(to.address2) +
      emsOf(to.street_name) +
      PLACE_FACTOR * (emsOf(to.district_name) + emsOf(to.city_name)) <=
    SURE_EMS
  );
}

/**
 * Whether each of a recipient's texts has a letter or digit that labels can certainly print; a text
 * of only emoji would be blank.
 */
function isPlain({
  name,
  address1,
  address2,
  street_name,
  district_name,
  city_name,
}: Addressee): boolean {
  return [name, address1 + address2 + street_name, district_name, city_name].every(
    (text) => text === "" || SURE_LETTER.test(text),
  );
}

/**
 * Runs an attempt to buy. An attempt that aborts because a label was not measured is repeated after
 * measuring.
 *
 * @throws AppError E2057 when the recipient does not fit on a paper, E1072 when the barcode does
 * not; nothing was bought then. Also the errors of the attempt.
 */
export async function withMeasuredLabels<T>(
  renderer: Pick<LabelRenderer, "measure">,
  attempt: () => Promise<T>,
): Promise<T> {
  const unmeasured = new Set<string>();
  try {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof LabelNotMeasured)) throw error;
        for (const paper of error.papers) {
          const key = keyOf(error.model, paper);
          if (!(await isMeasured(renderer, error.model, paper))) unmeasured.add(key);
          if (known.size >= KNOWN_AT_MOST) known.clear();
          known.add(key);
        }
      }
    }
  } finally {
    for (const key of unmeasured) known.delete(key); // the next purchase measures again
  }
}

/**
 * @returns False when the label cannot be measured now; the purchase continues then, because most
 * labels fit.
 */
async function isMeasured(
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
 * Key of everything that decides whether the fields that are never omitted fit. The barcode is
 * reduced to what decides its length.
 */
function keyOf(model: LabelModel, { media, dpi }: LabelPaper): string {
  const {
    recipient,
    barcode,
    layout,
    routingCode,
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
    code,
    recipient,
    routingCode,
    cashOnDelivery,
    isReturn,
    appointmentOn,
    pieces,
    carrierName,
  ]);
}

/** An upper bound of a text's width in ems, for any letters. */
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
