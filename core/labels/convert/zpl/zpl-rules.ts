/**
 * Rules for each command of foreign ZPL, so that foreign ZPL cannot store, configure or repeat
 * anything in a printer.
 */

/**
 * Commands for fields, fonts, boxes, barcodes and graphics. They are sent, because their effect
 * ends with the label or our preamble resets it.
 */
export const SENT: ReadonlySet<string> = new Set(
  "^A ^B0 ^BO ^B2 ^B3 ^B7 ^BC ^BD ^BE ^BQ ^BX ^BY ^CF ^CI ^FB ^FD ^FH ^FO ^FR ^FS ^FT ^FV ^FW ^GB ^GC ^GD ^GF ^GS".split(
    " ",
  ),
);

/**
 * Commands that are sent although the engine here cannot draw them. A label with such a command is
 * printed without being verified, and only on a ZPL printer.
 */
export const SENT_UNDRAWABLE: ReadonlySet<string> = new Set(
  "^B1 ^B4 ^B5 ^B8 ^B9 ^BA ^BB ^BF ^BI ^BJ ^BK ^BL ^BM ^BP ^BR ^BS ^BT ^BU ^BZ ^FP ^GE ^TB".split(
    " ",
  ),
);

/**
 * Commands that print ink; `^IM` and `^SN` print ink too. A label without any of these commands
 * only configures the printer.
 */
export const INKED: ReadonlySet<string> = new Set("^FD ^FV ^GB ^GC ^GD ^GE ^GF ^GS ^XG".split(" "));

/**
 * Commands that are left out: they configure the printer, its memory, its network or its paper,
 * query it, or are comments, and change no dot of the label. The printer's own settings apply
 * instead. `~` commands act immediately wherever they are, so all of them are left out except
 * downloads (`~D…`) and prefix changes. `^PO` rotates the label on its paper; all our labels have
 * the same orientation.
 */
const LEFT_OUT =
  /^(?:\^(?:FX|FN|CN|CO|CP|CV|EF|EG|ID|H[A-Z]|K[A-Z]|N[A-Z]|W[A-SU-Z]|J[ABCDEFGHIJLNOPQRSTUVWXYZ]|M[ADFGILMNPTVW]|P[FHNOPRS]|RO|S[ILOPQRSTX]|TO|XB|XS|ZZ)|~(?!C[CDT]|D[A-MO-Z])[A-Z]{2})$/;

/**
 * Commands that can be left out with these parameters, which are the printer's defaults. Any other
 * parameter would change dots in an unknown way.
 */
const USUAL: Readonly<Record<string, RegExp>> = {
  "^CC": /^\^?$/,
  "~CC": /^\^?$/,
  "^CD": /^,?$/,
  "~CD": /^,?$/,
  "^CT": /^~?$/,
  "~CT": /^~?$/,
  "^JM": /^A?$/i,
  "^MC": /^Y?$/i,
  "^MU": /^D?$/i,
  "^PA": /^[0,]*$/,
  "^PM": /^N?$/i,
  "^SZ": /^2?$/,
};

/** Returns whether a command can be left out without changing a dot of the label. */
export function isLeftOut(name: string, data: string): boolean {
  return LEFT_OUT.test(name) || USUAL[name]?.test(data) === true;
}
