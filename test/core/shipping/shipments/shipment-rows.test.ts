/** The window's list of shipments: positions, rows and search while typing. */
import readXlsx from "read-excel-file/node";
import { expect, it } from "vitest";
import { beginningsQuery } from "../../../../core/shipping/shipments/list-shipment-rows.ts";
import type {
  ShipmentListRow,
  ShipmentPlaces,
} from "../../../../core/shipping/shipments/shipment-rows.schema.ts";
import {
  boughtShipment,
  change,
  memberWithToken,
  RECIPIENT,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";
import { someOf } from "../../../helpers/some-of.ts";

const places = async (s: Station, query = ""): Promise<ShipmentPlaces> =>
  (await s.call<ShipmentPlaces>("GET", `/station/shipments/places${query}`)).body.data;
const rows = async (
  s: Station,
  query: string,
  headers?: Record<string, string>,
): Promise<ShipmentListRow[]> =>
  (
    await s.call<{ list: ShipmentListRow[] }>(
      "GET",
      `/station/shipments/${query}`,
      undefined,
      headers,
    )
  ).body.data.list;
const numbers = (list: readonly ShipmentListRow[]): number[] => list.map(({ number }) => number);

async function imported(s: Station, count: number): Promise<void> {
  const lines = Array.from(
    { length: count },
    (_, i) => `S-${i};Çağla Şimşekoğlu ${i};05551112233;Bağdat Cd. No: ${i};Kadıköy;İstanbul;1`,
  );
  const content = Buffer.from(
    ["Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)", ...lines].join("\n"),
  ).toString("base64");
  await s.call("POST", "/station/imports", { fileName: "orders.csv", content });
}

it(
  "positions in a list are the shipments' numbers, or the keys of every hundredth row if a number is missing",
  { tags: "all" },
  async () => {
    const s = await station();
    await imported(s, 250);
    expect(await places(s)).toEqual({ total: 250, step: 100, newest: 250, keys: null });
    expect(numbers(await rows(s, "rows?number=150"))).toEqual(
      Array.from({ length: 100 }, (_, i) => 150 - i),
    );

    s.core.deps.db.raw.exec("UPDATE shipments SET number = 900 WHERE number = 250");
    const gapped = await places(s);
    expect(gapped).toMatchObject({
      total: 250,
      newest: 900,
      keys: [{ number: 900 }, { number: 150 }, { number: 50 }],
    });
    const [, second, third] = gapped.keys ?? [];
    expect(
      numbers(
        await rows(
          s,
          `rows?number=${second?.number}&seq=${second?.seq}&toNumber=${(third?.number ?? 0) + 1}`,
        ),
      ),
    ).toEqual(Array.from({ length: 100 }, (_, i) => 150 - i));
  },
);

it(
  "the keys of a filtered list are those of every hundredth row in its order, whichever index finds the rows",
  { tags: "all" },
  async () => {
    const s = await station();
    await imported(s, 430);
    s.core.deps.db.raw.exec(
      "UPDATE shipments SET created_at = '2025-01-' || substr('0' || (2 + number * 5 % 27), -2) || 'T10:00:00.000Z'",
    ); // The order of creation times differs from the order of numbers.
    for (const query of [
      "?statusFilter=CREATED",
      "?startDate=2025-01-01&endDate=2025-01-31",
      "?isPrinted=false",
      "?isTest=false&isCashOnDelivery=false",
    ]) {
      const found = await places(s, query);
      expect([query, found.total, found.keys?.map(({ number }) => number)]).toEqual([
        query,
        430,
        [430, 330, 230, 130, 30],
      ]);
    }
    expect(await places(s, "?isPrinted=true")).toMatchObject({ total: 0, keys: [] });
  },
);

it(
  "every combination of filters and days is counted, whichever indexes are read",
  { tags: "all" },
  async () => {
    const s = await station();
    await imported(s, 60);
    s.core.deps.db.raw.exec(
      "UPDATE shipments SET is_returned = number % 2 = 0, is_printed = number % 3 = 0, payment_on_delivery = number % 5 = 0, test = number % 7 = 0",
    );
    const COLUMNS = {
      isReturned: "is_returned",
      isPrinted: "is_printed",
      isCashOnDelivery: "payment_on_delivery",
      isTest: "test",
    };
    const choices = Object.keys(COLUMNS).reduce<Record<string, boolean>[]>(
      (all, flag) =>
        all.flatMap((some) => [some, { ...some, [flag]: true }, { ...some, [flag]: false }]),
      [{}],
    );
    for (const choice of choices) {
      const where = Object.entries(COLUMNS).flatMap(([flag, column]) =>
        choice[flag] === undefined ? [] : [`${column} = ${Number(choice[flag])}`],
      );
      const fitting = s.core.deps.db.raw
        .prepare(`SELECT count(*) FROM shipments WHERE ${["TRUE", ...where].join(" AND ")}`)
        .pluck()
        .get();
      for (const days of [
        "",
        "&startDate=2020-01-01",
        "&startDate=2020-01-01&endDate=2100-01-01",
        "&statusFilter=CREATED&startDate=2020-01-01",
      ]) {
        const query = `?${new URLSearchParams(Object.entries(choice).map(([flag, is]) => [flag, String(is)]))}${days}`;
        expect([
          query,
          (await places(s, query))?.total,
          (await rows(s, `rows${query}`))?.length,
        ]).toEqual([query, fitting, fitting]);
      }
    }
  },
);

it("a printed shipment stays printed after its print job is deleted", async () => {
  const s = await station();
  const { shipment } = await boughtShipment(s);
  const { raw } = s.core.deps.db;
  raw.exec(
    `INSERT INTO print_jobs (id, created_at, updated_at, organization_id, shipment_id, created_by, barcode, status, next_attempt_at) SELECT 'job', created_at, created_at, organization_id, id, created_by, barcode, 'QUEUED', created_at FROM shipments WHERE id = '${shipment?.id}'`,
  );
  expect((await rows(s, "rows?isPrinted=false")).map(({ isPrinted }) => isPrinted)).toEqual([
    false,
  ]);
  raw.exec(
    "UPDATE print_jobs SET status = 'SENDING'; UPDATE print_jobs SET status = 'SENT'; DELETE FROM print_jobs",
  );
  expect([
    (await rows(s, "rows?isPrinted=true")).map(({ isPrinted }) => isPrinted),
    await rows(s, "rows?isPrinted=false"),
  ]).toEqual([[true], []]);
});

it("two shipments with the same number each have a position", { tags: "all" }, async () => {
  const s = await station();
  await imported(s, 201);
  s.core.deps.db.raw.exec(
    "UPDATE shipments SET number = 102 WHERE number = 101; INSERT INTO stations (no, name) VALUES (900, 'other.1')",
  ); // Disconnected stations assigned the number twice.
  const { keys } = await places(s);
  const all = await Promise.all(
    (keys ?? []).map(({ number, seq }) => rows(s, `rows?number=${number}&seq=${seq}`)),
  );
  expect(new Set(all.flat().map(({ id }) => id)).size).toBe(201);
});

it("a row has the fields that the list shows, and filters select the rows that they name", async () => {
  const s = await station();
  const { shipment } = await boughtShipment(s);
  await shipmentWithOffers(s);
  const [waiting, bought] = await rows(s, "rows");
  expect([waiting, bought]).toMatchObject([
    { number: 2, status: "GOT_OFFERS", price: null, serviceName: "", isPrinted: false },
    {
      number: 1,
      id: shipment?.id,
      status: "TRACKING_CODE_CREATED",
      serviceName: "PTT Standart",
      price: expect.any(String),
      barcode: expect.stringMatching(/./),
      cityName: "İstanbul",
    },
  ]);
  expect([
    numbers(await rows(s, "rows?statusFilter=TRACKING_CODE_CREATED")),
    numbers(await rows(s, "rows?isPrinted=false&isCashOnDelivery=false")),
    numbers(await rows(s, "rows?isPrinted=true")),
    numbers(await rows(s, `rows?providerCode=${bought?.providerCode}`)),
    (await places(s, "?statusFilter=GOT_OFFERS")).total,
  ]).toEqual([[1], [2, 1], [], [1], 1]);
});

it("a search finds by the beginnings of words in any case and spelling, and a phone number in any format", async () => {
  const s = await station();
  await imported(s, 3);
  const found = async (text: string): Promise<number[]> =>
    numbers(await rows(s, `search?filter=${encodeURIComponent(text)}`));
  const all = [3, 2, 1];
  for (const text of [
    "ça",
    "CAG SIM",
    "simsek cagla",
    "kadi",
    "İST",
    "0555 111 22 33",
    "+90 (555) 111",
    "5551112233",
    "00905551112233",
  ])
    expect([text, await found(text)]).toEqual([text, all]);
  expect([
    await found("s-2 simsek"),
    await found("imsek"),
    await found("ç"),
    await found(""),
  ]).toEqual([[3, 2], [], [], []]);
});

it(
  "a search finds no shipment by a word that the shipment had before",
  { tags: "all" },
  async () => {
    const s = await station();
    await imported(s, 4);
    const { raw } = s.core.deps.db;
    expect(numbers(await rows(s, "search?filter=ca"))).toEqual([4, 3, 2, 1]);
    const rename = (order: string): unknown =>
      raw.exec(
        `UPDATE shipments SET order_number = '${order}' WHERE number = 4; INSERT INTO unindexed_shipments SELECT seq FROM shipments WHERE number = 4`,
      );
    rename("Z-9");
    expect(numbers(await rows(s, "search?filter=z-9"))).toEqual([4]);
    rename("Q-9");
    expect([
      numbers(await rows(s, "search?filter=z-9")),
      numbers(await rows(s, "search?filter=q-9")),
    ]).toEqual([[], [4]]);
  },
);

it("a member with limited access finds and counts only their own shipments", async () => {
  const s = await station();
  await shipmentWithOffers(s);
  const { token } = memberWithToken(s, "limitedAccessUser");
  const headers = { authorization: `Bearer ${token}` };
  expect([
    await rows(s, "rows", headers),
    await rows(s, "search?filter=is", headers),
    (await s.call<ShipmentPlaces>("GET", "/station/shipments/places", undefined, headers)).body.data
      .total,
  ]).toEqual([[], [], 0]);
});

it("words are quoted, so that no text is read as an operator", () => {
  expect([
    beginningsQuery('a" OR b'),
    beginningsQuery("me*"),
    beginningsQuery("NEAR(x"),
    beginningsQuery("*"),
  ]).toEqual(['(("a" "or"* "b") OR "a or b"*)', '"me"*', '(("near"* "x") OR "near x"*)', null]);
});

/** Reads the shipment numbers in the first column of an exported file. */
async function exportedNumbers(s: Station, format: string, query: string): Promise<number[]> {
  const answer = await fetch(`${s.url}/station/shipments.${format}?${query}`, {
    headers: { authorization: `Bearer ${s.started.token}` },
  });
  if (format === "csv")
    return (await answer.text())
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => Number(/\d+/.exec(line)?.[0]));
  const [sheet] = (await readXlsx(Buffer.from(await answer.arrayBuffer()))) as unknown as {
    data: unknown[][];
  }[];
  return (sheet?.data ?? []).slice(1).map(([number]) => Number(number));
}

it.each(someOf(["csv", "xlsx"], 2))(
  "a file as %s has the shipments that each filter of the list selects",
  async (format) => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    change(s, "UPDATE shipments SET is_printed = 1 WHERE number = 1");
    await shipmentWithOffers(s, {
      productPaymentOnDelivery: true,
      order: { orderNumber: "COD-2", totalAmount: "150", totalAmountCurrency: "TL" },
    });
    await shipmentWithOffers(s, {
      test: true,
      recipientAddress: { ...RECIPIENT, name: "Ömer Işık" },
    });
    s.clock.nowMs += 2 * 86_400_000;
    const { id } = await shipmentWithOffers(s);
    await s.desk("PUT", `/station/shipments/${id}/hold`, { reason: "OUT_OF_STOCK" });
    const today = s.core.deps.now().slice(0, 10);
    for (const [filter, selected] of [
      ["", [4, 3, 2, 1]],
      ["isPrinted=true", [1]],
      ["isPrinted=false", [4, 3, 2]],
      ["isCashOnDelivery=true", [2]],
      ["isTest=true", [3]],
      ["isTest=false", [4, 2, 1]],
      ["waits=held", [4]],
      ["statusFilter=TRACKING_CODE_CREATED", [1]],
      [`providerCode=${shipment.providerCode}`, [1]],
      [`providerServiceCode=${shipment.providerServiceCode}`, [1]],
      ["orderNumber=COD-2", [2]],
      ["filter=omer", [3]],
      [`startDate=${today}`, [4]],
      [`endDate=${today}&isTest=true`, [3]],
    ] as const)
      expect([
        filter,
        numbers(await rows(s, `${filter.startsWith("filter=") ? "search" : "rows"}?${filter}`)),
        await exportedNumbers(s, format, filter),
      ]).toEqual([filter, selected, selected]);
  },
);
