/**
 * Writes measured rows into `resources/docs/figures.md`: `npm run bench -- --json FILE`, then
 * `node test/bench/figures-page.ts FILE`. A row that was not measured keeps its figures, and the
 * text after a floor's number stays.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { Row } from "./measure.ts";

const PAGE = new URL("../../resources/docs/figures.md", import.meta.url);

/** @returns The page with the figures of these rows, and the names of the rows that it lacks. */
export function withFigures(
  page: string,
  rows: readonly Row[],
): { readonly page: string; readonly missing: string[] } {
  const open = new Map(rows.map((row) => [row.row, row]));
  const lines = page.split("\n").map((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const name = /^`([^`]+)`$/.exec(cells[1] ?? "")?.[1] ?? "";
    const row = open.get(name);
    const [measures, , floor = ""] = cells.slice(2);
    if (row === undefined || cells.length !== 7) return line;
    open.delete(name);
    const [least, most] = row.spread.ours;
    const ours = `${shown(row.ours)} (${shown(least)}–${shown(most)})`;
    const ratio = row.ratio === null ? "" : shown(row.ratio);
    const words = /^[\d.,–]*\d(.*)$/.exec(floor)?.[1] ?? "";
    const beside = row.floor === null ? floor : `${shown(row.floor)}${words}`;
    const shownCells = [`\`${name}\``, measures, ours, beside, ratio];
    return `|${shownCells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;
  });
  return { page: lines.join("\n"), missing: [...open.keys()] };
}

/**
 * Formats a value with three significant digits, from 100 on as a whole number with separated
 * thousands: "1,249", "46.1", "0.25".
 */
function shown(value: number): string {
  return value.toLocaleString(
    "en",
    value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 },
  );
}

if (import.meta.main) {
  const [file = ""] = process.argv.slice(2);
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
  const { page, missing } = withFigures(readFileSync(PAGE, "utf8"), rows);
  writeFileSync(PAGE, page);
  if (missing.length > 0)
    process.stdout.write(`Not on the page; add a line for each: ${missing.join(", ")}\n`);
}
