import { expect, it } from "vitest";
import { listFor } from "../../../../core/sync/snapshot/snapshot.store.ts";
import { PROJECTIONS } from "../../../../core/sync/projections.ts";
import { looseStation } from "../../../helpers/loose-stations.ts";

it("a projection whose condition has alternatives gets the rows of its slice only", () => {
  const { db } = looseStation().deps;
  db.raw.exec(`
    ATTACH ':memory:' AS snap;
    CREATE TABLE snap.shipments (id TEXT, has_conflict INTEGER, last_error_code TEXT);
    INSERT INTO snap.shipments VALUES ('a', 1, ''), ('b', 0, 'E2008'), ('c', 0, 'E2008');
  `);
  const of = PROJECTIONS.map(({ tables }) => tables["shipments"]).find((one) =>
    one?.where?.includes(" OR "),
  );
  if (of === undefined) throw new Error("no projection of shipments has alternatives");
  const scope = { own: "[]", before: 0, since: "" };
  const rows = listFor(db, "shipments", { after: 0, to: 2 }, { ...of, scope });
  expect(rows.map(({ id }) => id)).toEqual(["a", "b"]);
});
