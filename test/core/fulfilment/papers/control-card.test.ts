import { describe, expect, it } from "vitest";
import { CONTROL_CODES } from "../../../../core/fulfilment/papers/control-codes.schema.ts";
import { readPdfCodes } from "../../../helpers/read-pdf.ts";
import { station } from "../../../helpers/station.ts";
import { someOf } from "../../../helpers/some-of.ts";

describe("the card of control barcodes", () => {
  it.each(someOf(["tr", "en"] as const, 2))(
    "the card in %s has a readable barcode for each code and for each existing box",
    async (language) => {
      const s = await station();
      const boxes = (await s.desk<unknown[]>("GET", "/parceltemplates")).data.length;
      const response = await fetch(`${s.url}/station/packing/control-card?language=${language}`, {
        headers: { authorization: `Bearer ${s.started.token}` },
      });
      const codes = await readPdfCodes(Buffer.from(await response.arrayBuffer()));
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
