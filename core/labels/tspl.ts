/**
 * TSPL and TSPL2, of TSC, Xprinter, Gprinter, newer Argox and many others; as in TSC's "TSPL/TSPL2
 * programming manual". All settings that are sent stay in the printer until they are sent again, so
 * each label sends those that its place depends on.
 */
import { darknessStep, type DotsGrammar } from "./dots-grammar.ts";

/** Not turned and not mirrored, from the paper's corner. */
const UNDONE = "DIRECTION 0,0\r\nREFERENCE 0,0\r\nSHIFT 0\r\n";

export const tspl: DotsGrammar = {
  head({ media, settings: { darkness, speed, gapMm } }) {
    // Without a gap of its own the printer keeps the one that it was calibrated to: sending another
    // would make it lose its place on the roll.
    const gap = gapMm === undefined ? "" : `GAP ${gapMm} mm,0 mm\r\n`;
    const press = `${darkness === undefined ? "" : `DENSITY ${darknessStep(darkness)}\r\n`}${speed === undefined ? "" : `SPEED ${speed}\r\n`}`;
    return `SIZE ${media.widthMm} mm,${media.heightMm} mm\r\n${gap}${press}${UNDONE}CLS\r\n`;
  },
  // Mode 0: the dots replace what was there.
  piece: ({ x, y, bytesPerRow, height }) => `BITMAP ${x},${y},${bytesPerRow},${height},0,`,
  pieceEnd: "\r\n",
  piecePattern: /BITMAP (\d{1,5}),(\d{1,5}),(\d{1,4}),(\d{1,5}),0,/y,
  tail: "PRINT 1,1\r\n",
};
