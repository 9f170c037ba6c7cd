/**
 * TSPL and TSPL2, for TSC, Xprinter, Gprinter, newer Argox and many other makes; as in TSC's
 * "TSPL/TSPL2 programming manual". Settings stay in the printer until they are sent again, so each
 * label sends the settings that affect its position; a gap only if one is configured.
 */
import { darknessStep, type DotsGrammar } from "./dots-grammar.ts";

/** Resets the print: neither rotated nor mirrored, with the origin at the paper's corner. */
const RESET_COMMANDS = "DIRECTION 0,0\r\nREFERENCE 0,0\r\nSHIFT 0\r\n";

export const tspl: DotsGrammar = {
  head({ media, settings: { darkness, speed, gapMm } }) {
    // Without a configured gap the printer keeps its calibrated gap; another value would make it
    // lose its position on the roll.
    const gap = gapMm === undefined ? "" : `GAP ${gapMm} mm,0 mm\r\n`;
    const press = `${darkness === undefined ? "" : `DENSITY ${darknessStep(darkness)}\r\n`}${speed === undefined ? "" : `SPEED ${speed}\r\n`}`;
    return `SIZE ${media.widthMm} mm,${media.heightMm} mm\r\n${gap}${press}${RESET_COMMANDS}CLS\r\n`;
  },
  // Mode 0: the dots of a bitmap replace earlier dots.
  piece: ({ x, y, bytesPerRow, height }) => `BITMAP ${x},${y},${bytesPerRow},${height},0,`,
  pieceEnd: "\r\n",
  piecePattern: /BITMAP (\d{1,5}),(\d{1,5}),(\d{1,4}),(\d{1,5}),0,/y,
  tail: "PRINT 1,1\r\n",
};
