/** Parses one line of a scale by its format. */
import type { Reading } from "./reading.schema.ts";
import { weightReading } from "./grams.ts";
import { TEXT_FORMATS, type TextFormat } from "./formats.ts";
import type { FormatName } from "./scales.schema.ts";
import { parseToledo } from "./toledo.ts";

/** The format of a device, as a person has set it up. */
export type LineFormat = {
  readonly format: FormatName;
  /** Regular expression of the format `own`, with the groups `weight`, `sign`, `unit`, `state`. */
  readonly pattern: string | null;
  /** Unit of lines that name no unit. */
  readonly unit: "kg" | "g";
  /** Sent by the format `own` to get a weight; null: the scale sends by itself. */
  readonly ask: string | null;
};

/** Texts of `state` in a pattern that a person wrote. */
const OWN_STATES: TextFormat["states"] = {
  ST: "stable",
  S: "stable",
  US: "moving",
  D: "moving",
  M: "moving",
  OL: "overloaded",
  O: "overloaded",
  "+": "overloaded",
  "-": "negative",
  ER: "fault",
};

/**
 * Makes the parser of a format.
 *
 * @returns A function that returns undefined for a line that the format does not describe.
 * @throws SyntaxError when the pattern of the format `own` is not a regular expression.
 */
export function lineParser(set: LineFormat): (line: string) => Reading | undefined {
  if (set.format === "toledo") return parseToledo;
  const format = textFormat(set);
  return (line) => parseText(line, format, set.unit);
}

/** Returns what is sent to get a weight; null when the scale sends by itself. */
export function askOf(set: LineFormat): string | null {
  return set.format === "toledo" ? null : textFormat(set).ask;
}

function textFormat({ format, pattern, ask }: LineFormat): TextFormat {
  if (format !== "own" && format !== "toledo") return TEXT_FORMATS[format];
  return { pattern: new RegExp(pattern ?? "^$"), states: OWN_STATES, ask };
}

function parseText(
  line: string,
  { pattern, states }: TextFormat,
  ownUnit: string,
): Reading | undefined {
  const match = pattern.exec(line);
  if (match?.groups === undefined || cutsNumber(match)) return undefined;
  const { groups } = match;
  const { weight, sign, unit = ownUnit, state } = groups;
  const meaning =
    state === undefined ? null : Object.hasOwn(states, state) ? states[state] : "moving";
  if (meaning === "overloaded" || meaning === "negative" || meaning === "fault")
    return { kind: meaning };
  if (weight === undefined) return meaning === "moving" ? { kind: "moving" } : undefined;
  return weightReading(weight, unit === "" ? ownUnit : unit, {
    isNegative: sign === "-",
    isStable: meaning === null ? null : meaning === "stable",
  });
}

/**
 * Returns whether a match begins or ends inside a number, as a pattern that a person wrote for a
 * decimal point does with "1,234". Digits may follow the match, since fields may have fixed widths.
 */
function cutsNumber({ 0: text, index, input }: RegExpExecArray): boolean {
  return (
    (/^[\d.,]/.test(text) && /\d[.,]?$/.test(input.slice(0, index))) ||
    (/\d$/.test(text) && /^[.,]\d/.test(input.slice(index + text.length)))
  );
}
