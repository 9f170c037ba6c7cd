/**
 * What a ZPL printer answers about itself beside its state, as in Zebra's programming guide: `~HI`
 * (its model), `~HQOD` (how much paper has come out) and, on Link-OS models, the setting
 * `odometer.total_label_count`.
 */
import type { Meter, PrinterIdentity } from "./language.ts";

const [STX, ETX] = ["\u0002", "\u0003"];
const FIELD = `([^${STX}${ETX},]*)`;
/** model, firmware, dots a millimetre, memory and what else there is */
const IDENTITY = new RegExp(`${STX}${FIELD},${FIELD},(\\d+),[^${STX}${ETX}]*${ETX}`);
/** Dots a millimetre → dots an inch, as the models are sold. */
const DENSITY: Readonly<Record<string, number>> = { "6": 152, "8": 203, "12": 300, "24": 600 };
/** Families of which every model has Link-OS. */
const LINK_OS = /^(?:ZD[4-6]\d\d|ZT[2-6]\d\d|ZQ[3-6]\d\d|ZE5\d\d|ZR\d{3}|QLn\d{3}|iMZ\d{3})/i;

/**
 * @param text What has arrived so far, in Latin-1.
 * @returns undefined while it has no whole answer to `~HI`.
 */
export function parseIdentity(text: string): PrinterIdentity | undefined {
  const [, model, firmware, dots] = IDENTITY.exec(text) ?? [];
  if (model === undefined || firmware === undefined || dots === undefined) return undefined;
  return {
    model: model.trim(),
    firmware: firmware.trim(),
    dpi: DENSITY[dots] ?? null,
    hasSettings: LINK_OS.test(model.trim()),
  };
}

/** Inches until `^MA` has chosen centimetres. */
const PRINT_METERS = /TOTAL NONRESETTABLE:\s*(\d+)\s*("|cm)/i;

/**
 * @param text What has arrived so far, in Latin-1.
 * @returns undefined while it has no whole answer to `~HQOD`.
 */
export function parsePrintMeters(text: string): Meter | undefined {
  const [, count, unit] = PRINT_METERS.exec(text) ?? [];
  return count === undefined
    ? undefined
    : { count: Number(count), unitMm: unit === '"' ? 25.4 : 10 };
}

export const LABEL_COUNT_QUERY = '! U1 getvar "odometer.total_label_count"\r\n';

/**
 * @param text What has arrived so far, in Latin-1.
 * @returns undefined while it has no whole number of labels, or the printer does not know the
 *   setting.
 */
export function parseLabelCount(text: string): Meter | undefined {
  const [, count] = /"(\d+)"/.exec(text) ?? [];
  return count === undefined ? undefined : { count: Number(count), unitMm: null };
}
