/** The settings that are sent to a printer with each label, the same for all printer languages. */

/**
 * How bitmaps are encoded: "z64": deflated, in Base64; "hex": with repeat counts, for printers that
 * cannot decode Z64.
 */
export type BitmapEncoding = "z64" | "hex";

/** Settings of one printer, sent with each label. None of them is stored in the printer. */
export type PrintSettings = {
  /** Added to the darkness that is set at the printer, −30 to 30; absent: unchanged. */
  readonly darkness?: number;
  /** Inches per second; absent: as set at the printer. */
  readonly speed?: number;
  /** Shift of the whole print to the right and down, dots; y from −120 to 120. */
  readonly offset: { readonly x: number; readonly y: number };
  readonly graphics: BitmapEncoding;
  /**
   * Gap between two labels of the roll, mm; 0 for a roll without gaps. Absent: as calibrated at the
   * printer for TSPL, 3 mm for EPL. Other languages ignore the gap.
   */
  readonly gapMm?: number;
};

export const PLAIN_SETTINGS: PrintSettings = { offset: { x: 0, y: 0 }, graphics: "z64" };
