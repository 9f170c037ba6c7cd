/**
 * Status query `~HS` of ZPL printers. The answer is three strings, each <STX>…<ETX><CR><LF>, as in
 * Zebra's ZPL II programming guide ("Host Status Return"). Comments on the fields of `HostStatus`
 * start with the letter of the field:
 *
 *     aaa,b,c,dddd,eee,f,g,h,iii,j,k,l
 *     mmm,n,o,p,q,r,s,t,uuuuuuuu,v,www
 *     xxxx,y
 */
import type { PrinterFault } from "./language.ts";
import { HEAD_OPEN, PAPER_OUT, PAUSED, RIBBON_OUT } from "./printer-faults.ts";

export const HOST_STATUS_QUERY = "~HS";

export type HostStatus = {
  /** b */
  readonly paperOut: boolean;
  /** c */
  readonly paused: boolean;
  /** eee: labels received and not yet printed. */
  readonly formatsInBuffer: number;
  /** f */
  readonly bufferFull: boolean;
  /** h: the printer has received the start of a label, but not its end. */
  readonly partialFormat: boolean;
  /** j */
  readonly corruptRAM: boolean;
  /** k */
  readonly underTemperature: boolean;
  /** l */
  readonly overTemperature: boolean;
  /** o */
  readonly headOpen: boolean;
  /** p; only valid in thermal transfer mode (q). */
  readonly ribbonOut: boolean;
  /** t: a printed label waits to be taken. */
  readonly labelWaiting: boolean;
  /** uuuuuuuu */
  readonly labelsRemaining: number;
  /** All fields as the printer wrote them. */
  readonly words: string;
};

const STX = "\u0002";
const ETX = "\u0003";
const FRAME = new RegExp(`${STX}([^${STX}${ETX}]*)${ETX}`, "g");

/**
 * Parses the answer to `~HS`; undefined while the answer is incomplete, or when it does not have
 * Zebra's format.
 *
 * @param text The answer so far, in Latin-1; text before, between and after the strings is ignored.
 */
export function parseHostStatus(text: string): HostStatus | undefined {
  const frames = Array.from(text.matchAll(FRAME), (match) =>
    (match[1] ?? "").split(",").map((field) => field.trim()),
  );
  for (let i = 0; i + 2 < frames.length; i++) {
    const status = fromFields(frames[i] ?? [], frames[i + 1] ?? [], frames[i + 2] ?? []);
    if (status !== undefined) return status;
  }
  return undefined;
}

function fromFields(
  first: readonly string[],
  second: readonly string[],
  third: readonly string[],
): HostStatus | undefined {
  if (first.length !== 12 || second.length !== 11 || third.length !== 2) return undefined;
  if (![...first, ...second].every((field) => /^\d*$/.test(field))) return undefined;
  return {
    paperOut: isSet(first[1]),
    paused: isSet(first[2]),
    formatsInBuffer: Number(first[4]),
    bufferFull: isSet(first[5]),
    partialFormat: isSet(first[7]),
    corruptRAM: isSet(first[9]),
    underTemperature: isSet(first[10]),
    overTemperature: isSet(first[11]),
    headOpen: isSet(second[2]),
    ribbonOut: isSet(second[3]) && isSet(second[4]),
    labelWaiting: isSet(second[7]),
    labelsRemaining: Number(second[8]),
    words: [first, second, third].map((fields) => fields.join(",")).join(" "),
  };
}

function isSet(flag: string | undefined): boolean {
  return flag === "1";
}

/** Returns the first fault that keeps the printer from printing; undefined without one. */
export function faultOf(status: Omit<HostStatus, "words">): PrinterFault | undefined {
  if (status.headOpen) return HEAD_OPEN;
  if (status.paperOut) return PAPER_OUT;
  if (status.ribbonOut) return RIBBON_OUT;
  if (status.overTemperature)
    return {
      reason: "fault",
      state: "fault",
      message: "The print head is too hot. Let the printer cool down.",
    };
  if (status.corruptRAM)
    return {
      reason: "fault",
      state: "fault",
      message: "The printer lost its settings. Switch it off and on, then print a test label.",
    };
  if (status.paused) return PAUSED;
  if (status.bufferFull)
    return {
      reason: "busy",
      state: "busy",
      message: "The printer's memory is full. It takes labels again once it has printed.",
    };
  return undefined;
}

/** Returns whether every label that was sent to the printer has been printed. */
export function isIdle(status: Omit<HostStatus, "words">): boolean {
  return status.formatsInBuffer === 0 && status.labelsRemaining === 0 && !status.partialFormat;
}
