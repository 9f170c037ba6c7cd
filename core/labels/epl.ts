/**
 * EPL2, of older Zebra (Eltron), Argox, Godex and compatible desktop printers; as in Zebra's "EPL2
 * programmer manual".
 */
import { mediaDots, dotsPerMm } from "./dots.ts";
import { darknessStep, type DotsGrammar } from "./dots-grammar.ts";

/** `Q` must be given the gap. Almost all die-cut labels have this one, mm. */
const USUAL_GAP_MM = 3;
/** The speeds that every printer has are numbered 1 to 6, some an inch a second each. */
const FASTEST = 6;

export const epl: DotsGrammar = {
  head({ media, dpi, settings: { darkness, speed, gapMm = USUAL_GAP_MM } }) {
    const { width, height } = mediaDots(media, dpi);
    const press = `${darkness === undefined ? "" : `D${darknessStep(darkness)}\n`}${speed === undefined ? "" : `S${Math.min(speed, FASTEST)}\n`}`;
    // The empty line ends what another program may have left open. ZT: from the top; R: from the
    // paper's corner.
    return `\nN\nq${width}\nQ${height},${Math.round(gapMm * dotsPerMm(dpi))}\n${press}ZT\nR0,0\n`;
  },
  piece: ({ x, y, bytesPerRow, height }) => `GW${x},${y},${bytesPerRow},${height},`,
  pieceEnd: "\n",
  piecePattern: /GW(\d{1,5}),(\d{1,5}),(\d{1,4}),(\d{1,5}),/y,
  tail: "P1\n",
};
