/**
 * The neighbourhoods of Turkey's districts and the postal codes of its provinces: read when first
 * asked for, since most days need none.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";

/** Names and codes are joined by a bar: 973 texts are parsed sooner than 73,305. */
const fileSchema = z.object({
  districts: z.record(z.string(), z.string()),
  postalCodes: z.record(z.string(), z.string()),
});

export type Neighbourhoods = {
  /**
   * Without the word "mahallesi"; villages with theirs. Empty for a district that is not Turkey's.
   */
  listNeighbourhoods(districtID: number): readonly string[];
  /** Of a province of Turkey; empty for others. Which district has which code is not known. */
  listPostalCodes(cityCode: string): readonly string[];
};

/**
 * @param resourcesDir Holds `geo/neighbourhoods.json.br`, 1.6 MB when it is unpacked (18 ms).
 * @throws Error at the first call, when the file is missing or has another shape.
 */
export function loadNeighbourhoods(resourcesDir: string): Neighbourhoods {
  let read: z.infer<typeof fileSchema> | undefined;
  const all = () =>
    (read ??= parseJson(
      brotliDecompressSync(
        readFileSync(join(resourcesDir, "geo", "neighbourhoods.json.br")),
      ).toString("utf8"),
      fileSchema,
      "neighbourhoods.json.br",
    ));
  const split = (joined: string | undefined): readonly string[] =>
    joined === undefined || joined === "" ? [] : joined.split("|");
  return {
    listNeighbourhoods: (districtID) => split(all().districts[districtID]),
    listPostalCodes: (cityCode) => split(all().postalCodes[cityCode]),
  };
}
