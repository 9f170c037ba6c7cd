import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ParcelWay } from "../../../../core/shipping/board/board.schema.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import { labelLink } from "../../../../core/shipping/shipments/signed-links.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import {
  boughtShipment,
  parcel,
  RECIPIENT,
  senderOf,
  shipmentWithOffers,
  station,
  temporaryFolder,
  type Station,
} from "../../../helpers/station.ts";

const codeOf = async (response: Response): Promise<[number, unknown]> => [
  response.status,
  ((await response.json()) as { code?: unknown }).code,
];

/**
 * Checks that a browser runs no script of a page, loads nothing from other servers, and uses only
 * its inline style.
 */
function expectClosed(response: Response, html: string): void {
  const csp = response.headers.get("content-security-policy") ?? "";
  const [, style = ""] = /<style>([^]*?)<\/style>/.exec(html) ?? [];
  expect(csp.split("; ")).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    ]),
  );
  expect([
    response.headers.get("referrer-policy"),
    response.headers.get("x-content-type-options"),
    /<script|\son\w+=|style="/i.test(html),
  ]).toEqual(["no-referrer", "nosniff", false]);
}

describe("a label's link", () => {
  it("a label's page runs nothing, fetches nothing and does not tell other servers where it was read", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    const page = await fetch(shipment.responsiveLabelURL);
    expect(page.status).toBe(200);
    expectClosed(page, await page.text());
  });

  it("a cancelled shipment's link answers 404 E2045 in every format, and so does the desk's picture", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    const stem = shipment.labelURL.replace(/\.\w+$/, "");
    const picture = () => s.call("GET", `/station/labels/${shipment.id}/picture`);
    expect([
      (await fetch(`${stem}.pdf`)).status,
      (await fetch(`${stem}.zpl`)).status,
      (await picture()).status,
    ]).toEqual([200, 200, 200]);
    await s.call("DELETE", `/shipments/${shipment.id}`);
    for (const ending of ["pdf", "zpl", "png", "html"])
      expect(await codeOf(await fetch(`${stem}.${ending}`))).toEqual([404, "E2045"]);
    const { status, body } = await picture();
    expect([status, body.code]).toEqual([404, "E2045"]);
  });

  it("a link has the same signature after a restart when the first link was made in a transaction that was rolled back", async () => {
    const dataDir = temporaryFolder();
    const linkOf = (s: Station): string =>
      labelLink(s.core.deps.db, "", "0199a000-0000-7000-8000-000000000001");
    const s = await station({ dataDir });
    const undone = (): never =>
      inTransaction(s.core.deps, () => {
        linkOf(s);
        throw new Error("undone");
      });
    expect(undone).toThrow("undone");
    const link = linkOf(s);
    await s.stop();
    expect(linkOf(await station({ dataDir }))).toBe(link);
  });

  it("a link needs no write, so the first purchase is answered although the disk refuses writes after its COMMIT", async () => {
    const s = await station({
      world: {
        faultPoint: (point) =>
          void (point === "purchase.settled" && s.core.deps.db.raw.pragma("query_only = ON")),
      },
    });
    const { status, body } = await s.call<Transaction>("POST", "/transactions", {
      providerServiceCode: "SURAT_STANDART",
      shipment: { ...parcel(), returnAddressID: await senderOf(s) },
    });
    s.core.deps.db.raw.pragma("query_only = OFF");
    expect([status, body.data?.shipment.labelURL]).toEqual([
      201,
      expect.stringContaining("/labels/"),
    ]);
  });
});

describe("a parcel's tracking page", () => {
  const testParcel = async (s: Station, change: Record<string, unknown> = {}): Promise<Shipment> =>
    (await boughtShipment(s, { test: true, ...change })).shipment;

  it("the page shows number, service, place and each step with its time in the reader's language, and the shipment contains the page's address", async () => {
    const s = await station();
    const shipment = await testParcel(s);
    for (let i = 0; i < 7; i += 1) await s.call("GET", `/shipments/${shipment.id}`);
    expect(shipment.trackingUrl).toMatch(
      new RegExp(`^${s.url}/tracking/${shipment.id}/[\\w-]{32}$`),
    );
    const page = await fetch(shipment.trackingUrl);
    const html = await page.text();
    expectClosed(page, html);
    for (const shown of [
      shipment.barcode,
      "Packbench Standart",
      "Kadıköy",
      "İstanbul",
      '<html lang="tr">',
      "<h1>Teslim edildi</h1>",
      "Dağıtıma çıktı",
      "21 Kas 2026 12:0",
    ])
      expect(html).toContain(shown);
    const english = await (
      await fetch(shipment.trackingUrl, {
        headers: { "accept-language": "de, en-GB;q=0.9, tr;q=0.5" },
      })
    ).text();
    for (const shown of [
      '<html lang="en">',
      "<h1>Delivered</h1>",
      "Out for delivery",
      "21 Nov 2026, 12:0",
    ])
      expect(english).toContain(shown);
    expect(html.match(/<time datetime="2026-11-21T/g)).toHaveLength(7);
  });

  it("the page shows only district and city of the recipient, and runs nothing that strangers wrote", async () => {
    const s = await station();
    const recipientAddress = {
      ...RECIPIENT,
      name: "<script>alert(1)</script>",
      address1: "Gizli Sk. 9",
    };
    const shipment = await testParcel(s, { recipientAddress });
    s.core.deps.db.raw
      .prepare(
        "UPDATE purchase_snapshots SET body = replace(body, 'Kadıköy', '<img src=x onerror=alert(2)>')",
      )
      .run();
    const html = await (await fetch(shipment.trackingUrl)).text();
    for (const kept of ["alert(1)", "Gizli", RECIPIENT.phone, RECIPIENT.email, "<img"])
      expect(html).not.toContain(kept);
    expect(html).toContain("&#60;img src=x onerror=alert(2)&#62;");
  });

  it("only a shipment with a bought label has a page, and a live parcel links to its carrier until a public address is set", async () => {
    const s = await station();
    const live = (await boughtShipment(s)).shipment;
    const unbought = await shipmentWithOffers(s, { test: true });
    expect([live.trackingUrl.startsWith("https://"), unbought.trackingUrl]).toEqual([true, ""]);
    const oneStep = await s.call<{ shipment: Shipment }>("POST", "/transactions", {
      providerServiceCode: "PACKBENCH_STANDART",
      shipment: { ...parcel({ test: true }), returnAddressID: await senderOf(s) },
    });
    expect((await fetch(oneStep.body.data.shipment.trackingUrl)).status).toBe(200);
    const pageOf = async (): Promise<string> =>
      (await s.desk<ParcelWay>("GET", `/station/tracking/parcels/${live.id}`)).data.recipientURL;
    expect(await pageOf()).toBe(live.trackingUrl);
    await s.desk("PATCH", "/station/tracking/settings", {
      publicAddress: "https://takip.magaza.com.tr/",
    });
    const own = await pageOf();
    expect(own).toMatch(/^https:\/\/takip\.magaza\.com\.tr\/api\/v1\/tracking\//);
    const html = await (
      await fetch(own.replace("https://takip.magaza.com.tr/api/v1", s.url))
    ).text();
    for (const shown of ["<h1>Hazırlanıyor</h1>", "Beklenen gün", new URL(live.trackingUrl).host])
      expect(html).toContain(shown);
    expect(html).not.toContain("TEST");
  });

  it.each([
    "http://takip.magaza.com",
    "https://192.168.1.5",
    "https://[::1]",
    "https://localhost",
    "https://depo.local",
    "https://magaza",
    "https://a:b@magaza.com",
    "https://magaza.com/x",
    "magaza.com",
  ])("the public address %s is E2084", async (publicAddress) => {
    const s = await station();
    expect(await s.desk("PATCH", "/station/tracking/settings", { publicAddress })).toMatchObject({
      status: 400,
      code: "E2084",
    });
    expect(
      (await s.desk<{ publicAddress: string }>("GET", "/station/tracking/settings")).data
        .publicAddress,
    ).toBe("");
  });

  it("a forged link and a label's signature are E2046, and a label's link refuses a tracking signature", async () => {
    const s = await station();
    const shipment = await testParcel(s);
    const other = await testParcel(s);
    const ofLabel = /\/([\w-]+)\.\w+$/.exec(shipment.labelURL)?.[1] ?? "";
    const ofTracking = shipment.trackingUrl.split("/").at(-1) ?? "";
    for (const path of [
      `${shipment.id}/${ofLabel}`,
      `${other.id}/${ofTracking}`,
      `${shipment.id}/x`,
      `no/${ofTracking}`,
    ])
      expect(await codeOf(await fetch(`${s.url}/tracking/${path}`))).toEqual([404, "E2046"]);
    for (const id of [shipment.id, `tracking ${shipment.id}`])
      expect(
        await codeOf(await fetch(`${s.url}/labels/${encodeURIComponent(id)}/${ofTracking}.pdf`)),
      ).toEqual([403, "E2021"]);
  });

  it("the page of a cancelled parcel stays available, and says that the parcel is cancelled", async () => {
    const s = await station();
    const shipment = await testParcel(s);
    await s.call("DELETE", `/shipments/${shipment.id}`);
    const html = await (await fetch(shipment.trackingUrl)).text();
    expect(html).toContain("<h1>Gönderi iptal edildi</h1>");
  });
});
