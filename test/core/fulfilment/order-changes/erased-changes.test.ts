/** Personal data in changes of order files. */
import { expect, it } from "vitest";
import { unpackChanges } from "../../../../core/db/packed-changes.ts";
import { runRetention } from "../../../../core/records/privacy/retention.ts";
import { scrubCopies } from "../../../../core/records/privacy/scrub-outbox.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import { station } from "../../../helpers/station.ts";
import { buyAt, changeBy, decide, openAt, openChanges, take } from "./order-change-acts.ts";

it("an erasure empties and closes the change of an order, and a later file writes none", async () => {
  const s = await station();
  await take(s);
  await buyAt(s);
  await changeBy(s, { address: "Simurg Sk. 77" });
  const { id } = (await openAt(s)).shipment;
  const now = s.core.deps.now();
  recordTracking(s.core.deps, id, {
    subCode: "delivered",
    details: "",
    locationName: "",
    statusDate: now,
  });
  const person = { phone: "05551112233", email: "", name: "", address: "" };
  await s.call("POST", "/station/privacy/erasures", person);
  const rows = (): unknown[] =>
    s.core.deps.db.sql(`SELECT version, content, file_name FROM order_changes`).all();
  expect(rows()).toEqual([{ version: "", content: "", fileName: "" }]);
  expect(s.core.deps.db.sql(`SELECT field_digests FROM orders`).all()).toEqual([
    { fieldDigests: "" },
  ]);
  for (const _ of scrubCopies(s.core.deps)); // changes that wait for other stations
  const copies = s.core.deps.db
    .sql<{ payload: Buffer }>(`SELECT payload FROM outbox WHERE topic = 'commit'`)
    .all();
  expect(JSON.stringify(copies.map(({ payload }) => unpackChanges(payload)))).not.toContain(
    "Simurg",
  );
  expect(await openChanges(s)).toMatchObject({ list: [], total: 0 });
  expect(await take(s, { address: "Simurg Sk. 78" })).toMatchObject({ known: 1, changed: [] });
  expect(rows()).toEqual([{ version: "", content: "", fileName: "" }]);
});

it("an erasure finds a person whom only an open or dismissed change of a file names", async () => {
  const s = await station();
  await take(s);
  const { id } = (await openAt(s)).shipment;
  await buyAt(s);
  const change = await changeBy(s, { phone: "05389998877", address: "Simurg Sk. 77" });
  await decide(s, "dismiss", change);
  const person = { phone: "05389998877", email: "", name: "", address: "" };
  const erase = async () => (await s.call("POST", "/station/privacy/erasures", person)).body.data;
  expect(await erase()).toEqual({ shipments: 0, addresses: 0, underWay: 1 });
  const statusDate = s.core.deps.now();
  recordTracking(s.core.deps, id, {
    subCode: "delivered",
    details: "",
    locationName: "",
    statusDate,
  });
  expect(await erase()).toEqual({ shipments: 1, addresses: 0, underWay: 0 });
  expect(s.core.deps.db.sql(`SELECT version, content FROM order_changes`).all()).toEqual([
    { version: "", content: "" },
  ]);
});

it(
  "the rule that erases parcels by their age empties the change of their order too",
  { tags: "all" },
  async () => {
    const s = await station();
    await take(s);
    await buyAt(s);
    await changeBy(s, { address: "Simurg Sk. 77" });
    const { id } = (await openAt(s)).shipment;
    const statusDate = s.core.deps.now();
    recordTracking(s.core.deps, id, {
      subCode: "delivered",
      details: "",
      locationName: "",
      statusDate,
    });
    await s.desk("PATCH", "/station/privacy", { personalDataDays: 30 });
    const contents = (): string[] =>
      s.core.deps.db
        .sql<{ content: string }>(`SELECT content FROM order_changes`)
        .all()
        .map(({ content }) => content);
    const age = async (days: number): Promise<void> => {
      s.clock.nowMs += days * 24 * 60 * 60_000;
      await runRetention(s.core.deps);
    };
    await age(20);
    expect(contents()[0]).toContain("Simurg");
    await age(15);
    expect(contents()).toEqual([""]);
  },
);
