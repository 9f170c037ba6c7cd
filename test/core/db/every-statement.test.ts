/**
 * Records every statement of the product while each route is called, the desk works and old data is
 * deleted. SQLite then explains each statement, once without statistics and once with the
 * statistics that the product makes.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Db, SqlRow } from "../../../core/db/database.ts";
import { openDatabase } from "../../helpers/open-database.ts";
import { defineReadFunctions } from "../../../core/db/read-functions.ts";
import type { Lane, Reader } from "../../../core/db/reader.ts";
import { analyse, listUnanalysed } from "../../../core/db/upkeep.ts";
import { runRetention } from "../../../core/records/privacy/retention.ts";
import { pruneInSlices } from "../../../core/station/upkeep/prune.ts";
import { copier, idsIn, templateOf } from "../../bench/copy-rows.ts";
import {
  boughtShipment,
  call,
  lastingStation,
  memberWithToken,
  RECIPIENT,
  shipmentWithOffers,
  type Station,
} from "../../helpers/station.ts";
import { TABLE } from "../../walls/access-table.ts";
import { fillIn } from "../../walls/things.ts";

const GROWING = [
  "shipments",
  "addresses",
  "orders",
  "transactions",
  "offers",
  "rate_requests",
  "tracking_events",
  "print_jobs",
  "print_attempts",
  "print_job_tokens",
  "shipment_papers",
  "outbox",
  "ledger_entries",
  "webhook_deliveries",
  "delivery_attempts",
  "idempotency_keys",
  "labels",
  "documents",
];

/** Starts of statements that read more than they return, with the reason why this is allowed. */
const ALLOWED: readonly [text: string, reason: string][] = [
  [
    "SELECT seq FROM (SELECT s.seq, s.number,",
    "sorts at most 20,000 shipments, which were counted before",
  ],
  [
    "SELECT id FROM (SELECT e.id, e.amount_minor AS value FROM ledger_entries",
    "sorts at most 20,000 entries, which were counted before",
  ],
  [
    "SELECT seq FROM (SELECT b.seq, b.ordered_at,",
    "sorts at most 20,000 addresses, which were counted before",
  ],
  ["SELECT count(*) AS rows FROM", "counts of rows for a support bundle, in a separate session"],
  [
    "SELECT status AS what, count(*) AS n FROM print_jobs",
    "counts of states for a support bundle, in a separate session",
  ],
  [
    "SELECT state AS what, count(*) AS n FROM webhook_deliveries",
    "counts of states for a support bundle, in a separate session",
  ],
  [
    "SELECT (SELECT coalesce(sum(n), 0) FROM shipment_counts WHERE organization_id = :organizationID) AS total, (SELECT max(number)",
    "max() of an index's column is one step",
  ],
  [
    "WITH totals AS (SELECT (SELECT coalesce(sum(n), 0) FROM shipment_counts WHERE organization_id = :organizationID) AS total, (SELECT max(number)",
    "the same statement, with a page of the list",
  ],
  [
    "SELECT count(*) AS n FROM shipments INDEXED BY shipments_returns_waiting WHERE",
    "the index has only returns without a label, and few of them exist at a time",
  ],
  [
    "SELECT counted.n - held.n - returns.n AS waiting",
    "the indexes have only orders on hold and returns without a label, and few of them exist at a time",
  ],
  [
    "WITH reporting AS MATERIALIZED (SELECT value AS provider_code FROM json_each(:reporting))",
    "the index has only returns under way, and few of them exist at a time; another thread than the writer's reads them",
  ],
  [
    "SELECT count(*) AS n FROM ledger_entries WHERE organization_id = :organizationID",
    "exact totals of the ledger are counted on another thread than the writer's, in 60 ms for a million entries",
  ],
  [
    "SELECT id FROM transactions INDEXED BY transactions_open WHERE organization_id = ?",
    "the index has only open purchases; they are listed when an admin removes an account",
  ],
  [
    "SELECT count(DISTINCT s.seq) AS n, count(DISTINCT CASE WHEN f.part",
    "the indexes have only open purchases, jobs for people and prints of one state; another thread than the writer's reads them",
  ],
];

/**
 * Routes that are not called: they draw, check the whole file, serve documents of the API or wait
 * long, and run no statement that no other route runs.
 */
const DRAWN = /labels|integrity|docs|openapi|^GET .*\/events$/;

type Ran = { readonly text: string; readonly args: readonly unknown[]; readonly where: string };
const ran = new Map<string, Ran>();
let s: Station;
let where = "";

function record(text: string, args: readonly unknown[]): void {
  if (!ran.has(text)) ran.set(text, { text, args, where });
}

function recording(db: Db): void {
  const { sql } = db;
  Object.assign(db, {
    sql: (text: string) =>
      new Proxy(sql(text), {
        get(statement, name) {
          const value: unknown = Reflect.get(statement, name);
          if (typeof value !== "function") return value;
          return (...args: unknown[]): unknown => {
            if (["all", "get", "run", "iterate"].includes(String(name))) record(text, args);
            return value.apply(statement, args);
          };
        },
      }),
  });
}

function recordingReader(reader: Reader): Reader {
  const all = <Row>(text: string, parameters: SqlRow, lane?: Lane): Promise<Row[]> => {
    record(text, [parameters]);
    return reader.all<Row>(text, parameters, lane);
  };
  const several: Reader["several"] = (reads, lane) => {
    for (const { sql, parameters } of reads) record(sql, [parameters]);
    return reader.several(reads, lane);
  };
  return { ...reader, all, several, until: (signal) => recordingReader(reader.until(signal)) };
}

const LISTS = [
  ...[
    "isReturned=true",
    "isReturned=false",
    "orderNumber=W-1",
    "merchantCode=m",
    "storeIdentifier=s",
    "providerServiceCode=SURAT_STANDART",
    "statusFilter=SHIPPED",
    "startDate=2026-01-01",
    "endDate=2027-01-01",
    "filter=kadikoy",
    "filter=kadikoy&statusFilter=SHIPPED",
  ].flatMap((q) => [
    `/shipments?${q}`,
    `/station/shipments?${q}&before=5`,
    `/station/shipments.csv?${q}`,
  ]),
  ...["desi", "desi%20desc", "amount", "updated_at%20desc", "organization_shipment_id"].map(
    (sort) => `/shipments?sortBy=${sort}`,
  ),
  ...["UNKNOWN", "QUEUED", "SENT", "FAILED"].map((status) => `/station/printjobs?status=${status}`),
  "/station/printjobs?shipmentID={bought}",
  "/station/printjobs?shipmentID={bought}&status=UNKNOWN",
  "/addresses?isRecipientAddress=true",
  "/addresses?isDefaultSenderAddress=true",
];

beforeAll(async () => {
  s = await lastingStation({ settings: { rateLimit: null } });
  const { db } = s.core.deps;
  const shared = idsIn(db.raw);
  const bought = (await boughtShipment(s, { order: { orderNumber: "A-1" } })).shipment;
  const waiting = await shipmentWithOffers(s, { order: { orderNumber: "A-2" } });
  const limited = memberWithToken(s, "limitedAccessUser").token;
  recording(db);
  Object.assign(s.core.deps, { reader: recordingReader(s.core.deps.reader) });
  for (const [route, row] of Object.entries(TABLE)) {
    const [method = "GET"] = route.split(" ");
    if (DRAWN.test(route)) continue;
    for (const token of method === "GET"
      ? [s.started.token ?? "", limited]
      : [s.started.token ?? ""]) {
      const { path, body } = await fillIn(s, row);
      where = route;
      const answer = await fetch(`${s.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          ...(method === "POST" ? { "idempotency-key": crypto.randomUUID() } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      await answer.arrayBuffer();
    }
  }
  for (const list of LISTS) {
    const { path } = await fillIn(s, { call: list, answers: "" });
    where = list;
    for (const token of [s.started.token ?? "", limited])
      await fetch(`${s.url}${path}`, { headers: { authorization: `Bearer ${token}` } }).then(
        (answer) => answer.arrayBuffer(),
      );
  }
  where = "pruning";
  const next = pruneInSlices(s.core.deps);
  while (next());
  where = "erasing by age";
  await s.desk("PATCH", "/station/privacy", { personalDataDays: 30 });
  await runRetention(s.core.deps);
  where = "one-step purchase";
  await call(s.url, s.started.token, {
    method: "POST",
    path: "/transactions",
    body: {
      providerServiceCode: "SURAT_STANDART",
      shipment: {
        returnAddressID: bought.senderAddressID,
        recipientAddress: RECIPIENT,
        length: 1,
        width: 1,
        height: 1,
        weight: 1,
      },
    },
  });
  // Enough rows to resemble a station, and few enough that the product makes statistics of them.
  const templates = [bought, waiting].map(({ id }) =>
    templateOf(db.raw, { shipmentID: id, recipientName: RECIPIENT.name }, shared),
  );
  const { copy } = copier(db.raw);
  db.raw.transaction(() => {
    for (let i = 0; i < 2_100; i += 1)
      for (const template of templates.slice(0, i % 50 === 0 ? 2 : 1))
        copy(
          template,
          Date.parse("2026-06-01T00:00:00.000Z") + i * 60_000,
          (n) => `Ad${n}`,
          () => true,
        );
  })();
  for (const table of listUnanalysed(db)) analyse(db, table);
});

afterAll(() => s.stop());

/**
 * @returns Steps of a statement that read all rows of a growing table, or all rows of an
 *   organization in it.
 */
function readsAll(db: Db, { text, args }: Ran): string[] {
  if (/^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA)/.test(text.trim())) return [];
  const plan = db.raw
    .prepare<unknown[], { parent: number; detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
    .all(...args);
  const steps = plan.map((step) => step.detail);
  const aliases = new Map(
    Array.from(text.matchAll(/(?:FROM|JOIN)\s+(\w+)\s+AS\s+(\w+)/g), ([, table, alias]) => [
      alias,
      table,
    ]),
  );
  // The page was found first by its index, so only the page's rows are sorted outside the index.
  const isFoundFirst = /LIMIT :limit OFFSET :offset\) AS found\b/.test(text);
  const isPage =
    /\bLIMIT\b/.test(text) &&
    !plan.some(
      ({ parent, detail }) =>
        detail.startsWith("USE TEMP B-TREE FOR ORDER BY") && !(isFoundFirst && parent === 0),
    );
  return steps.filter((step) => {
    const [, how, name = ""] = /^(SCAN|SEARCH) (\w+)/.exec(step) ?? [];
    if (!GROWING.includes(aliases.get(name) ?? name)) return false;
    if (how === "SCAN")
      return (
        !isPage && !/USING (COVERING )?INDEX (webhook_deliveries_open|print_jobs_queue)/.test(step)
      );
    return (
      step.endsWith("(organization_id=?)") && !isPage && !/INDEX shipments_returned/.test(step)
    );
  });
}

function offenders(db: Db): string[] {
  return [...ran.values()].flatMap((statement) => {
    const steps = readsAll(db, statement);
    const text = statement.text.replace(/\s+/g, " ").trim();
    return steps.length === 0 || ALLOWED.some(([begin]) => text.startsWith(begin))
      ? []
      : [`${statement.where}: ${text}\n    ${steps.join("\n    ")}`];
  });
}

describe("statements on growing tables", () => {
  it("no statement reads all rows of a growing table when the database has no statistics", () => {
    const empty = openDatabase(":memory:", () => "00000000-0000-7000-8000-000000000001");
    defineReadFunctions(empty.raw, () => {});
    expect(ran.size).toBeGreaterThan(150);
    expect(offenders(empty)).toEqual([]);
    empty.close();
  });

  it("no statement reads all rows of a growing table when the product has made its statistics", () => {
    const { db } = s.core.deps;
    defineReadFunctions(db.raw, () => {});
    expect(
      db.raw.prepare("SELECT count(*) FROM sqlite_stat1 WHERE tbl = 'shipments'").pluck().get(),
    ).toBeGreaterThan(5);
    expect(offenders(db)).toEqual([]);
  });
});
