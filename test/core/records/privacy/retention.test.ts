import { copyFileSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { expect, it } from "vitest";
import { runRetention } from "../../../../core/records/privacy/retention.ts";
import { replayErasures } from "../../../../core/records/privacy/replay-erasures.ts";
import { inTurns } from "../../../../core/records/privacy/erase-person.ts";
import { noteToScrub, scrubCopies } from "../../../../core/records/privacy/scrub-outbox.ts";
import { lastKeptBefore } from "../../../../core/records/privacy/scrub.store.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import { unpackChanges } from "../../../../core/db/packed-changes.ts";
import { pruneInSlices } from "../../../../core/station/upkeep/prune.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import { receiver } from "../../../helpers/receiver.ts";
import {
  eventually,
  lastingStation,
  parcel,
  station,
  temporaryFolder,
  type Station,
} from "../../../helpers/station.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import { instantLabels } from "../../printing/a-printer.ts";
import { longestTurn } from "../../../helpers/longest-turn.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const PERSON = {
  name: "Zumrudanka Kilincarslan",
  email: "zumrudanka@tekil.test",
  phone: "+905559876501",
  address1: "Eşsizçeşme Sokak 77",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
};
/** Forms in which the person's data may be stored: as typed, folded, and digits only. */
const TRACES = [
  "Zumrudanka",
  "zumrudanka",
  "Kilincarslan",
  "kilincarslan",
  "tekil",
  "5559876501",
  "Eşsizçeşme",
  "essizcesme",
  "Gravürzümrüd",
  "gravurzumrud",
  "Kapıyabırakma",
  "Teslimalanzümrüd",
  "Paketnotuzümrüd",
];

function deliver(s: Station, id: string): void {
  recordTracking(s.core.deps, id, {
    subCode: "delivered",
    statusDate: s.core.deps.now(),
    details: "Teslimalanzümrüd aldı",
    locationName: "Kadıköy",
  });
}

async function shipped(s: Station, change: Record<string, unknown> = {}): Promise<Shipment> {
  const order = {
    orderNumber: `Z-${crypto.randomUUID().slice(0, 8)}`,
    notes: "Kapıyabırakma",
    totalAmount: "150.00",
    totalAmountCurrency: "TRY",
  };
  const made = await s.call<Shipment>(
    "POST",
    "/shipments",
    parcel({
      recipientAddress: PERSON,
      order,
      items: [{ title: "Gravürzümrüd", quantity: 1 }],
      ...change,
    }),
    { "idempotency-key": crypto.randomUUID() },
  );
  const bought = await s.call<Transaction>(
    "POST",
    "/transactions",
    { offerID: made.body.data.offers?.cheapest?.id },
    { "idempotency-key": crypto.randomUUID() },
  );
  const { shipment } = bought.body.data;
  await fetch(shipment.labelURL.replace(/\.\w+$/, ".zpl"));
  return shipment;
}

async function setDays(s: Station, personalDataDays: number): Promise<void> {
  expect((await s.desk("PATCH", "/station/privacy", { personalDataDays })).status).toBe(200);
}

async function age(s: Station, days: number): Promise<void> {
  s.clock.nowMs += days * DAY_MS;
  const next = pruneInSlices(s.core.deps);
  while (next());
  await runRetention(s.core.deps);
}

/**
 * Vacuums the database of a stopped station, and finds traces of the person in any file of its data
 * folder.
 */
function traces(folder: string): string[] {
  const db = new BetterSqlite3(join(folder, "packbench.db"), { fileMustExist: true });
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.exec("VACUUM");
  db.close();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.flatMap(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name));
    return TRACES.filter((trace) => bytes.includes(trace)).map((trace) => `${trace} in ${name}`);
  });
}

it("after the rule's days no byte of the data folder contains a delivered parcel's recipient", async () => {
  const s = await lastingStation({ dataDir: temporaryFolder(), world: { labels: instantLabels } });
  const shipment = await shipped(s);
  await s.call("POST", "/addresses", { ...PERSON, isRecipientAddress: true });
  await s.call("GET", "/shipments?filter=zumrudanka");
  deliver(s, shipment.id);
  await setDays(s, 30);
  await age(s, 20);
  expect(JSON.stringify((await s.call("GET", `/shipments/${shipment.id}`)).body)).toContain(
    "Zumrudanka",
  );
  await age(s, 15);
  const { body } = await s.call<Shipment>("GET", `/shipments/${shipment.id}`);
  expect(JSON.stringify(body)).not.toContain("Zumrudanka");
  // A caller that reads addresses by id and time keeps working.
  expect([body.data.senderAddress?.id, body.data.recipientAddress?.id]).toEqual([
    shipment.senderAddressID,
    shipment.recipientAddressID,
  ]);
  expect(
    [body.data.senderAddress?.createdAt, body.data.recipientAddress?.createdAt].map((at) =>
      Number.isNaN(Date.parse(at ?? "")),
    ),
  ).toEqual([false, false]);
  // The address book's entry was added by hand and belongs to no parcel, so only a request to erase
  // the person deletes it.
  expect(
    (
      await s.desk<{ addresses: number }>("POST", "/station/privacy/erasures", {
        email: "ZUMRUDANKA@tekil.test",
      })
    ).data,
  ).toMatchObject({ addresses: 1 });
  await age(s, 8);
  await s.core.stop();
  expect(traces(s.dataDir)).toEqual([]);
});

it(
  "the outbox keeps no reason of an erased parcel's webhook failures",
  { tags: "all" },
  async () => {
    const s = await lastingStation({
      dataDir: temporaryFolder(),
      world: { labels: instantLabels },
    });
    const r = await receiver(() => 500);
    await s.call("POST", "/webhook", { type: "TRACK_UPDATED", url: `${r.url}/hook` });
    const { id } = await shipped(s);
    deliver(s, id);
    const failures = (): unknown[] =>
      s.core.deps.db
        .sql<{ payload: Buffer }>(`SELECT payload FROM outbox WHERE topic = 'commit'`)
        .all()
        .flatMap(({ payload }) => unpackChanges(payload))
        .flatMap(([table, , fields]) => (table === "delivery_attempts" ? [fields["error"]] : []));
    await eventually("a failed delivery", () => failures().length > 0 || undefined);
    expect(failures()).toContain("The receiver answered 500.");
    await s.desk("POST", "/station/privacy/erasures", { phone: PERSON.phone });
    await runRetention(s.core.deps);
    expect(new Set(failures())).toEqual(new Set(["erased"]));
  },
);

it("without a rule nothing is erased", async () => {
  const s = await lastingStation({ dataDir: temporaryFolder(), world: { labels: instantLabels } });
  deliver(s, (await shipped(s)).id);
  await age(s, 400);
  await s.core.stop();
  expect(traces(s.dataDir)).not.toEqual([]);
});

it("a cash-on-delivery parcel keeps its recipient until its carrier has paid out the amount", async () => {
  const s = await lastingStation({ dataDir: temporaryFolder(), world: { labels: instantLabels } });
  const change = { productPaymentOnDelivery: true };
  const [first, second] = [await shipped(s, change), await shipped(s, change)];
  for (const { id } of [first, second]) deliver(s, id);
  await setDays(s, 30);
  await age(s, 31);
  const nameOf = async ({ id }: Shipment): Promise<string> =>
    (await s.call<Shipment>("GET", `/shipments/${id}`)).body.data.recipientAddress?.name ?? "";
  expect([await nameOf(first), await nameOf(second)]).toEqual([PERSON.name, PERSON.name]);
  const { lines } = (
    await s.desk<{ lines: { providerCode: string; owed: string }[] }>(
      "GET",
      "/station/reports/cash",
    )
  ).data;
  expect(lines[0]?.owed).toBe("300.00");
  await s.desk("POST", "/station/reports/cash/receipts", {
    providerCode: lines[0]?.providerCode,
    amount: "150.00",
    reference: "R1",
  });
  await age(s, 1);
  expect([await nameOf(first), await nameOf(second)]).toEqual(["", PERSON.name]);
  await s.core.stop();
});

it("a parcel with an open return is kept until the return has ended", async () => {
  const s = await lastingStation({ dataDir: temporaryFolder(), world: { labels: instantLabels } });
  const shipment = await shipped(s);
  deliver(s, shipment.id);
  const back = (
    await s.call<Shipment[]>("POST", `/shipments/${shipment.id}`, {
      isReturn: true,
      willAccept: true,
      count: 1,
    })
  ).body.data;
  await setDays(s, 30);
  await age(s, 40);
  const page = async (): Promise<string> =>
    JSON.stringify((await s.call("GET", "/shipments")).body);
  expect(await page()).toContain("Zumrudanka");
  const open =
    s.core.deps.db
      .sql<{ id: string }>(`SELECT id FROM shipments WHERE original_shipment_id = ?`)
      .get(shipment.id)?.id ?? "";
  expect(back).toBeDefined();
  deliver(s, open);
  await age(s, 40);
  expect((await page()).includes("Zumrudanka")).toBe(false);
  await age(s, 10);
  await s.core.stop();
  expect(traces(s.dataDir)).toEqual([]);
});

it("an erased person disappears from the data folder, but a parcel in transit keeps its recipient until an erasure after its delivery", async () => {
  const s = await lastingStation({ dataDir: temporaryFolder(), world: { labels: instantLabels } });
  const [done, open] = [await shipped(s), await shipped(s)];
  deliver(s, done.id);
  const person = { phone: "0555 987 65 01" };
  expect((await s.desk("POST", "/station/privacy/person", person)).data).toEqual({
    shipments: 1,
    underWay: 1,
    addresses: 1,
  });
  expect((await s.desk("POST", "/station/privacy/erasures", person)).data).toEqual({
    shipments: 1,
    underWay: 1,
    addresses: 1,
  });
  expect(
    (await s.call<Shipment>("GET", `/shipments/${open.id}`)).body.data.recipientAddress?.name,
  ).toBe(PERSON.name);
  deliver(s, open.id);
  expect((await s.desk("POST", "/station/privacy/erasures", person)).data).toEqual({
    shipments: 1,
    underWay: 0,
    addresses: 1,
  });
  expect((await s.desk<unknown[]>("GET", "/station/privacy/erasures")).data).toHaveLength(4);
  await runRetention(s.core.deps);
  await s.core.stop();
  expect(traces(s.dataDir)).toEqual([]);
});

it("the organization's own sender address is neither counted nor erased when its person is searched for", async () => {
  const s = await station();
  const [own] = (
    await s.call<{ id: string; name: string }[]>("GET", "/addresses?isDefaultSenderAddress=true")
  ).body.data;
  if (own === undefined) throw new Error("the station has no sender address");
  const none = { shipments: 0, underWay: 0, addresses: 0 };
  const person = { name: own.name };
  expect((await s.desk("POST", "/station/privacy/person", person)).data).toEqual(none);
  expect((await s.desk("POST", "/station/privacy/erasures", person)).data).toEqual(none);
  expect((await s.call("GET", `/addresses/${own.id}`)).body.data).toMatchObject({ name: own.name });
});

it(
  "a search or an erasure that matches more than 10,000 addresses is E1085 and erases none, and a smaller search has no long turn",
  { timeout: 60_000, tags: "alone" },
  async () => {
    const s = await station();
    const { db } = s.core.deps;
    await s.call("POST", "/addresses", { ...PERSON, isRecipientAddress: true });
    const columns = (db.raw.pragma("table_info(addresses)") as { name: string }[]).map(
      ({ name }) => name,
    );
    const copied = columns
      .map((name) => (name === "id" ? "printf('01a00000-0000-7000-8000-%012d', n)" : name))
      .join(", ");
    const copy = (from: number, to: number): void =>
      void db.raw.exec(
        `WITH RECURSIVE k (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM k WHERE n < ${to}) INSERT INTO addresses (${columns.join(", ")}) SELECT ${copied} FROM k, (SELECT * FROM addresses WHERE name = '${PERSON.name}' ORDER BY id DESC LIMIT 1)`,
      );
    const one = { phone: PERSON.phone };
    copy(1, 8_999);
    const { result, longestMs } = await longestTurn(() =>
      s.desk("POST", "/station/privacy/person", one),
    );
    expect(result.data).toEqual({ shipments: 0, underWay: 0, addresses: 9_000 });
    expect(longestMs).toBeLessThan(50);
    copy(9_000, 10_000);
    for (const path of ["person", "erasures"])
      expect(await s.desk("POST", `/station/privacy/${path}`, one)).toMatchObject({
        status: 400,
        code: "E1085",
        message: expect.stringContaining("10,000"),
      });
    const kept = db.raw.prepare("SELECT count(*) FROM addresses WHERE name = ?").pluck();
    expect(kept.get(PERSON.name)).toBe(10_001);
  },
);

it(
  "the outbox is searched for copies of erased data in short turns, even when none of its many facts is old enough",
  { tags: "alone" },
  async () => {
    const s = await station();
    const { deps } = s.core;
    deps.db.raw.exec(
      `WITH RECURSIVE k (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM k WHERE n < 10000) INSERT INTO outbox (id, hlc, topic, subject_id, payload, created_at) SELECT 'copy ' || n, '', 'x', '', printf('%012000d', n), '2026-11-21T09:00:00.000Z' FROM k`,
    );
    inTransaction(deps, () => noteToScrub(deps.db, "time"));
    const turns: number[] = [];
    const copies = scrubCopies(deps);
    for (let isOver = false; !isOver;) {
      const before = process.threadCpuUsage();
      isOver = copies.next().done === true;
      const after = process.threadCpuUsage();
      turns.push((after.user + after.system - before.user - before.system) / 1_000);
    }
    expect(Math.max(...turns)).toBeLessThan(15);
    expect(lastKeptBefore(deps.db, "2026-11-22")).toBe(
      deps.db.raw.prepare("SELECT max(seq) FROM outbox").pluck().get(),
    );
    expect(lastKeptBefore(deps.db, "2026-11-21T09:00:00.000Z")).toBe(
      deps.db.raw
        .prepare(
          "SELECT coalesce(max(seq), 0) FROM outbox WHERE created_at < '2026-11-21T09:00:00.000Z'",
        )
        .pluck()
        .get(),
    );
  },
);

it("a replay of erasures after a restore erases by age only within its time limit", async () => {
  const s = await station({ world: { labels: instantLabels } });
  const shipment = await shipped(s);
  deliver(s, shipment.id);
  await setDays(s, 60);
  s.clock.nowMs += 61 * DAY_MS;
  const name = async (): Promise<string | undefined> =>
    (await s.desk<Shipment>("GET", `/shipments/${shipment.id}`)).data.recipientAddress?.name;
  await replayErasures(s.core.deps, 0);
  expect(await name()).toBe(PERSON.name);
  await replayErasures(s.core.deps);
  expect(await name()).toBe("");
});

it("each turn erases at least one person, even when its first step takes longer than a turn", async () => {
  const s = await station();
  const erased: string[] = [];
  let slowMs = 0;
  const { now } = performance;
  Object.assign(performance, { now: () => (slowMs += 5) });
  try {
    const done = await inTurns({ ...s.core.deps }, ["a", "b", "c"], (id) => void erased.push(id));
    expect({ done, erased }).toEqual({ done: 3, erased: ["a", "b", "c"] });
  } finally {
    Object.assign(performance, { now });
  }
});

it("too little data to identify a person is E1085", async () => {
  const s = await station();
  for (const person of [{}, { phone: "123" }, { name: "Al" }])
    expect(await s.desk("POST", "/station/privacy/person", person)).toMatchObject({
      status: 400,
      code: "E1085",
    });
});

it("a restored backup erases again the persons that were erased after the backup, and keeps the newest rule", async () => {
  const s = await lastingStation({ dataDir: temporaryFolder(), world: { labels: instantLabels } });
  const shipment = await shipped(s);
  deliver(s, shipment.id);
  const backup = join(s.dataDir, "backup.db");
  await s.core.deps.db.raw.backup(backup);
  await setDays(s, 60);
  await s.desk("POST", "/station/privacy/erasures", { phone: PERSON.phone });
  const notes = readFileSync(join(s.dataDir, "erasures.jsonl"), "utf8");
  for (const trace of TRACES) expect(notes).not.toContain(trace);
  await s.core.stop();
  for (const ending of ["-wal", "-shm"])
    rmSync(join(s.dataDir, `packbench.db${ending}`), { force: true });
  copyFileSync(backup, join(s.dataDir, "packbench.db"));
  rmSync(backup);
  const again = await lastingStation({ dataDir: s.dataDir, world: { labels: instantLabels } });
  // The start has already replayed the erasures.
  expect(await replayErasures(again.core.deps)).toEqual({ shipments: 0, addresses: 0 });
  expect((await again.desk("GET", "/station/privacy")).data).toEqual({
    personalDataDays: 60,
    auditDays: 365,
  });
  expect(
    (await again.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data.recipientAddress
      ?.name,
  ).toBe("");
  await again.core.stop();
  expect(traces(s.dataDir)).toEqual([]);
});
