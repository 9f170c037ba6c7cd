/**
 * Parses a ZPL stream: finds labels (^XA…^XZ) and queries (such as ~HS) in the bytes, however they
 * are split. Labels and queries of one connection are returned in the order in which they arrived.
 */
import {
  LARGEST_LABEL,
  MAX_COPIES,
  type PrinterEvent,
  type PrinterStream,
  type Query,
} from "./printer-stream.ts";

const BEGIN = "^XA";
const END_LENGTH = "^XZ".length;
/** Start of most drivers' output, which sets the command prefixes to their defaults. */
const PREFIX = "CT~~CD,~CC^~CT~";
const QUERIES: Readonly<Record<string, Query>> = {
  "~HS": "status",
  "~HI": "identity",
  "~HQOD": "odometer",
};
const LABEL_COUNT = /^! U1 getvar "odometer\.total_label_count"$/;
/**
 * Prefix of lines that set or get a setting (Zebra's set-get-do). Only the query for the label
 * count is answered.
 */
const SGD = "! U1 ";
const LONGEST_SGD = 1_000;
/**
 * Commands outside of a label: downloads of fonts and pictures (their data is hexadecimal), and
 * commands that set or control the printer.
 */
const LOADS = /^~D[BEGNSTUY]/i;
const CONTROLS = /^~(?:HQ[A-Z]{2}|H[BDM]|J[A-Z]|KB|P[HLMPRS]|RO|S[D]|TA|W[CLQ])/i;

/**
 * The command at the start of the text outside of a label; `more` while its end has not arrived.
 */
type Found = "more" | { readonly length: number; readonly is: "known" | "garbage" | Query };

/** Creates the parser of one connection. */
export function createZplStream(): PrinterStream {
  // Latin-1 preserves bytes, one character each.
  let pending = "";
  let searchFrom = 0;
  let isInLabel = false;
  let [garbage, garbageBefore] = [0, 0];

  function takeLabel(): PrinterEvent | undefined {
    const end = indexOfEnd(pending, searchFrom);
    if (end < 0) {
      searchFrom = Math.max(0, pending.length - END_LENGTH + 1);
      return undefined;
    }
    const bytes = new Uint8Array(Buffer.from(pending.slice(0, end), "latin1"));
    const event: PrinterEvent = {
      kind: "label",
      bytes,
      copies: copiesOf(pending.slice(0, end)),
      garbageBytes: garbage - garbageBefore,
    };
    pending = pending.slice(end);
    [isInLabel, garbageBefore] = [false, garbage];
    return event;
  }

  return {
    get bytesInLabel() {
      return isInLabel ? pending.length : 0;
    },
    get garbageBytes() {
      return garbage;
    },
    feed(bytes) {
      pending += Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
      const events: PrinterEvent[] = [];
      for (;;) {
        if (!isInLabel) {
          const blanks = /^[^!-\xff]+/.exec(pending)?.[0].length ?? 0;
          pending = pending.slice(blanks);
          if (pending === "") break;
          if (pending.slice(0, BEGIN.length).toUpperCase() === BEGIN)
            [isInLabel, searchFrom] = [true, 0];
        }
        if (isInLabel) {
          const label = takeLabel();
          if (label === undefined) break;
          events.push(label);
          continue;
        }
        const found = outsideOfLabel(pending);
        if (found === "more") break;
        if (found.is === "garbage") garbage += found.length;
        else if (found.is !== "known") events.push({ kind: "query", query: found.is });
        pending = pending.slice(found.length);
      }
      if (pending.length > LARGEST_LABEL) throw new Error("a label exceeds the size limit");
      return events;
    },
  };
}

function outsideOfLabel(text: string): Found {
  if (isCut(text, BEGIN) || isCut(text, PREFIX) || isCut(text, SGD)) return "more";
  if (text.startsWith(PREFIX)) return { length: PREFIX.length, is: "known" };
  if (text.startsWith(SGD)) return setGetDo(text);
  if (text.startsWith("~")) return tildeCommand(text);
  return { length: /^.(?:(?![~^!C])[!-\xff])*/s.exec(text)?.[0].length ?? 1, is: "garbage" };
}

function isCut(text: string, mark: string): boolean {
  return text.length < mark.length && mark.startsWith(text.toUpperCase());
}

function setGetDo(text: string): Found {
  const end = text.indexOf("\n");
  if (end < 0) return text.length < LONGEST_SGD ? "more" : { length: text.length, is: "garbage" };
  return {
    length: end + 1,
    is: LABEL_COUNT.test(text.slice(0, end).trimEnd()) ? "label count" : "known",
  };
}

function tildeCommand(text: string): Found {
  const upper = text.slice(0, "~HQOD".length).toUpperCase();
  const query = Object.keys(QUERIES).find((name) => upper.startsWith(name));
  if (query !== undefined) return { length: query.length, is: QUERIES[query] ?? "known" };
  if (upper.length < 3 || (upper.startsWith("~HQ") && upper.length < 5))
    return /^~[A-Z]*$/.test(upper) ? "more" : { length: 1, is: "garbage" };
  if (!LOADS.test(upper) && !CONTROLS.test(upper)) return { length: 1, is: "garbage" };
  const end = /[~^]/.exec(text.slice(1))?.index;
  const line = LOADS.test(upper) ? undefined : /[\r\n]/.exec(text)?.index;
  if (end === undefined && line === undefined) return "more";
  return {
    length: Math.min(end === undefined ? Infinity : end + 1, line ?? Infinity),
    is: "known",
  };
}

function copiesOf(label: string): number {
  const asked = Number(/\^PQ(\d{1,8})/i.exec(label)?.[1] ?? 1);
  return Math.min(MAX_COPIES, Math.max(1, asked));
}

function indexOfEnd(text: string, from: number): number {
  const upper = text.indexOf("^XZ", from);
  const lower = text.indexOf("^xz", from);
  const found = upper < 0 ? lower : lower < 0 ? upper : Math.min(upper, lower);
  return found < 0 ? -1 : found + END_LENGTH;
}
