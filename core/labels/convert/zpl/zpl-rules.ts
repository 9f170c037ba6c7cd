/**
 * What becomes of each command of foreign ZPL: nothing of others may store, set up or repeat
 * anything in a printer.
 */

/**
 * Fields, fonts, boxes, bar codes and graphics: they end with the label, or our preamble undoes
 * them.
 */
export const SENT: ReadonlySet<string> = new Set(
  "^A ^B0 ^BO ^B2 ^B3 ^B7 ^BC ^BD ^BE ^BQ ^BX ^BY ^CF ^CI ^FB ^FD ^FH ^FO ^FR ^FS ^FT ^FV ^FW ^GB ^GC ^GD ^GF ^GS".split(
    " ",
  ),
);

/**
 * The same, but unknown to the engine that draws ZPL here: such a label is printed without being
 * judged, and not on another kind of printer.
 */
export const SENT_UNSEEN: ReadonlySet<string> = new Set(
  "^B1 ^B4 ^B5 ^B8 ^B9 ^BA ^BB ^BF ^BI ^BJ ^BK ^BL ^BM ^BP ^BR ^BS ^BT ^BU ^BZ ^FP ^GE ^TB".split(
    " ",
  ),
);

/** What puts ink on paper: a format without any of them only sets the printer up. */
export const INKED: ReadonlySet<string> = new Set("^FD ^FV ^GB ^GC ^GD ^GE ^GF ^GS ^XG".split(" "));

/**
 * Left out: they set the printer, its memory, its network or its paper, ask it something, or are
 * comments, and change no dot of the label. The printer's own settings hold instead. `~` commands
 * act at once wherever they stand; of these all but the stored ones and changed prefixes. `^PO`
 * turns the whole label on its paper: ours all come out the same way up.
 */
const LEFT_OUT =
  /^(?:\^(?:FX|FN|CN|CO|CP|CV|EF|EG|ID|H[A-Z]|K[A-Z]|N[A-Z]|W[A-SU-Z]|J[ABCDEFGHIJLNOPQRSTUVWXYZ]|M[ADFGILMNPTVW]|P[FHNOPRS]|RO|S[ILOPQRSTX]|TO|XB|XS|ZZ)|~(?!C[CDT]|D[A-MO-Z])[A-Z]{2})$/;

/**
 * Commands whose usual parameter says what holds anyway. Any other parameter would change dots in a
 * way that is not known here.
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

/** Whether a command is passed over without changing a dot of the label. */
export function isLeftOut(name: string, data: string): boolean {
  return LEFT_OUT.test(name) || USUAL[name]?.test(data) === true;
}
