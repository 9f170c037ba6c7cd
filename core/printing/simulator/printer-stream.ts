/**
 * The port of the simulator's languages: finds labels and queries in a stream of bytes, however it
 * is split. Each language is strict: unknown bytes are counted, because a real printer would print
 * them.
 */
import type { Drawing } from "./paint-drawings.ts";

export const SIMULATOR_LANGUAGES = ["ZPL", "TSPL", "EPL"] as const;
export type SimulatorLanguage = (typeof SIMULATOR_LANGUAGES)[number];

/**
 * Queries, and the command of each:
 *
 * - ZPL: `status` is ~HS, `identity` ~HI, `odometer` ~HQOD, `label count` ! U1 getvar
 *   "odometer.total_label_count".
 * - TSPL: `status byte` is <ESC>!?
 */
export type Query = "status" | "identity" | "odometer" | "label count" | "status byte";

export type PrinterEvent =
  | {
      readonly kind: "label";
      readonly bytes: Uint8Array;
      /** Number of copies, at least 1. */
      readonly copies: number;
      /** Number of bytes before the label that are not part of the language. */
      readonly garbageBytes: number;
    }
  | { readonly kind: "query"; readonly query: Query };

export type PrinterStream = {
  /**
   * Reads the next bytes, and returns the labels and queries that are complete now.
   *
   * @throws Error when a label exceeds the size limit.
   */
  feed(bytes: Uint8Array): readonly PrinterEvent[];
  /** Bytes of a label whose end is missing; 0 outside of a label. */
  readonly bytesInLabel: number;
  /** Bytes so far that are not part of the language. */
  readonly garbageBytes: number;
};

/** Largest label, in bytes; longer input is rejected. */
export const LARGEST_LABEL = 32 * 1024 * 1024;
/** Highest number of copies that ^PQ, PRINT and P may request here, since each copy is a file. */
export const MAX_COPIES = 1_000;

/** One command at the start of a buffer; `more` while its end has not arrived. */
export type Command =
  | "more"
  | {
      /** Length from the start of the buffer. */
      readonly bytes: number;
      readonly kind: "blank" | "known" | "garbage" | "print" | "query";
      /** For `print`. */
      readonly copies?: number;
      /** For `query`. */
      readonly query?: Query;
      /** For `known`: the command's effect on the label. */
      readonly drawing?: Drawing;
    };

/**
 * A language whose commands follow each other, with raw bytes of pictures in between: TSPL and EPL.
 */
export type CommandLanguage = { read(buffer: Buffer): Command };
