/** The manifest of a hand-over, on paper and in a workbook. */
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { afterAll, beforeAll, expect, it } from "vitest";
import readXlsxFile from "read-excel-file/node";
import type { EndedHandOver } from "../../../../core/fulfilment/hand-over/hand-over.schema.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import { addAgreement } from "../../../helpers/agreements.ts";
import { RECIPIENT, shipmentWithOffers, station, type Station } from "../../../helpers/station.ts";

let pdfium: PDFiumLibrary;
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init();
});
afterAll(() => pdfium.destroy());

async function bought(s: Station, name: string): Promise<string> {
  const { offers } = await shipmentWithOffers(s, { recipientAddress: { ...RECIPIENT, name } });
  const offerID = offers?.list.find(({ providerCode }) => providerCode === "GERCEK")?.id;
  const { body } = await s.call<Transaction>("POST", "/transactions", { offerID });
  return body.data.shipment.barcode ?? "";
}

/** Hands over the parcels of two recipients; a third parcel stays. */
async function handedOver() {
  const s = await station();
  addAgreement(s);
  const codes = [
    await bought(s, "Ayşe Bir"),
    await bought(s, "Barış İki"),
    await bought(s, "Can Üç"),
  ];
  for (const code of codes.slice(0, 2)) await s.desk("POST", "/station/hand-over/scans", { code });
  const { data } = await s.desk<EndedHandOver>("POST", "/station/hand-over/end", {
    carrier: "GERCEK",
  });
  const read = async (format: string): Promise<Buffer> => {
    const response = await fetch(
      `${s.url}/station/hand-over/ended/${data.id}/manifest?format=${format}`,
      { headers: { authorization: `Bearer ${s.started.token}` } },
    );
    return Buffer.from(await response.arrayBuffer());
  };
  return { s, id: data.id, codes, read };
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const document = await pdfium.loadDocument(bytes);
  try {
    return [...document.pages()].map((page) => page.getText()).join("\n");
  } finally {
    document.destroy();
  }
}

it("lists the scanned parcels with room to sign, and after it the parcels that stay here", async () => {
  const { codes, read } = await handedOver();
  const text = await textOf(await read("pdf"));
  const [total, sign, stays] = ["TOPLAM: 2", "TESLİM ALAN (KARGO)", "BURADA KALAN GÖNDERİLER: 1"];
  const places = [...codes.slice(0, 2), total, sign, stays, codes[2] ?? ""].map((part) =>
    text.indexOf(part),
  );
  expect(places.every((at) => at >= 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

it("is the same workbook of the scanned parcels also after the others were handed over", async () => {
  const { s, codes, read } = await handedOver();
  const codesIn = async () => {
    const sheets = await readXlsxFile(await read("xlsx"));
    const text = JSON.stringify(sheets);
    return codes.filter((code) => text.includes(code));
  };
  const first = await codesIn();
  await s.desk("POST", "/station/hand-over/scans", { code: codes[2] });
  await s.desk("POST", "/station/hand-over/end", { carrier: "GERCEK" });
  expect([first, await codesIn()]).toEqual([codes.slice(0, 2), codes.slice(0, 2)]);
});

it("is printed on the printer for A4 documents, and an unknown one is refused with E2194", async () => {
  const { s, id } = await handedOver();
  const path = (of: string) => `/station/hand-over/ended/${of}/manifest/print`;
  const printed = await s.desk<PrintJob>("POST", path(id), {});
  const unknown = await s.desk("POST", path("01a22d59-9ee9-70b1-b88b-b7e27665c674"), {});
  expect([printed.status, printed.data.status, unknown.status, unknown.code]).toEqual([
    201,
    "QUEUED",
    404,
    "E2194",
  ]);
  expect(printed.data.title).toMatch(/^manifest-GERCEK-\d{4}-\d\d-\d\d-\d{4}\.pdf$/);
});
