/** Parses one line of a scale by its format. */
import type { Reading } from "./reading.schema.ts";
import { weightReading } from "./grams.ts";
import { TEXT_PROFILES, type TextProfile } from "./profiles.ts";
import type { ProfileName } from "./scales.schema.ts";
import { parseToledo } from "./toledo.ts";

/** The format of a device, as a person has set it up. */
export type LineFormat = {
  readonly profile: ProfileName;
  /** Regular expression of the profile `own`, with the groups `weight`, `sign`, `unit`, `state`. */
  readonly pattern: string | null;
  /** Unit of lines that name no unit. */
  readonly unit: "kg" | "g";
  /** Sent by the profile `own` to get a weight; null: the scale sends by itself. */
  readonly ask: string | null;
};

/** Texts of `state` in a pattern that a person wrote. */
const OWN_STATES: TextProfile["states"] = {
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
export function lineParser(format: LineFormat): (line: string) => Reading | undefined {
  if (format.profile === "toledo") return parseToledo;
  const profile = textProfile(format);
  return (line) => parseText(line, profile, format.unit);
}

/** Returns what is sent to get a weight; null when the scale sends by itself. */
export function askOf(format: LineFormat): string | null {
  return format.profile === "toledo" ? null : textProfile(format).ask;
}

function textProfile({ profile, pattern, ask }: LineFormat): TextProfile {
  if (profile !== "own" && profile !== "toledo") return TEXT_PROFILES[profile];
  return { pattern: new RegExp(pattern ?? "^$"), states: OWN_STATES, ask };
}

function parseText(
  line: string,
  { pattern, states }: TextProfile,
  ownUnit: string,
): Reading | undefined {
  const groups = pattern.exec(line)?.groups;
  if (groups === undefined) return undefined;
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
