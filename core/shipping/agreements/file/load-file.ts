/** Loads a file that is a whole agreement: the lines above its price list, and the list. */
import { recognizeWith, type LoadOptions } from "../load/load-price-list.ts";
import type { Notice } from "../load/findings.schema.ts";
import type { Recognized } from "../load/recognize.ts";
import { readSheet } from "../load/read-sheet.ts";
import { toSteps } from "../load/to-steps.ts";
import type { PricesInclude } from "../load/price-list.schema.ts";
import type { FileProblem } from "./file-problems.schema.ts";
import { headLines } from "./head-lines.ts";
import { readHead } from "./read-head.ts";
import type { ReadFile } from "./to-agreement.ts";

type Known = Pick<ReadFile, "headings" | "mapping">;

export type LoadedFile =
  | Extract<Recognized, { step: "unknown" }>
  | ({ readonly step: "refused" } & Refusal & Known)
  | ({ readonly step: "loaded"; readonly notices: readonly Notice[] } & ReadFile);

/** `count`: number of all problems; `problems` are the first. */
export type Refusal = { readonly problems: FileProblem[]; readonly count: number };

const MOST_LISTED = 100;

/** `include`: replaces the file's line. */
export type FileOptions = Omit<LoadOptions, "taxes"> & {
  readonly include: PricesInclude | undefined;
  readonly feePpm: number;
  readonly vatPpm: number;
};

/**
 * Loads a file.
 *
 * @throws AppError E2029 when the file cannot be read as a table.
 */
export async function loadFile(
  bytes: Uint8Array,
  { include, feePpm, vatPpm, ...options }: FileOptions,
): Promise<LoadedFile> {
  const sheet = await readSheet(bytes);
  const recognized = recognizeWith(sheet, options);
  if (recognized.step === "unknown") return recognized;
  const { headings, mapping } = recognized;
  const { lines, problems } = headLines(sheet, mapping.headingsRow);
  const read = readHead(lines, mapping.headingsRow);
  problems.push(...read.problems);
  const taxes = { include: include ?? read.head.values.include ?? "nothing", feePpm, vatPpm };
  const steps = toSteps(sheet, mapping, { ...options, taxes });
  if (steps.step === "loaded" && problems.length === 0)
    return {
      step: "loaded",
      head: read.head,
      list: steps.list,
      notices: steps.notices,
      headings,
      mapping,
    };
  const [listed, count] = steps.step === "refused" ? [steps.problems, steps.count] : [[], 0];
  return {
    step: "refused",
    ...refusalOf([...problems, ...listed], problems.length + count),
    headings,
    mapping,
  };
}

/** Sorts problems by row, and keeps the first. */
export function refusalOf(problems: readonly FileProblem[], count = problems.length): Refusal {
  const sorted = problems.toSorted((a, b) => a.row - b.row);
  return { problems: sorted.slice(0, MOST_LISTED), count };
}
