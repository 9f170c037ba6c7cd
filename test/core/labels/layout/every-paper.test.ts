/** Labels fill papers from 70 × 48 mm to A4, and show every important field on them. */
import { describe, expect, it } from "vitest";
import { NAMED_MEDIA } from "../../../../core/db/documents/media.schema.ts";
import { checkLabel } from "../../../../core/labels/check/check-label.ts";
import { drawLabel } from "../../../../core/labels/draw/draw-label.ts";
import { aLabel, NEWEST, PAPERS, ROOM } from "../a-label.ts";
import { sheetLabels } from "../sheet-labels.ts";
import { ALL_PAPERS, arranged, faultsOf, inks, oddPapers, papers, shown } from "./arranged.ts";

describe("every paper", { timeout: 60_000 }, () => {
  it("the named papers of this test are all papers that are offered by name", () => {
    expect(
      Object.values(PAPERS)
        .map((sides) => sides.join(" × "))
        .toSorted(),
    ).toEqual(NAMED_MEDIA.map(({ widthMm, heightMm }) => `${widthMm} × ${heightMm}`).toSorted());
  });

  it("labels on every paper pass the check before printing, with and without known dots", async () => {
    const wrong: string[] = [];
    for (const { name } of NEWEST) {
      for (const paper of [...papers, ...oddPapers]) {
        const [widthMm, heightMm] = ALL_PAPERS[paper];
        const order = {
          model: sheetLabels(name)["plain"] ?? aLabel(),
          format: "zpl",
          media: { widthMm, heightMm },
          dpi: 203,
        } as const;
        const { bytes, rasterHash } = await drawLabel(order, ROOM);
        for (const hash of ["", rasterHash]) {
          const { outcome, faults } = await checkLabel(
            bytes,
            { dpi: 203, widthMm, heightMm, rasterHash: hash },
            [order.model.barcode],
          );
          if (outcome !== "verified") wrong.push(`${name} ${paper}: ${faults[0]?.message}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("fields that the arrangement for small paper lacks are named as omitted, but no field that the label does not have", () => {
    const { omitted } = arranged(aLabel(), "80×50");
    expect(omitted).toEqual(
      expect.arrayContaining(["madeOn", "orderNumber.bars", "items", "sender.address", "promised"]),
    );
    expect(omitted).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(note|reference|logo|cash|return|appointment)/),
      ]),
    );
  });

  it("labels use at least three quarters of each paper's height, in every layout", () => {
    for (const { name } of NEWEST) {
      for (const paper of [...papers, ...oddPapers]) {
        const heightMm = ALL_PAPERS[paper][1];
        // The smallest paper has no room for both a sum and an appointment.
        for (const text of heightMm < 50 ? ["plain"] : ["plain", "rich"]) {
          const { items } = arranged(sheetLabels(name)[text] ?? aLabel(), paper);
          const all = inks(items);
          const used =
            (Math.max(...all.map(({ bottom }) => bottom)) -
              Math.min(...all.map(({ top }) => top))) /
            heightMm;
          expect(used, `${name} ${text} ${paper}`).toBeGreaterThan(0.75);
        }
      }
    }
  });

  it("an ordinary label has no gap of more than a sixth of the paper's height", () => {
    for (const { name } of NEWEST) {
      for (const paper of [...papers, ...oddPapers]) {
        const { items, heightMm } = arranged(sheetLabels(name)["plain"] ?? aLabel(), paper);
        let [reached, widest] = [0, 0];
        for (const { top, bottom } of inks(items.filter((item) => item.kind !== "rule")).toSorted(
          (a, b) => a.top - b.top,
        )) {
          widest = Math.max(widest, top - reached);
          reached = Math.max(reached, bottom);
        }
        expect(widest, `${name} ${paper}`).toBeLessThan(heightMm / 6);
      }
    }
  });

  it("every paper from 70 × 70 mm has a 2-D code of the parcel's number in every layout", () => {
    for (const { name } of NEWEST) {
      const without = [...papers, ...oddPapers]
        .filter((paper) => ALL_PAPERS[paper][1] >= 70)
        .filter((paper) =>
          ["plain", "rich"].some(
            (text) =>
              !arranged(sheetLabels(name)[text] ?? aLabel(), paper).items.some(
                (item) => item.kind === "matrix" && item.field === "barcode",
              ),
          ),
        );
      expect(without, name).toEqual([]);
    }
  });

  it("large letters that extend to the left of their box stay on the paper", () => {
    for (const { name, version } of NEWEST) {
      const recipient = { ...aLabel().recipient, district: "J", city: "j" };
      for (const paper of [...papers, ...oddPapers])
        expect(
          faultsOf(arranged(aLabel({ layout: { name, version }, recipient }), paper)),
          `${name} ${paper}`,
        ).toEqual([]);
    }
  });

  it("the country of a recipient abroad is never omitted", () => {
    for (const { name, version } of NEWEST) {
      for (const paper of [...papers, ...oddPapers]) {
        const label = arranged(
          aLabel({
            layout: { name, version },
            recipient: {
              ...aLabel().recipient,
              district: "",
              city: "München",
              zip: "80331",
              countryCode: "DE",
            },
          }),
          paper,
        );
        expect([shown(label, "routing.large"), shown(label, "routing.small")]).toEqual([
          "MÜNCHEN",
          "DE",
        ]);
      }
    }
  });

  it("an order number of 56 characters is printed whole on every named paper except 80×50", () => {
    const orderNumber = "ORDER-2026-11-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789-ABCD";
    for (const { name, version } of NEWEST) {
      for (const paper of papers.filter((one) => one !== "80×50")) {
        const label = arranged(aLabel({ layout: { name, version }, orderNumber }), paper);
        expect(
          [
            label.omitted.includes("orderNumber"),
            shown(label, "orderNumber").slice(0, orderNumber.length),
          ],
          `${name} ${paper}`,
        ).toEqual([false, orderNumber]);
      }
    }
  });
});
