import { PDFiumLibrary } from "@hyzyla/pdfium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodePng } from "../../../../core/labels/png.ts";
import { readPicture } from "../../../../core/labels/read-symbols.ts";
import { CONTROL_CODES } from "../../../../core/fulfilment/papers/control-codes.schema.ts";
import { station } from "../../../helpers/station.ts";

let pdfium: PDFiumLibrary;
beforeAll(async () => void (pdfium = await PDFiumLibrary.init()));
afterAll(() => pdfium.destroy());

describe("the card of control barcodes", () => {
  it.each(["tr", "en"] as const)(
    "the card in %s has a readable barcode for each code and for each existing box",
    async (language) => {
      const s = await station();
      const boxes = (await s.desk<unknown[]>("GET", "/parceltemplates")).data.length;
      const response = await fetch(`${s.url}/station/packing/control-card?language=${language}`, {
        headers: { authorization: `Bearer ${s.started.token}` },
      });
      const document = await pdfium.loadDocument(Buffer.from(await response.arrayBuffer()));
      const codes: string[] = [];
      for (const page of document.pages()) {
        const { originalWidth, originalHeight } = page.getOriginalSize();
        const [width, height] = [
          Math.round((originalWidth / 72) * 300),
          Math.round((originalHeight / 72) * 300),
        ];
        const { data } = await page.render({
          width,
          height,
          render: (options) => Promise.resolve(Uint8Array.from(options.data)),
        });
        const ink = new Uint8Array(width * height).map((_, i) => 255 - (data[i * 4] ?? 0));
        codes.push(
          ...(await readPicture(encodePng({ width, height, stride: width, ink }, 300 / 25.4))),
        );
      }
      document.destroy();
      const there = Object.entries(CONTROL_CODES).filter(
        ([name]) => !name.startsWith("box") || Number(name.slice(3)) <= boxes,
      );
      expect([response.status, codes.toSorted()]).toEqual([
        200,
        there.map(([, code]) => code).toSorted(),
      ]);
    },
  );
});
