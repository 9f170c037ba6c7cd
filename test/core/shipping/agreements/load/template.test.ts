import { expect, it } from "vitest";
import { loadPriceList } from "../../../../../core/shipping/agreements/load/load-price-list.ts";
import { templateText } from "../../../../../core/shipping/agreements/load/template.ts";
import { optionsOf } from "./lists.ts";

it.each([
  ["zones", "en"],
  ["zones", "tr"],
  ["prices", "en"],
  ["prices", "tr"],
] as const)(
  "the template of the shape %s in %s loads without a problem or a notice",
  async (shape, language) => {
    const result = await loadPriceList(
      Buffer.from(templateText(shape, language, "2027-01-01")),
      optionsOf(),
    );
    expect(result).toMatchObject({ step: "loaded", notices: [], mapping: { shape } });
    expect("list" in result && result.list).toEqual({
      zones: language === "en" ? ["City", "Near", "Far"] : ["Şehir içi", "Yakın", "Uzak"],
      services: [
        {
          name: shape === "zones" ? "" : language === "en" ? "Standard" : "Standart",
          file: { upToDesi: 0.5, prices: [9_000, 10_000, 11_000] },
          steps: [
            { upToDesi: 1, prices: [10_000, 12_000, 14_000] },
            { upToDesi: 3, prices: [11_000, 13_250, 15_400] },
            { upToDesi: 5, prices: [12_500, 15_000, 17_500] },
            { upToDesi: 10, prices: [15_000, 18_000, 21_000] },
            { upToDesi: 20, prices: [22_000, 26_400, 30_800] },
            { upToDesi: 30, prices: [30_000, 36_000, 42_000] },
          ],
          perExtraDesi: { prices: [1_000, 1_200, 1_400], isExact: false },
        },
      ],
    });
  },
);
