/**
 * Windows's search for announced printers, under wine on Node for Windows. `npm run test:windows`
 * downloads the parts and gives their paths; without them the tests are skipped.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { aFolder } from "../core/printing/a-printer.ts";
import { runUnderWine, windowsParts } from "./under-wine.ts";

const answerSchema = z.object({
  search: z.object({ isSearched: z.boolean(), list: z.array(z.record(z.string(), z.unknown())) }),
  failure: z.string(),
  held: z.number(),
  ms: z.number(),
});

async function search(library: string): Promise<z.infer<typeof answerSchema>> {
  const answer = join(aFolder(), "answer.json");
  await runUnderWine("search.js", [library, answer]);
  return answerSchema.parse(JSON.parse(readFileSync(answer, "utf8")));
}

describe.skipIf(windowsParts === undefined)(
  "Windows's search under wine",
  { timeout: 240_000 },
  () => {
    it("an older Windows without the search reports that it has not searched, with an empty list", async () => {
      expect(await search("")).toMatchObject({
        search: { isSearched: false, list: [] },
        failure: expect.stringContaining("DnsService"),
      });
    });

    describe.skipIf(windowsParts?.dnsapi === undefined)(
      "a search by the functions of windns.h",
      () => {
        it("each printer is listed once with its address and language, in time, and all of Windows's memory is freed", async () => {
          const { search: found, failure, held, ms } = await search(windowsParts?.dnsapi ?? "");
          expect(failure).toBe("");
          expect(found.list).toEqual([
            expect.objectContaining({
              name: "Büro",
              host: "buro.local",
              port: 9100,
              language: null,
            }),
            expect.objectContaining({
              name: "Yazıcı 1 (Çıkış)",
              host: "192.168.1.50",
              port: 9101,
              model: "Zebra ZD421",
              language: "ZPL",
            }),
          ]);
          expect(held).toBe(0);
          expect(ms).toBeLessThan(10_000);
        });
      },
    );
  },
);
