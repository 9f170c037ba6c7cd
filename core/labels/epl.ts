/**
 * EPL2, for older Zebra (Eltron), Argox, Godex and compatible desktop printers; as in Zebra's "EPL2
 * programmer manual".
 */
import { mediaDots, dotsPerMmOf } from "./dots.ts";
import { darknessStep, type DotsGrammar } from "./dots-grammar.ts";

/** Gap that `Q` requires, mm, when none is configured; almost all die-cut labels have this gap. */
const USUAL_GAP_MM = 3;
/** Speeds 1 to 6 exist on every printer; on some they are inches per second. */
const FASTEST = 6;

export const epl: DotsGrammar = {
  head({ media, dpi, settings: { darkness, speed, gapMm = USUAL_GAP_MM } }) {
    const { width, height } = mediaDots(media, dpi);
    const press = `${darkness === undefined ? "" : `D${darknessStep(darkness)}\n`}${speed === undefined ? "" : `S${Math.min(speed, FASTEST)}\n`}`;
    // The empty line ends a command that another program may have left open. ZT: print from the
    // top; R: origin at the paper's corner.
    return `\nN\nq${width}\nQ${height},${Math.round(gapMm * dotsPerMmOf(dpi))}\n${press}ZT\nR0,0\n`;
  },
  piece: ({ x, y, bytesPerRow, height }) => `GW${x},${y},${bytesPerRow},${height},`,
  pieceEnd: "\n",
  piecePattern: /GW(\d{1,5}),(\d{1,5}),(\d{1,4}),(\d{1,5}),/y,
  tail: "P1\n",
};
