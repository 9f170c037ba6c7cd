/**
 * The port of the simulator's languages: labels and questions in a stream of bytes, however it is
 * cut into pieces. Each is strict: bytes that it does not know are counted, since a printer would
 * put them on paper.
 */
import type { Drawing } from "./paint-drawings.ts";

export const SIMULATOR_LANGUAGES = ["ZPL", "TSPL", "EPL"] as const;
export type SimulatorLanguage = (typeof SIMULATOR_LANGUAGES)[number];

/**
 * - `status`: ~HS. `identity`: ~HI. `odometer`: ~HQOD. `label count`: ! U1 getvar
 *   "odometer.total_label_count".
 * - `status byte`: <ESC>!?
 */
export type Question = "status" | "identity" | "odometer" | "label count" | "status byte";

export type PrinterEvent =
  | {
      readonly kind: "label";
      readonly bytes: Uint8Array;
      /** How often it is to come out, at least 1. */
      readonly copies: number;
      /** Bytes before it that are no part of the language. */
      readonly garbageBytes: number;
    }
  | { readonly kind: "question"; readonly question: Question };

export type PrinterStream = {
  /** @throws Error when a label never ends. */
  feed(bytes: Uint8Array): readonly PrinterEvent[];
  /** Of a label that has begun and whose end is missing; else 0. */
  readonly bytesInLabel: number;
  /** Bytes so far that are no part of the language. */
  readonly garbageBytes: number;
};

/** No label is larger; what is, is no label. */
export const LARGEST_LABEL = 32 * 1024 * 1024;
/** What ^PQ, PRINT and P can ask for here: each copy is a file. */
export const MOST_COPIES = 1_000;

/** One command at the start of a buffer, or `more` when its end has not arrived. */
export type Command =
  | "more"
  | {
      /** From the start of the buffer. */
      readonly bytes: number;
      readonly kind: "blank" | "known" | "garbage" | "print" | "question";
      /** Of `print`. */
      readonly copies?: number;
      /** Of `question`. */
      readonly question?: Question;
      /** Of `known`: what it does to the label. */
      readonly drawing?: Drawing;
    };

/**
 * A language of commands one after the other, with pictures of raw bytes in between: TSPL and EPL.
 */
export type CommandLanguage = { read(buffer: Buffer): Command };
