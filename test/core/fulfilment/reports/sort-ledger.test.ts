/** The sorted ledger agrees with the entries that it lists, and with its file. */
import { expect, it } from "vitest";
import { MOST_SORTED } from "../../../../core/http/sorted.schema.ts";
import type {
  LedgerLine,
  SortedLedger,
} from "../../../../core/fulfilment/reports/reports.schema.ts";
import { boughtShipment, station, type Station } from "../../../helpers/station.ts";
import { someOf } from "../../../helpers/some-of.ts";

const read = async <T>(s: Station, path: string): Promise<T> =>
  (await s.call<T>("GET", `/station/reports/${path}`)).body.data;

async function linesOf(s: Station, query: string): Promise<readonly LedgerLine[]> {
  const { ids } = await read<SortedLedger>(s, `ledger/sorted?${query}`);
  return (await read<{ list: LedgerLine[] }>(s, `ledger?ids=${ids.join(",")}`)).list;
}

const ORDERS = ["Zarf", "çanta 10", "ışık", "iğne", "çanta 9"];
const BY_ORDER = ["çanta 9", "çanta 10", "ışık", "iğne", "Zarf"];

/** A ledger of five purchases, and a top-up without an order. */
async function filled(): Promise<Station> {
  const s = await station();
  for (const orderNumber of ORDERS) await boughtShipment(s, { order: { orderNumber } });
  return s;
}

/** Copies the top-up, with an amount in minor units for each copy. */
function copyTopUp(s: Station, amounts: readonly number[]): void {
  const changed: Readonly<Record<string, string>> = {
    id: "substr(e.id, 1, 24) || printf('%012x', one.key)",
    n: "1000 + one.key",
    amount_minor: "one.value",
  };
  const columns = s.core.deps.db.raw
    .prepare("SELECT name FROM pragma_table_info('ledger_entries')")
    .pluck()
    .all() as string[];
  s.core.deps.db.raw
    .prepare(
      `INSERT INTO ledger_entries (${columns.join(", ")}) SELECT ${columns.map((name) => changed[name] ?? `e.${name}`).join(", ")} FROM ledger_entries AS e, json_each(?) AS one WHERE e.kind = 'TOPUP'`,
    )
    .run(JSON.stringify(amounts));
}

it("the ledger is sorted by orders as a Turkish reader sorts and by amounts as numbers, entries without a value last", async () => {
  const s = await filled();
  const orders = async (query: string): Promise<string[]> =>
    (await linesOf(s, query)).map(({ orderNumber }) => orderNumber);
  expect(await orders("sortBy=order&isAscending=true")).toEqual([...BY_ORDER, ""]);
  expect(await orders("sortBy=order")).toEqual([...BY_ORDER.toReversed(), ""]);
  copyTopUp(s, [900, 10_000, 1_100, -50]);
  const amounts = (await linesOf(s, "sortBy=amount&isAscending=true")).map(({ amount }) =>
    Number(amount),
  );
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
  expect(amounts).toEqual(expect.arrayContaining([-0.5, 9, 11, 100]));
  expect((await linesOf(s, "sortBy=kind&isAscending=true"))[0]?.kind).toBe("TOPUP");
});

it("pages of the ledger go on from the oldest entry too, each entry once", async () => {
  const s = await filled();
  const found: string[] = [];
  for (let before: string | null | undefined; before !== null;) {
    const page: { list: LedgerLine[]; next: string | null } = await read(
      s,
      `ledger?isAscending=true&limit=4${before === undefined ? "" : `&before=${before}`}`,
    );
    found.push(...page.list.map(({ orderNumber }) => orderNumber));
    before = page.next;
  }
  expect(found).toEqual(["", ...ORDERS]);
});

/** A day by the real clock, which the entries' ids have: they say when an entry was made. */
const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

it.each(
  someOf(
    [
      ["sortBy=order&isAscending=true", [...BY_ORDER, ""]],
      ["sortBy=at&isAscending=true", ["", ...ORDERS]],
      ["", [...ORDERS.toReversed(), ""]],
    ],
    3,
  ),
)("a file of the ledger with %s has that order", async (query, wanted) => {
  const s = await filled();
  const answer = await fetch(
    `${s.url}/station/reports/file?report=ledger&language=en&from=${dayFromNow(-2)}&to=${dayFromNow(2)}&${query}`,
    { headers: { authorization: `Bearer ${s.started.token}` } },
  );
  const lines = (await answer.text()).trim().split(/\r?\n/).slice(1);
  expect(lines.map((line) => line.split(",")[2]?.replaceAll('"', ""))).toEqual(wanted);
});

it("a ledger of more than 20,000 entries is sorted by time only", { tags: "all" }, async () => {
  const s = await filled();
  copyTopUp(
    s,
    Array.from({ length: MOST_SORTED }, () => 100),
  );
  expect(await read<SortedLedger>(s, "ledger/sorted?sortBy=amount")).toEqual({
    ids: [],
    isMore: true,
  });
});
