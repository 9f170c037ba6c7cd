/** What a printer is given with each label, in any language. */

/**
 * How the bytes of bitmaps are written: deflated in Base64, or in hex with repeat counts for
 * printers that know no Z64.
 */
export type BitmapEncoding = "z64" | "hex";

/** Settings of one printer, sent with each label. None of them is stored in the printer. */
export type PrintSettings = {
  /** Added to the darkness that is set at the printer, −30 to 30; absent: as the printer is set. */
  readonly darkness?: number;
  /** Inches a second; absent: as the printer is set. */
  readonly speed?: number;
  /** By how many dots everything is printed further right and further down; y from −120 to 120. */
  readonly offset: { readonly x: number; readonly y: number };
  readonly graphics: BitmapEncoding;
  /**
   * Between two labels of the roll, mm; 0 for a roll without gaps. Absent: as the printer was
   * calibrated. Of languages that are given it: TSPL, EPL.
   */
  readonly gapMm?: number;
};

export const PLAIN_SETTINGS: PrintSettings = { offset: { x: 0, y: 0 }, graphics: "z64" };
