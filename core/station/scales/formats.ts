/**
 * Formats of scales at a serial line or a network port, as data. Names of the formats are the
 * field's own; `resources/docs/scales.md` lists makers that use them.
 */

/** Line settings that a scale of a format usually has. */
export type SerialSettings = {
  readonly baudRate: number;
  readonly dataBits: 7 | 8;
  readonly parity: "none" | "even" | "odd";
  readonly stopBits: 1 | 2;
};

/**
 * A format of text lines. The groups of `pattern` are `weight` and, if the format has them, `sign`,
 * `unit` and `state`; the text of `state` is looked up in `states`.
 */
export type TextFormat = {
  readonly pattern: RegExp;
  /** Maps texts of `state` to what they mean; a text that is not listed means a moving scale. */
  readonly states: Readonly<
    Record<string, "stable" | "moving" | "overloaded" | "negative" | "fault">
  >;
  /** Sent to get a weight; null: the scale sends by itself. */
  readonly ask: string | null;
};

/**
 * Line of A&D, of CAS (22 and 18 bytes) and of many indicators: "ST,GS,+  1.234kg", "US,NT, 12.5
 * kg". CAS inserts a device number and a byte with its lamps, which never look like a number: the
 * "+0" of "ST,GS,+0,950kg" belongs to the weight. The unit is required, so that no cut line is a weight.
 * A tare (TR, PT) is no weight of a parcel.
 */
const ST: TextFormat = {
  pattern:
    /^(?<state>ST|US|OL|QT|ER)\b(?!,(?:TR|PT),)(?:(?<=OL|ER).*|(?:,(?:GS|NT))?(?:,[^,][^\d\s+.,-](?=,))?,?\s*(?:(?<sign>[+-])?\s*(?<weight>\d+(?:[.,]\d+)?)\s*(?<unit>[A-Za-z]{1,4}))?\s*)$/,
  states: { ST: "stable", QT: "stable", US: "moving", OL: "overloaded", ER: "fault" },
  ask: null,
};

/** Answer to the command SI of Mettler Toledo's SICS: "S S     1.234 kg", "S D     1.2 kg", "S +". */
const SICS: TextFormat = {
  pattern:
    /^S\s+(?<state>[SDI+-])(?:\s+(?<sign>-)?\s*(?<weight>\d+(?:\.\d+)?)\s*(?<unit>[A-Za-z]{1,4}))?\s*$/,
  states: { S: "stable", D: "moving", I: "moving", "+": "overloaded", "-": "negative" },
  ask: "SI\r\n",
};

/** A number with or without a sign and a unit, alone in its line: "+   1.234 kg". */
const NUMBER: TextFormat = {
  pattern: /^\s*(?<sign>[+-])?\s*(?<weight>\d+(?:[.,]\d+)?)\s*(?<unit>[A-Za-z]{1,4})?\s*$/,
  states: {},
  ask: null,
};

/** Formats of text lines by name; `toledo` is parsed by `toledo.ts`, `own` is set up by a person. */
export const TEXT_FORMATS = { st: ST, sics: SICS, number: NUMBER } as const;
