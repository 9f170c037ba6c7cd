/** ZPL of others: its labels one by one, and the paper that they are drawn for. */
import type { Media } from "../../documents/media.schema.ts";
import type { Dpi } from "../labels.schema.ts";
import { dotsPerMm } from "../zpl.ts";

const SHORTEST_MM = 20;
const LONGEST_MM = 500;

/** @returns Each label with what stands before it, such as pictures that it names. Empty when there is none. */
export function splitLabels(zpl: Uint8Array): readonly Uint8Array[] {
  const text = Buffer.from(zpl).toString("latin1");
  const labels = text.match(/[\s\S]*?\^XA[\s\S]*?\^XZ/gi) ?? [];
  // What only sets the printer up prints nothing; it stays before the label that follows.
  let before = "";
  const whole: Uint8Array[] = [];
  for (const label of labels) {
    if (/\^(FD|GF|GB|XG|IM|FV|SN)/i.test(label)) {
      whole.push(Buffer.from(before + label, "latin1"));
      before = /~D[A-Z]|\^[CS]W/i.test(before + label) ? (before + label).replace(/\^XA[\s\S]*/i, "") : "";
    } else before += label;
  }
  return whole;
}

/** @returns The paper that its first label asks for by its width and length; a side without such a command is of `usual`. */
export function mediaOfZpl(zpl: Uint8Array, dpi: Dpi, usual: Media): Media {
  const text = Buffer.from(zpl).toString("latin1");
  const side = (command: string, usualMm: number): number => {
    const dots = Number(new RegExp(`\\^${command}(\\d{1,5})`, "i").exec(text)?.[1] ?? 0);
    const mm = Math.round((dots / dotsPerMm(dpi)) * 10) / 10;
    return mm >= SHORTEST_MM && mm <= LONGEST_MM ? mm : usualMm;
  };
  return { widthMm: side("PW", usual.widthMm), heightMm: side("LL", usual.heightMm) };
}
