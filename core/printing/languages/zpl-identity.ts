/**
 * ZPL queries other than the status, as in Zebra's programming guide: `~HI` (the model), `~HQOD`
 * (the printed length) and, on Link-OS models, the setting `odometer.total_label_count`.
 */
import type { OdometerReading, PrinterIdentity } from "./language.ts";

const [STX, ETX] = ["\u0002", "\u0003"];
const FIELD = `([^${STX}${ETX},]*)`;
/** The answer to `~HI`: model, firmware, dots per millimetre, memory and further fields. */
const IDENTITY = new RegExp(`${STX}${FIELD},${FIELD},(\\d+),[^${STX}${ETX}]*${ETX}`);
/** Dots per inch under which models are sold, by their dots per millimetre. */
const DENSITY: Readonly<Record<string, number>> = { "6": 152, "8": 203, "12": 300, "24": 600 };
/** Model families whose members all have Link-OS, and so answer queries for settings. */
const LINK_OS = /^(?:ZD[4-6]\d\d|ZT[2-6]\d\d|ZQ[3-6]\d\d|ZE5\d\d|ZR\d{3}|QLn\d{3}|iMZ\d{3})/i;

/**
 * Parses the answer to `~HI`; undefined while the answer is incomplete.
 *
 * @param text The answer so far, in Latin-1.
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

/** The printed length, in inches unless `^MA` has selected centimetres. */
const PRINT_METERS = /TOTAL NONRESETTABLE:\s*(\d+)\s*("|cm)/i;

/**
 * Parses the answer to `~HQOD`; undefined while the answer is incomplete.
 *
 * @param text The answer so far, in Latin-1.
 */
export function parsePrintMeters(text: string): OdometerReading | undefined {
  const [, count, unit] = PRINT_METERS.exec(text) ?? [];
  return count === undefined
    ? undefined
    : { count: Number(count), unitMm: unit === '"' ? 25.4 : 10 };
}

export const LABEL_COUNT_QUERY = '! U1 getvar "odometer.total_label_count"\r\n';

/**
 * Parses the number of labels; undefined while the answer is incomplete, or when the printer does
 * not know the setting.
 *
 * @param text The answer so far, in Latin-1.
 */
export function parseLabelCount(text: string): OdometerReading | undefined {
  const [, count] = /"(\d+)"/.exec(text) ?? [];
  return count === undefined ? undefined : { count: Number(count), unitMm: null };
}
