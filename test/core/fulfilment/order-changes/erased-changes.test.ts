/** Personal data in changes of order files. */
import { expect, it } from "vitest";
import { unpackChanges } from "../../../../core/db/packed-changes.ts";
import { scrubCopies } from "../../../../core/records/privacy/scrub-outbox.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import { station } from "../../../helpers/station.ts";
import { buyAt, changeBy, openAt, openChanges, take } from "./order-change-acts.ts";

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
