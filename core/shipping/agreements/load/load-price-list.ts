/** Loads a carrier's price list: bytes of a CSV or XLSX file to checked steps of a tariff. */
import type { Mapping } from "./mapping.schema.ts";
import { headingsOf, recognize, type Headings, type Recognized } from "./recognize.ts";
import { readSheet } from "./read-sheet.ts";
import type { Sheet } from "./sheet.ts";
import { toSteps, type StepOptions, type StepsResult } from "./to-steps.ts";

/**
 * `unknown`: a person must confirm or correct the proposed mapping. The others name the mapping
 * that was used.
 */
export type LoadResult =
  | Extract<Recognized, { step: "unknown" }>
  | (StepsResult & { readonly headings: Headings; readonly mapping: Mapping });

/** `findMapping`: finds a mapping that a person gave for these headings before. */
export type LoadOptions = StepOptions & {
  readonly mapping?: Mapping;
  readonly findMapping?: (headingsKey: string) => Mapping | undefined;
};

/**
 * Loads a price list.
 *
 * @throws AppError E2029 when the file cannot be read as a table.
 */
export async function loadPriceList(bytes: Uint8Array, options: LoadOptions): Promise<LoadResult> {
  const sheet = await readSheet(bytes);
  const recognized = recognizeWith(sheet, options);
  if (recognized.step === "unknown") return recognized;
  const { headings, mapping } = recognized;
  return { ...toSteps(sheet, mapping, options), headings, mapping };
}

/** Recognizes the headings of a sheet by a given mapping, by their names, or by a kept mapping. */
export function recognizeWith(
  sheet: Sheet,
  { mapping, findMapping }: Pick<LoadOptions, "mapping" | "findMapping">,
): Recognized {
  if (mapping !== undefined) return { step: "known", headings: at(sheet, mapping), mapping };
  const recognized = recognize(sheet);
  if (recognized.step === "known") return recognized;
  const { row, key } = recognized.headings;
  const kept = findMapping?.(key);
  return kept === undefined
    ? recognized
    : {
        step: "known",
        headings: recognized.headings,
        // The same headings may follow another number of lines of title.
        mapping: { ...kept, headingsRow: row },
      };
}

function at(sheet: Sheet, { headingsRow }: Mapping): Headings {
  return headingsOf(
    sheet.rows.find(({ row }) => row === headingsRow) ?? { row: headingsRow, cells: [] },
  );
}
