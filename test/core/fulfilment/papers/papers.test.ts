import { PDFiumLibrary } from "@hyzyla/pdfium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodePng } from "../../../../core/labels/png.ts";
import { readPicture } from "../../../../core/labels/read-symbols.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { erasePurchase } from "../../../../core/fulfilment/transactions/erase-purchase.ts";
import { longestTurn } from "../../../helpers/longest-turn.ts";
import {
  boughtShipment,
  change,
  memberWithToken,
  RECIPIENT,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";
import { copyBought } from "./many-bought.ts";

let pdfium: PDFiumLibrary;
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init();
});
afterAll(() => pdfium.destroy());

type File = {
  readonly status: number;
  readonly type: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly failure: { readonly code: string; readonly message: string };
};

/** Sends a call that returns a file or a failure. */
async function fetched(
  s: Station,
  path: string,
  { token = s.started.token ?? "", body }: { token?: string; body?: unknown } = {},
): Promise<File> {
  const response = await fetch(`${s.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get("content-type") ?? "";
  return {
    status: response.status,
    type,
    name: response.headers.get("content-disposition") ?? "",
    bytes,
    failure: type.includes("json")
      ? (JSON.parse(Buffer.from(bytes).toString()) as File["failure"])
      : { code: "", message: "" },
  };
}

async function pagesOf({ bytes }: File): Promise<string[]> {
  const document = await pdfium.loadDocument(bytes);
  try {
    return [...document.pages()].map((page) => page.getText().replace(/[\r\n\0]+/g, "\n"));
  } finally {
    document.destroy();
  }
}

/** Reads the codes on the first page, as from paper at 300 dpi. */
async function pageCodes({ bytes }: File): Promise<readonly string[]> {
  const document = await pdfium.loadDocument(bytes);
  try {
    const { data, width, height } = await document
      .getPage(0)
      .render({ scale: 300 / 72, render: "bitmap" });
    const ink = new Uint8Array(width * height).map((_, i) =>
      (data[i * 4] ?? 255) < 128 ? 255 : 0,
    );
    return await readPicture(encodePng({ width, height, stride: width, ink }, 300 / 25.4));
  } finally {
    document.destroy();
  }
}

/** Starts a station whose clock matches the ids of purchases, which contain the machine's time. */
async function stationNow(): Promise<{ s: Station; today: string }> {
  const s = await station({ settings: { rateLimit: null } });
  s.clock.nowMs = Date.now();
  return { s, today: new Date(s.clock.nowMs + 3 * 3_600_000).toISOString().slice(0, 10) };
}

/** Buys a label. */
const bought = async (s: Station, more: Record<string, unknown> = {}): Promise<Shipment> =>
  (await boughtShipment(s, more)).shipment;
const barcodesOf = (pages: readonly string[], of: readonly Shipment[]): string[] =>
  of.map(({ barcode }) => barcode).filter((barcode) => pages.join("\n").includes(barcode));

describe("GET /station/shipments/:id/packing-slip", () => {
  const order = {
    orderNumber: "SLIP-1",
    notes: "Kapıcıya bırakın",
    totalAmount: "100",
    totalAmountCurrency: "TL",
  };
  const items = [{ title: "Fincan", variantTitle: "Mavi", sku: "F-1", quantity: 3 }];

  it(
    "a packing slip is drawn from the shipment's current state: before its purchase, after it, and after its cancellation",
    { tags: "all" },
    async () => {
      const { s } = await stationNow();
      const shipment = await shipmentWithOffers(s, { order, items, hideContents: true });
      const path = `/station/shipments/${shipment.id}/packing-slip`;
      const before = await fetched(s, path);
      expect([before.status, before.type, before.name]).toEqual([
        200,
        "application/pdf",
        expect.stringContaining("packing-slip-SLIP-1.pdf"),
      ]);
      const [open = ""] = await pagesOf(before);
      for (const text of [
        RECIPIENT.name,
        "SLIP-1",
        "Fincan",
        "Mavi",
        "F-1",
        "1 kalem, 3 adet",
        "Kapıcıya bırakın",
      ])
        expect(open).toContain(text);
      expect(open).not.toContain("KARGO");

      const { shipment: sold } = (
        await s.call<{ shipment: Shipment }>("POST", "/transactions", {
          offerID: shipment.offers?.cheapest?.id,
        })
      ).body.data;
      const [closed = ""] = await pagesOf(await fetched(s, `${path}?paper=A5`));
      for (const text of ["KARGO", sold.barcode, "Fincan"]) expect(closed).toContain(text);

      await s.call("DELETE", `/shipments/${shipment.id}`);
      expect((await pagesOf(await fetched(s, path))).join()).not.toContain(sold.barcode);
    },
  );

  it(
    "a packing slip shows the sender's current logo before the purchase, and the label's logo after it",
    { tags: "all" },
    async () => {
      const { s } = await stationNow();
      const [open, closed] = [await shipmentWithOffers(s), await bought(s)];
      const dots = encodePng(
        {
          width: 40,
          height: 20,
          stride: 40,
          ink: new Uint8Array(800).map((_, i) => (i % 3 === 0 ? 255 : 0)),
        },
        8,
      );
      const patched = await s.call("PATCH", `/organizations/${s.started.organizationID}`, {
        labelLogo: Buffer.from(dots).toString("base64"),
      });
      const hasPicture = async ({ id }: { readonly id: string }): Promise<boolean> =>
        Buffer.from((await fetched(s, `/station/shipments/${id}/packing-slip`)).bytes).includes(
          "/ImageMask",
        );
      expect([patched.status, await hasPicture(open), await hasPicture(closed)]).toEqual([
        200,
        true,
        false,
      ]);
    },
  );

  it(
    "a packing slip's QR code opens the station's public page if set, or else the carrier's page, which a test parcel lacks",
    { tags: "all" },
    async () => {
      const { s } = await stationNow();
      const [sold, trial] = [await bought(s), (await boughtShipment(s, { test: true })).shipment];
      const codesOf = async (
        { id }: { readonly id: string },
        paper: string,
      ): Promise<readonly string[]> =>
        pageCodes(await fetched(s, `/station/shipments/${id}/packing-slip?paper=${paper}`));
      expect(await codesOf(sold, "A4")).toContain(sold.trackingUrl);
      expect((await codesOf(trial, "A4")).filter((code) => code.includes("://"))).toEqual([]);
      await s.desk("PATCH", "/station/tracking/settings", {
        publicAddress: "https://takip.magaza.com.tr",
      });
      for (const paper of ["A4", "A5"])
        expect(await codesOf(sold, paper)).toContainEqual(
          expect.stringContaining(`https://takip.magaza.com.tr/api/v1/tracking/${sold.id}/`),
        );
    },
  );

  it("a packing slip of another member's shipment is E1051 with limited access; it is E2055 after an erasure, and E1085 for an unknown paper", async () => {
    const { s } = await stationNow();
    const shipment = await bought(s);
    const path = `/station/shipments/${shipment.id}/packing-slip`;
    const { token } = memberWithToken(s, "limitedAccessUser");
    const answers = [await fetched(s, path, { token }), await fetched(s, `${path}?paper=A3`)];
    erasePurchase(s.core.deps, shipment.id);
    expect(
      [...answers, await fetched(s, path)].map(({ status, failure }) => [status, failure.code]),
    ).toEqual([
      [404, "E1051"],
      [400, "E1085"],
      [410, "E2055"],
    ]);
  });
});

describe("GET /station/manifest", () => {
  it("a manifest lists the carrier's labels in force that were bought that day, with their sums", async () => {
    const { s, today } = await stationNow();
    const sold = [
      await bought(s),
      await bought(s, {
        paymentOnDelivery: true,
        productPaymentOnDelivery: true,
        order: { orderNumber: "COD", totalAmount: "250.50", totalAmountCurrency: "TL" },
      }),
      await bought(s),
    ];
    const [first, , last] = sold;
    await s.call("DELETE", `/shipments/${last?.id}`);
    const carrier = first?.providerCode ?? "";
    const file = await fetched(s, `/station/manifest?carrier=${carrier}&day=${today}`);
    expect([file.status, file.type, file.name]).toEqual([
      200,
      "application/pdf",
      expect.stringContaining(`manifest-${carrier}-${today}.pdf`),
    ]);
    const pages = await pagesOf(file);
    expect(barcodesOf(pages, sold)).toEqual(sold.slice(0, 2).map(({ barcode }) => barcode));
    for (const text of ["TOPLAM: 2", "Kadıköy / İstanbul", "250,50 TL"])
      expect(pages.join("\n")).toContain(text);
  });

  it(
    "a manifest covers its day from midnight to midnight, Turkish time, and today by default",
    { tags: "all" },
    async () => {
      const { s, today } = await stationNow();
      const sold = [await bought(s), await bought(s), await bought(s), await bought(s)];
      const begin = Date.parse(`${today}T00:00:00+03:00`);
      const at = [begin - 1, begin, begin + 86_400_000 - 1, begin + 86_400_000];
      sold.forEach(({ id }, i) =>
        change(
          s,
          `UPDATE transactions SET updated_at = '${new Date(at[i] ?? 0).toISOString()}' WHERE shipment_id = '${id}'`,
        ),
      );
      const carrier = sold[0]?.providerCode ?? "";
      const listed = async (query: string): Promise<string[]> =>
        barcodesOf(
          await pagesOf(await fetched(s, `/station/manifest?carrier=${carrier}${query}`)),
          sold,
        );
      const inside = sold.slice(1, 3).map(({ barcode }) => barcode);
      expect([
        await listed(""),
        await listed(`&day=${today}`),
        await listed(`&day=${new Date(begin + 30 * 3_600_000).toISOString().slice(0, 10)}`),
      ]).toEqual([inside, inside, [sold[3]?.barcode]]);
    },
  );

  it("a manifest excludes parcels of other carriers, and for a member with limited access those of other members", async () => {
    const { s } = await stationNow();
    const shipment = await bought(s);
    const { memberID, token } = memberWithToken(s, "limitedAccessUser");
    const path = `/station/manifest?carrier=${shipment.providerCode}`;
    const others = [
      await fetched(s, "/station/manifest?carrier=NONE"),
      await fetched(s, path, { token }),
    ];
    for (const file of others)
      expect((await pagesOf(file)).join()).toContain("Bu gün için geçerli gönderi yok.");
    change(s, `UPDATE shipments SET created_by = '${memberID}' WHERE id = '${shipment.id}'`);
    expect(barcodesOf(await pagesOf(await fetched(s, path, { token })), [shipment])).toEqual([
      shipment.barcode,
    ]);
  });

  it(
    "the list of manifests has each carrier with labels in force of the day, and their number",
    { tags: "all" },
    async () => {
      const { s, today } = await stationNow();
      const kept = await bought(s);
      await s.call("DELETE", `/shipments/${(await bought(s)).id}`);
      const { token } = memberWithToken(s, "limitedAccessUser");
      const carriers = async (query = "", as?: string): Promise<unknown> =>
        JSON.parse(
          Buffer.from(
            (
              await fetched(
                s,
                `/station/manifest/carriers${query}`,
                as === undefined ? {} : { token: as },
              )
            ).bytes,
          ).toString(),
        ) as unknown;
      const own = [
        { providerCode: kept.providerCode, carrierName: expect.any(String) as string, parcels: 1 },
      ];
      expect(
        await Promise.all([
          carriers(),
          carriers(`?day=${today}`),
          carriers("?day=2026-01-01"),
          carriers("", token),
        ]),
      ).toMatchObject([own, own, [], []].map((data) => ({ data })));
    },
  );

  it("a manifest is a workbook on request, and an invalid day, an unknown format or a missing carrier is E1085", async () => {
    const { s } = await stationNow();
    const { providerCode } = await bought(s);
    const file = await fetched(s, `/station/manifest?carrier=${providerCode}&format=xlsx`);
    expect([file.status, file.type, Buffer.from(file.bytes.subarray(0, 2)).toString()]).toEqual([
      200,
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "PK",
    ]);
    for (const query of [
      "carrier=X&day=2026-02-30",
      "carrier=X&day=today",
      "carrier=X&format=csv",
      "day=2026-02-03",
    ])
      expect((await fetched(s, `/station/manifest?${query}`)).failure.code).toBe("E1085");
  });

  it(
    "a manifest of 5,000 parcels blocks the core's thread for less than 50 ms at a time",
    { tags: ["all", "alone"], timeout: 120_000 },
    async () => {
      const { s } = await stationNow();
      const shipment = await bought(s);
      copyBought(s.core.deps.db, shipment.id, 4_999);
      for (const format of ["pdf", "xlsx"]) {
        const begin = performance.now();
        const { result, longestMs } = await longestTurn(() =>
          fetched(s, `/station/manifest?carrier=${shipment.providerCode}&format=${format}`),
        );
        if (process.env["FIGURES"] === "1")
          console.log(
            `5,000 parcels as ${format}: ${Math.round(performance.now() - begin)} ms, ${result.bytes.length} bytes, longest turn ${longestMs.toFixed(1)} ms`,
          );
        expect([result.status, longestMs < 50 ? "short" : longestMs]).toEqual([200, "short"]);
        if (format === "pdf") expect((await pagesOf(result)).at(-1)).toContain("TOPLAM: 5000");
      }
    },
  );
});

describe("POST /station/labels/sheet", () => {
  const sheet = (s: Station, body: unknown, token?: string): Promise<File> =>
    fetched(s, "/station/labels/sheet", { body, ...(token === undefined ? {} : { token }) });

  it("a sheet is one PDF with a page for each different label, or with up to four labels on each A4 page, from a given position on", async () => {
    const { s } = await stationNow();
    const sold = [await bought(s), await bought(s)];
    const shipmentIDs = sold.map(({ id }) => id);
    const each = await pagesOf(await sheet(s, { shipmentIDs: [...shipmentIDs, shipmentIDs[0]] }));
    expect(each.map((text, i) => text.includes(sold[i]?.barcode ?? "-"))).toEqual([true, true]);
    expect(
      (await pagesOf(await sheet(s, { shipmentIDs, paper: "A4x4", startAt: 3, cutMarks: true })))
        .length,
    ).toBe(1);
    expect((await pagesOf(await sheet(s, { shipmentIDs, paper: "A4x4", startAt: 4 }))).length).toBe(
      2,
    );
  });

  it(
    "a sheet of A4 leaves edges white where office printers cannot print, and its barcodes are readable",
    { tags: "all" },
    async () => {
      const { s } = await stationNow();
      const sold = [await bought(s), await bought(s), await bought(s), await bought(s)];
      const { bytes } = await sheet(s, { shipmentIDs: sold.map(({ id }) => id), paper: "A4x4" });
      const document = await pdfium.loadDocument(bytes);
      const [width, height] = [2_480, 3_508];
      const { data } = await document.getPage(0).render({
        width,
        height,
        render: (options) => Promise.resolve(Uint8Array.from(options.data)),
      });
      document.destroy();
      const ink = new Uint8Array(width * height).map((_, i) => 255 - (data[i * 4] ?? 0));
      const edge = Math.floor((4.2 / 25.4) * 300);
      const isEdge = (i: number): boolean =>
        i % width < edge ||
        i % width >= width - edge ||
        i < edge * width ||
        i >= (height - edge) * width;
      expect(ink.findIndex((value, i) => value > 0 && isEdge(i))).toBe(-1);
      expect(
        await readPicture(encodePng({ width, height, stride: width, ink }, 300 / 25.4)),
      ).toEqual(expect.arrayContaining(sold.map(({ barcode }) => barcode)));
    },
  );

  it("a sheet is drawn again for a repeated Idempotency-Key", async () => {
    const { s } = await stationNow();
    const { id } = await bought(s);
    const keyed = (): Promise<Response> =>
      fetch(`${s.url}/station/labels/sheet`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${s.started.token}`,
          "content-type": "application/json",
          "idempotency-key": "k",
        },
        body: JSON.stringify({ shipmentIDs: [id] }),
      });
    const answers = [await keyed(), await keyed()];
    expect(
      answers.map(({ status, headers }) => [
        status,
        headers.get("content-type"),
        headers.get("idempotent-replayed"),
      ]),
    ).toEqual([
      [200, "application/pdf", null],
      [200, "application/pdf", null],
    ]);
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  });

  it("a sheet with shipments that have no label in force is refused, and the answer names them", async () => {
    const { s } = await stationNow();
    const [good, cancelled, erased] = [await bought(s), await bought(s), await bought(s)];
    const open = await shipmentWithOffers(s);
    await s.call("DELETE", `/shipments/${cancelled.id}`);
    erasePurchase(s.core.deps, erased.id);
    const { token } = memberWithToken(s, "limitedAccessUser");
    const unknown = "01900000-0000-7000-8000-000000000000";
    for (const [code, id, by] of [
      ["E1051", unknown],
      ["E2020", open.id],
      ["E2045", cancelled.id],
      ["E2055", erased.id],
      ["E1051", good.id, token],
    ] as const) {
      const { failure } = await sheet(
        s,
        { shipmentIDs: [...(by === undefined ? [good.id] : []), id] },
        by,
      );
      expect([failure.code, failure.message.includes(id)]).toEqual([code, true]);
    }
  });

  it("a sheet refuses positions that do not exist, an empty list and more than a thousand labels", async () => {
    const { s } = await stationNow();
    const id = "01900000-0000-7000-8000-000000000000";
    for (const body of [
      { shipmentIDs: [] },
      { shipmentIDs: [id], startAt: 5 },
      { shipmentIDs: [id], paper: "A5" },
      { shipmentIDs: Array.from({ length: 1_001 }, () => id) },
    ])
      expect((await sheet(s, body)).failure.code).toBe("E1085");
  });

  it.skipIf(process.env["FULL"] !== "1" && process.env["FIGURES"] !== "1")(
    "a sheet of a thousand labels has all its pages, and its time and memory are printed",
    { timeout: 120_000 },
    async () => {
      const { s } = await stationNow();
      const shipment = await bought(s);
      const shipmentIDs = copyBought(s.core.deps.db, shipment.id, 1_000);
      await sheet(s, { shipmentIDs: shipmentIDs.slice(0, 50), paper: "A4x4" });
      for (const paper of ["label", "A4x4"]) {
        const [begin, before] = [performance.now(), process.memoryUsage().rss];
        let most = before;
        const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
        const { result, longestMs } = await longestTurn(() => sheet(s, { shipmentIDs, paper }));
        clearInterval(watch);
        console.log(
          `1,000 labels, ${paper}: ${Math.round(performance.now() - begin)} ms, ${result.bytes.length} bytes, RSS +${Math.round((most - before) / 1e6)} MB, longest turn ${longestMs.toFixed(1)} ms`,
        );
        expect([result.status, (await pagesOf(result)).length]).toEqual([
          200,
          paper === "label" ? 1_000 : 250,
        ]);
      }
    },
  );
});
