/** Determines the paper that foreign ZPL was made for. */
import type { Media } from "../../db/documents/media.schema.ts";
import type { Dpi } from "../labels.schema.ts";
import { dotsPerMmOf } from "../dots.ts";

const SHORTEST_MM = 20;
const LONGEST_MM = 500;

/**
 * Returns the paper size that the first width and length commands of a document state; a side
 * without a command, or with an impossible length, is taken from `usual`.
 */
export function mediaOfZpl(zpl: Uint8Array, dpi: Dpi, usual: Media): Media {
  const text = Buffer.from(zpl).toString("latin1");
  const side = (command: string, usualMm: number): number => {
    const dots = Number(new RegExp(`\\^${command}(\\d{1,5})`, "i").exec(text)?.[1] ?? 0);
    const mm = Math.round((dots / dotsPerMmOf(dpi)) * 10) / 10;
    return mm >= SHORTEST_MM && mm <= LONGEST_MM ? mm : usualMm;
  };
  return { widthMm: side("PW", usual.widthMm), heightMm: side("LL", usual.heightMm) };
}
