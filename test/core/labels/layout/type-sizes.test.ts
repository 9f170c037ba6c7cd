/** Checks which words of a label are larger than others, and which stay whole. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ArrangedLabel, TextItem } from "../../../../core/labels/layout/items.ts";
import { aLabel, NEWEST, RESOURCES } from "../a-label.ts";
import { sheetLabels } from "../sheet-labels.ts";
import { arranged, oddPapers, papers } from "./arranged.ts";
import { someOf } from "../../../helpers/some-of.ts";

const { provinces } = z
  .object({
    provinces: z.array(
      z.object({ name: z.string(), districts: z.array(z.tuple([z.number(), z.string()])) }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(RESOURCES, "geo/turkey.json"), "utf8")));

function textsOf({ items }: ArrangedLabel, field: string): TextItem[] {
  return items.filter((item) => item.kind === "text").filter((item) => item.field === field);
}

function wordsOf(text: string): string[] {
  return text.split(/[\s/,-]+/).filter((word) => word !== "");
}

describe("the type of a label", { timeout: 60_000 }, () => {
  it.each(someOf(["80×50", "70×48"] as const, 2))(
    "no name of a Turkish district or province is broken on %s, next to a postal code",
    (paper) => {
      const broken: string[] = [];
      let count = 0;
      for (const { name: city, districts } of provinces) {
        for (const [, district] of districts) {
          count++;
          const label = arranged(
            aLabel({ recipient: { ...aLabel().recipient, district, city } }),
            paper,
          );
          const written = ["routing.large", "routing.small"].flatMap((field) =>
            textsOf(label, field).flatMap(({ line }) => wordsOf(line.text)),
          );
          const wanted = new Set(wordsOf(`${district} ${city}`.toLocaleUpperCase("tr")));
          if (
            written.some((word) => !wanted.has(word)) ||
            textsOf(label, "routing.aside").length !== 1
          )
            broken.push(`${district} / ${city}: ${written.join(" | ")}`);
        }
      }
      expect([count, broken]).toEqual([973, []]);
    },
  );

  it(
    "the recipient's address and phone are not printed larger than the name",
    { tags: "all" },
    () => {
      const names = [
        "Çağla Şimşekoğlu",
        "Mehmet Abdurrahman Kocabıyıkoğlu Sarıgöl",
        "ULUSLARARASI ANADOLU ENDÜSTRİYEL MAKİNE SANAYİ VE DIŞ TİCARET LİMİTED ŞİRKETİ",
      ];
      const addresses = [
        ["Gül Sk. 5"],
        [
          "Organize Sanayi Bölgesi Atatürk Bulvarı 15. Cadde 4. Sokak No: 128/A-B Blok Kat: 2 Ofis: 14-15-16",
        ],
      ];
      const wrong: string[] = [];
      for (const { name: layout } of NEWEST) {
        for (const paper of [...papers, ...oddPapers].filter((one) => one !== "70×48")) {
          for (const name of names) {
            for (const lines of addresses) {
              const label = arranged(
                {
                  ...(sheetLabels(layout)["plain"] ?? aLabel()),
                  recipient: { ...aLabel().recipient, name, lines },
                },
                paper,
              );
              const [own = 0, address = 0, phone = 0] = ["name", "address", "phone"].map(
                (field) => textsOf(label, `recipient.${field}`)[0]?.size,
              );
              if (address > own || phone > own)
                wrong.push(`${layout} ${paper} ${name}: ${own} < ${address} or ${phone} mm`);
            }
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});
