/**
 * Refuses workbooks with merged cells: only the first of them has the value, so a row below it
 * would be read as if the value were empty.
 */
import { errors } from "../../base/errors.ts";
import type { WorkbookPart } from "./unpack-workbook.ts";

/** Range of merged cells, in its tag. */
const MERGED = /<(?:[\w-]+:)?mergeCell\s(?:[^<>]*?\s)?ref\s*=\s*["']([A-Z]+)(\d+):([A-Z]+\d+)["']/;

/**
 * Checks a sheet.
 *
 * @param nothing Second half of the sentence that says what did not happen.
 * @throws AppError E2029 that names the merged cells.
 */
export function checkMerges(sheet: string, nothing: "changed" | "imported"): void {
  const [, column, row, end] = MERGED.exec(sheet) ?? [];
  if (column === undefined || row === undefined || end === undefined) return;
  const range = `${column}${row}:${end}`;
  throw errors.fileUnreadable(
    `The cells ${range} are merged, so that the place of a value is not certain. Unmerge them, fill each cell, and load the file again. Nothing was ${nothing}.`,
    { reason: "mergedCells", range, row: Number(row), column },
  );
}

/** Finds the text of a workbook's first sheet; all sheets when the workbook does not name it. */
export function firstSheet(parts: readonly WorkbookPart[]): string {
  const textOf = (name: string): string =>
    parts.find((part) => part.name.toString().toLowerCase() === name)?.bytes.toString("latin1") ??
    "";
  const sheet = /<(?:[\w-]+:)?sheet\s[^<>]*>/.exec(textOf("xl/workbook.xml"))?.[0] ?? "";
  const id = /\s[\w-]+:id\s*=\s*["']([^"'<>]*)["']/.exec(sheet)?.[1];
  const relations = textOf("xl/_rels/workbook.xml.rels").match(
    /<(?:[\w-]+:)?Relationship\s[^<>]*>/g,
  );
  const relation = relations?.find((one) => /\sId\s*=\s*["']([^"'<>]*)["']/.exec(one)?.[1] === id);
  const target = /\sTarget\s*=\s*["']\/?(?:xl\/)?([^"'<>]*)["']/.exec(relation ?? "")?.[1];
  const named = target === undefined ? "" : textOf(`xl/${target.toLowerCase()}`);
  if (named !== "") return named;
  return parts
    .filter((part) => /^xl\/worksheets\//i.test(part.name.toString()))
    .map((part) => part.bytes.toString("latin1"))
    .join("");
}
