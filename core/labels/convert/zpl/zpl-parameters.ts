/**
 * Parses and rewrites parameters of foreign ZPL, because printers differ in how they read blanks
 * and letters among digits.
 */
import { errors } from "../../../base/errors.ts";
import type { Command } from "./zpl-commands.ts";

/** Largest number that printers accept. */
const LARGEST = 32_000;
/** Commands whose data is kept unchanged. */
const TEXTS: ReadonlySet<string> = new Set(["^FD", "^FV"]);
/** Commands without parameters; programs write comments after them. */
const BARE: ReadonlySet<string> = new Set(["^FS", "^FR"]);
/** `0N` in `^A0N`. */
const FONT = /^[A-Z0-9@][NRIB]$/i;
const NUMBER = /^([+-]?)(\d+)(\.\d+)?/;

/**
 * Returns a command's parameters with plain numbers; texts are unchanged.
 *
 * @throws AppError E2029 for a parameter that is not a number and is longer than two characters.
 */
export function parametersOf({ name, data }: Command): string {
  if (TEXTS.has(name)) return data;
  if (BARE.has(name)) return "";
  if (name === "^FH") return data.slice(0, 1);
  const parts = data.split(",");
  return parts
    .map((part, i) =>
      name === "^A" && data.startsWith("@") && i === 3 ? part.trim() : parameter(name, part.trim()),
    )
    .join(",");
}

/**
 * Adds the label's shift to a field's position. A `^FT` without numbers continues where the
 * previous field ended.
 *
 * @throws AppError E2029 when the shifted field lies beyond the upper or left edge.
 */
export function placedField(
  { name, data }: Command,
  { x, y }: { readonly x: number; readonly y: number },
): string {
  const [left = "", top = "", ...more] = data.split(",").map((part) => part.trim());
  if (name === "^FT" && left === "" && top === "")
    return [name, "", ...more.map((part) => parameter(name, part))]
      .join(",")
      .replace(/^\^FT,$/, "^FT");
  const at = [toInteger(left) + x, toInteger(top) + y];
  if (at.some((side) => side < 0))
    throw errors.fileUnreadable(
      "The label is shifted over the edge of its paper (^LS, ^LT or ^LH), so a part of it would be missing.",
    );
  return [`${name}${at[0]}`, at[1], ...more.map((part) => parameter(name, part))].join(",");
}

/** Returns the number as an integer; 0 for text that is not a number. */
export function toInteger(text: string | undefined): number {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isNaN(number) ? 0 : number;
}

function parameter(name: string, text: string): string {
  if (FONT.test(text)) return text;
  const [, sign = "", whole, part = ""] = NUMBER.exec(text) ?? [];
  if (whole !== undefined)
    return `${sign === "-" ? "-" : ""}${Math.min(LARGEST, Number(whole))}${part}`;
  if (text.length > 2)
    throw errors.fileUnreadable(
      `The ZPL is damaged: its command ${name} has characters that are not a parameter (${text.slice(0, 12).replace(/[^ -~]/g, "?")}).`,
    );
  return text;
}
