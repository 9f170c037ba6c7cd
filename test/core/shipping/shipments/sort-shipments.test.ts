/** Sorted lists of shipments, and all results of a search, agree with the rows that they list. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { alphabetKey } from "../../../../core/base/text.ts";
import { MOST_SORTED } from "../../../../core/http/sorted.schema.ts";
import {
  SORT_COLUMNS,
  type ShipmentListRow,
  type ShipmentPlaces,
  type SortColumn,
  type SortedShipments,
  type UsedServices,
} from "../../../../core/shipping/shipments/shipment-rows.schema.ts";
import { stateName } from "../../../../core/shipping/shipments/shipment-state.schema.ts";
import {
  boughtShipment,
  change,
  lastingStation,
  memberWithToken,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

const read = async <T>(s: Station, path: string, headers?: Record<string, string>): Promise<T> =>
  (await s.call<T>("GET", path, undefined, headers)).body.data;
const sorted = (s: Station, query: string): Promise<SortedShipments> =>
  read(s, `/station/shipments/sorted?${query}`);
const rowsOf = async (s: Station, seqs: readonly number[]): Promise<ShipmentListRow[]> => {
  const rows = [];
  for (let from = 0; from < seqs.length; from += 100)
    rows.push(
      ...(
        await read<{ list: ShipmentListRow[] }>(
          s,
          `/station/shipments/rows?seqs=${seqs.slice(from, from + 100).join(",")}`,
        )
      ).list,
    );
  return rows;
};
const numbersOf = (rows: readonly ShipmentListRow[]): number[] => rows.map(({ number }) => number);

/** Reads a list by keys, as the window does, in chunks of a hundred. */
async function byKeys(s: Station, query: string): Promise<ShipmentListRow[]> {
  const { keys, total, step, newest } = await read<ShipmentPlaces>(
    s,
    `/station/shipments/places?${query}`,
  );
  const isAscending = query.includes("isAscending=true");
  const rows: ShipmentListRow[] = [];
  for (let chunk = 0; chunk * step < total; chunk += 1) {
    const key = keys?.[chunk] ?? {
      number: isAscending ? chunk * step + 1 : (newest ?? 0) - chunk * step,
    };
    const next = keys?.[chunk + 1];
    const asked = new URLSearchParams({
      ...Object.fromEntries(Object.entries(key).map(([name, value]) => [name, String(value)])),
      ...(next === undefined ? {} : { toNumber: String(next.number) }),
      ...(next?.createdAt === undefined ? {} : { toCreatedAt: next.createdAt }),
    });
    rows.push(
      ...(await read<{ list: ShipmentListRow[] }>(s, `/station/shipments/rows?${query}&${asked}`))
        .list,
    );
  }
  expect(rows).toHaveLength(total);
  return rows;
}

const NAMES = ["Çağla Şimşekoğlu", "cem ak", "Zeki", "ışıl", "İnci", "Iğdır Gıda", "şule", "Sümer"];

/** Imports orders with names, places and numbers that sort differently by letters and by bytes. */
async function imported(s: Station, count: number): Promise<void> {
  const lines = Array.from(
    { length: count },
    (_, i) =>
      `S-${(i * 7) % count};${NAMES[i % NAMES.length]} ${i % 5};0555${String(1_112_233 + ((i * 31) % 997))};Gül Sk. ${i};${["Kadıköy;İstanbul", "Çankaya;Ankara", "Konak;İzmir"][i % 3]};1`,
  );
  const content = Buffer.from(
    ["Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)", ...lines].join("\n"),
  ).toString("base64");
  await s.call("POST", "/station/imports", { fileName: "orders.csv", content });
}

/** A station with 223 shipments, which the tests only read. */
let s: Station;

beforeAll(async () => {
  s = await lastingStation();
  await imported(s, 220);
  await boughtShipment(s);
  await boughtShipment(s);
  const { id } = await shipmentWithOffers(s);
  await s.desk("PUT", `/station/shipments/${id}/hold`, { reason: "OUT_OF_STOCK" });
  change(
    s,
    "UPDATE shipments SET is_returned = number % 11 = 0, payment_on_delivery = number % 5 = 0, test = number % 7 = 0, created_at = '2025-01-' || substr('0' || (2 + number * 5 % 27), -2) || 'T10:00:00.000Z'",
  );
});

afterAll(() => s.stop());

const collator = new Intl.Collator("tr", { numeric: true, sensitivity: "accent" });
const text =
  (of: (row: ShipmentListRow) => string) =>
  (a: ShipmentListRow, b: ShipmentListRow): number =>
    collator.compare(of(a), of(b));

/** How rows compare by a column, and which have no value there. */
const COMPARED: Readonly<
  Partial<
    Record<
      SortColumn,
      {
        readonly compare: (a: ShipmentListRow, b: ShipmentListRow) => number;
        readonly isBlank?: (row: ShipmentListRow) => boolean;
      }
    >
  >
> = {
  number: { compare: (a, b) => a.number - b.number },
  time: { compare: (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) },
  order: { compare: text((row) => row.orderNumber), isBlank: (row) => row.orderNumber === "" },
  recipient: { compare: text((row) => row.recipientName) },
  phone: {
    compare: (a, b) =>
      a.recipientPhone < b.recipientPhone ? -1 : Number(a.recipientPhone > b.recipientPhone),
  },
  district: { compare: text((row) => row.districtName) },
  city: { compare: text((row) => row.cityName) },
  service: { compare: text((row) => row.serviceName), isBlank: (row) => row.serviceName === "" },
  price: {
    compare: (a, b) => Number(a.price) - Number(b.price),
    isBlank: (row) => row.price === null,
  },
  barcode: { compare: text((row) => row.barcode), isBlank: (row) => row.barcode === "" },
};

it("a list is sorted by each column in both directions as a Turkish reader sorts, rows without a value last, among equals the newest first", async () => {
  const all = await rowsOf(s, (await sorted(s, "")).seqs);
  expect(numbersOf(all)).toEqual(Array.from({ length: 223 }, (_, i) => 223 - i));
  for (const [column, { compare, isBlank = () => false }] of Object.entries(COMPARED))
    for (const isAscending of [true, false]) {
      const wanted = all.toSorted(
        (a, b) =>
          Number(isBlank(a)) - Number(isBlank(b)) ||
          compare(a, b) * (isAscending ? 1 : -1) ||
          // Equal times follow the index, in the direction of the list.
          (b.number - a.number) * (column === "time" && isAscending ? -1 : 1),
      );
      const { seqs } = await sorted(s, `sortBy=${column}&isAscending=${isAscending}`);
      expect([column, isAscending, numbersOf(await rowsOf(s, seqs))]).toEqual([
        column,
        isAscending,
        numbersOf(wanted),
      ]);
    }
});

it("states sort in the order in which a parcel goes through them, a hold after waiting orders", async () => {
  const { seqs } = await sorted(s, "sortBy=status&isAscending=true");
  const states = (await rowsOf(s, seqs)).map(({ status, isHeld }) => (isHeld ? "held" : status));
  expect(states.filter((state, i) => state !== states[i - 1])).toEqual([
    "CREATED",
    "held",
    "TRACKING_CODE_CREATED",
  ]);
});

it("parcels on their way are shown and sorted by their newest tracking event", async () => {
  const s = await station();
  for (let reads = 6; reads > 0; reads -= 1) {
    const { shipment } = await boughtShipment(s, { test: true });
    // Each read by a program moves a test parcel one step.
    for (let i = 0; i < reads; i += 1) await read(s, `/shipments/${shipment.id}`);
  }
  change(s, "UPDATE shipments SET status = 'LABEL_PRINTED' WHERE status = 'TRACKING_CODE_CREATED'");
  const { seqs } = await sorted(s, "sortBy=status&isAscending=true");
  expect((await rowsOf(s, seqs)).map(stateName)).toEqual([
    "ANNOUNCED",
    "HANDED_OVER",
    "SHIPPED",
    "SHIPPED",
    "SHIPPED",
    "OUT_FOR_DELIVERY",
  ]);
});

it("every column sorts every row once", async () => {
  for (const column of SORT_COLUMNS)
    expect([column, new Set((await sorted(s, `sortBy=${column}`)).seqs).size]).toEqual([
      column,
      223,
    ]);
});

it.each([
  "sortBy=number&isAscending=true",
  "sortBy=number&isAscending=true&isTest=false",
  "sortBy=time&isAscending=true",
  "sortBy=time",
  "sortBy=time&isPrinted=false",
  "sortBy=time&isReturned=true&isAscending=true",
  "sortBy=time&waits=packing",
  "sortBy=time&startDate=2025-01-05&endDate=2025-01-20",
])("the list by keys of %s has the rows of the sorted list", async (query) => {
  const { seqs } = await sorted(s, query);
  // Among equal times the list by keys goes on in its own direction, and the sorted list by number.
  const groups = (rows: readonly ShipmentListRow[]) =>
    query.includes("time")
      ? [rows.map(({ createdAt }) => createdAt), numbersOf(rows).toSorted((a, b) => a - b)]
      : numbersOf(rows);
  expect(groups(await byKeys(s, query))).toEqual(groups(await rowsOf(s, seqs)));
});

it("all results of a search are listed, and the first fifty are those of the search while typing", async () => {
  for (const words of ["gul", "kadikoy", "S-15", "cagla 1"]) {
    const filter = encodeURIComponent(words);
    const quick = await read<{ list: ShipmentListRow[]; total: number }>(
      s,
      `/station/shipments/search?filter=${filter}`,
    );
    const { seqs, isMore } = await sorted(s, `filter=${filter}`);
    const all = numbersOf(await rowsOf(s, seqs));
    expect([words, all.length, isMore]).toEqual([words, quick.total, false]);
    expect(all.slice(0, 50)).toEqual(numbersOf(quick.list));
  }
  const byName = await sorted(s, "filter=kadikoy&sortBy=recipient&isAscending=true");
  const names = (await rowsOf(s, byName.seqs)).map(({ recipientName }) => recipientName);
  expect(names).toEqual(names.toSorted(collator.compare));
  expect(await sorted(s, "filter=*")).toEqual({ seqs: [], isMore: false, isPartial: false });
});

it.each([
  "filter=cag+sim+1",
  "filter=S-15",
  "sortBy=recipient&isAscending=true",
  "sortBy=time&isAscending=true",
  "filter=kadikoy&sortBy=phone",
  "sortBy=price&isTest=true",
])("a file for people of %s has the rows that the list shows, in its order", async (query) => {
  const { seqs } = await sorted(s, query);
  const shown = numbersOf(await rowsOf(s, seqs));
  expect(shown.length).toBeGreaterThan(3);
  const answer = await fetch(`${s.url}/station/shipments.csv?language=en&${query}`, {
    headers: { authorization: `Bearer ${s.started.token}` },
  });
  const lines = (await answer.text()).trim().split(/\r?\n/).slice(1);
  expect(lines.map((line) => Number(/\d+/.exec(line)?.[0]))).toEqual(shown);
});

it("a member with limited access is listed no other member's shipments, not by sequence numbers either", async () => {
  const { token } = memberWithToken(s, "limitedAccessUser");
  const headers = { authorization: `Bearer ${token}` };
  const { seqs } = await sorted(s, "sortBy=price");
  expect([
    await read(s, "/station/shipments/sorted?sortBy=price", headers),
    await read(s, "/station/shipments/sorted?filter=gul", headers),
    await read(s, `/station/shipments/rows?seqs=${seqs.slice(0, 100).join(",")}`, headers),
  ]).toEqual([
    { seqs: [], isMore: false, isPartial: false },
    { seqs: [], isMore: false, isPartial: false },
    { list: [] },
  ]);
});

it("sequence numbers that are no numbers are refused with the form that they must have", async () => {
  const s = await station();
  for (const seqs of ["x", "1,", "1;2", "1 OR 1", Array.from({ length: 101 }, () => 1).join(",")])
    expect([
      seqs,
      await s.call("GET", `/station/shipments/rows?seqs=${encodeURIComponent(seqs)}`),
    ]).toMatchObject([
      seqs,
      { status: 400, body: { message: expect.stringContaining("numbers with commas") as string } },
    ]);
});

it(
  "more than 20,000 shipments are sorted by number and time only",
  { tags: "all", timeout: 60_000 },
  async () => {
    const s = await station();
    await imported(s, 2);
    const columns = s.core.deps.db.raw
      .prepare("SELECT name FROM pragma_table_info('shipments')")
      .pluck()
      .all() as string[];
    const copied = columns.map((name) =>
      name === "seq"
        ? "NULL"
        : name === "id"
          ? "'copy' || one.value"
          : name === "number"
            ? "one.value"
            : name === "created_at"
              ? "strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + one.value, 'unixepoch')"
              : `shipments.${name}`,
    );
    const more = Array.from({ length: MOST_SORTED - 1 }, (_, i) => i + 3);
    s.core.deps.db.raw
      .prepare(
        `INSERT INTO shipments (${columns.join(", ")}) SELECT ${copied.join(", ")} FROM shipments, json_each(?) AS one WHERE shipments.number = 1`,
      )
      .run(JSON.stringify(more));
    change(s, "UPDATE shipments SET is_listed = 1");
    expect(await sorted(s, "sortBy=price")).toEqual({ seqs: [], isMore: true, isPartial: false });
    const oldest = await sorted(s, "sortBy=number&isAscending=true");
    expect([oldest.isMore, oldest.seqs.length]).toEqual([true, MOST_SORTED]);
    expect(numbersOf(await rowsOf(s, oldest.seqs.slice(0, 3)))).toEqual([1, 2, 3]);
    expect((await sorted(s, "sortBy=price&isTest=true")).isMore).toBe(false);
    change(s, "DELETE FROM shipments_search");
    change(
      s,
      "INSERT INTO shipments_search (rowid, text) SELECT seq, 'copied ' || number FROM shipments",
    );
    for (const [query, first] of [
      ["filter=copied", [String(MOST_SORTED + 1), String(MOST_SORTED), String(MOST_SORTED - 1)]],
      ["sortBy=number&isAscending=true", ["1", "2", "3"]],
      ["sortBy=time&isAscending=true", ["3", "4", "5"]],
      ["sortBy=price", [String(MOST_SORTED + 1), String(MOST_SORTED), String(MOST_SORTED - 1)]],
    ] as const) {
      const answer = await fetch(`${s.url}/station/shipments.csv?language=en&${query}`, {
        headers: { authorization: `Bearer ${s.started.token}` },
      });
      const lines = (await answer.text()).trim().split(/\r?\n/).slice(1);
      const numbers = lines.map((line) => /\d+/.exec(line)?.[0]);
      expect([query, numbers.slice(0, 3), new Set(numbers).size]).toEqual([
        query,
        first,
        MOST_SORTED + 1,
      ]);
    }
  },
);

it("keys sort ı after h and before i, ç after c, and numbers by their value", () => {
  expect(
    ["şu", "su", "ızgara", "iz", "hz", "Çam", "cz", "A-10", "a-9", "İz", "zz"].toSorted((a, b) =>
      alphabetKey(a) < alphabetKey(b) ? -1 : Number(alphabetKey(a) > alphabetKey(b)),
    ),
  ).toEqual(["a-9", "A-10", "cz", "Çam", "hz", "ızgara", "iz", "İz", "su", "şu", "zz"]);
});

it("the services with labels are listed with their carriers, each once", async () => {
  const { shipment } = await boughtShipment(s);
  const { list } = await read<UsedServices>(s, "/station/shipments/services");
  const bought = await rowsOf(s, (await sorted(s, "statusFilter=TRACKING_CODE_CREATED")).seqs);
  const wanted = [...new Set(bought.map(({ serviceCode }) => serviceCode))].toSorted();
  expect(list.map(({ serviceCode }) => serviceCode)).toEqual(wanted);
  const own = list.find(({ serviceCode }) => serviceCode === shipment.providerServiceCode);
  expect(own).toEqual({
    carrierCode: shipment.providerCode,
    carrierName: expect.stringMatching(/\S/) as string,
    serviceCode: shipment.providerServiceCode,
    serviceName: bought.find(({ serviceCode }) => serviceCode === own?.serviceCode)?.serviceName,
  });
});
