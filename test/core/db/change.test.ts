import { describe, expect, it } from "vitest";
import { applyRemote } from "../../../core/db/apply-remote.ts";
import { inTransaction, insertRow, recordFact, updateRow } from "../../../core/db/change.ts";
import type { Db } from "../../../core/db/database.ts";
import { openDatabase } from "../../helpers/open-database.ts";
import { ORGANIZATION_ROW } from "../../helpers/organization-row.ts";
import { cachedRead } from "../../../core/db/read-cache.ts";
import { unpackChanges } from "../../../core/db/packed-changes.ts";

function writer() {
  let n = 0;
  const newId = (): string => `00000000-0000-7000-8000-${String(++n).padStart(12, "0")}`;
  const db = openDatabase(":memory:", newId);
  return { db, now: () => "2026-11-21T09:00:00.000Z", newId };
}

const ORGANIZATION = { id: "o1", ...ORGANIZATION_ROW };
const rowOf = (db: Db) =>
  db.raw.prepare("SELECT name, phone, stamp FROM organizations WHERE id = 'o1'").get() as {
    name: string;
    phone: string;
    stamp: string;
  };
const clocksOf = (db: Db) =>
  db.raw.prepare("SELECT clocks FROM row_clocks WHERE row_id = 'o1'").pluck().get() as
    | string
    | undefined;
const changesOf = (db: Db) =>
  (
    db.raw.prepare("SELECT hlc, payload FROM outbox WHERE topic = 'commit' ORDER BY seq").all() as {
      hlc: string;
      payload: Buffer;
    }[]
  ).map((r) => ({ hlc: r.hlc, changes: unpackChanges(r.payload) }));

describe("commit", () => {
  it("a commit that inserts a row writes its stamp and its change for other stations, but no field clocks", () => {
    const w = writer();
    inTransaction(w, () => insertRow(w.db, "organizations", ORGANIZATION));
    const [made] = changesOf(w.db);
    expect({ stamp: rowOf(w.db).stamp, clocks: clocksOf(w.db), changes: made?.changes }).toEqual({
      stamp: w.db.stamps.shorten(made?.hlc ?? ""),
      clocks: undefined,
      changes: [["organizations", "o1", ORGANIZATION_ROW, 1]],
    });
  });

  it("a commit stores each changed field's clock separately from the row's stamp", () => {
    const w = writer();
    inTransaction(w, () => insertRow(w.db, "organizations", ORGANIZATION));
    inTransaction(w, () => updateRow(w.db, "organizations", "o1", { name: "B", phone: "1" }));
    inTransaction(w, () => updateRow(w.db, "organizations", "o1", { name: "C" }));
    const [, second, third] = changesOf(w.db).map(({ hlc }) => w.db.stamps.shorten(hlc));
    expect(JSON.parse(clocksOf(w.db) ?? "")).toEqual({
      [String(second)]: ["phone"],
      [String(third)]: ["name"],
    });
    expect(changesOf(w.db)[2]?.changes).toEqual([["organizations", "o1", { name: "C" }]]);
  });

  it("a row is changed only from the expected state", () => {
    const w = writer();
    inTransaction(w, () => insertRow(w.db, "organizations", ORGANIZATION));
    const moved = inTransaction(w, () => [
      updateRow(w.db, "organizations", "o1", { name: "B" }, { name: "X" }),
      updateRow(w.db, "organizations", "o1", { name: "C" }, { name: "A" }),
    ]);
    expect({ moved, name: rowOf(w.db).name, changes: changesOf(w.db).length }).toEqual({
      moved: [false, true],
      name: "C",
      changes: 2,
    });
  });

  it("a failed savepoint undoes its rows, changes, facts and cached reads, and the rest of the commit continues", () => {
    const w = writer();
    const topics: string[] = [];
    w.db.listeners.add((facts) => topics.push(...facts.map((f) => f.topic)));
    const nameOf = (): string => cachedRead(w.db, ["organizations"], "o1", () => rowOf(w.db).name);
    inTransaction(w, () => insertRow(w.db, "organizations", ORGANIZATION));
    inTransaction(w, () => {
      recordFact(w, { topic: "kept", organizationID: null, subjectID: "1" });
      expect(() =>
        inTransaction(w, () => {
          updateRow(w.db, "organizations", "o1", { name: "B" });
          recordFact(w, { topic: "lost", organizationID: null, subjectID: "1" });
          expect(nameOf()).toBe("B");
          throw new Error("no");
        }),
      ).toThrow("no");
      expect(nameOf()).toBe("A");
      updateRow(w.db, "organizations", "o1", { phone: "2" });
    });
    expect({
      topics,
      row: rowOf(w.db).name,
      changes: changesOf(w.db).at(-1)?.changes,
      clocks: Object.values(JSON.parse(clocksOf(w.db) ?? "{}") as object),
    }).toEqual({
      topics: ["kept"],
      row: "A",
      changes: [["organizations", "o1", { phone: "2" }]],
      clocks: [["phone"]],
    });
  });

  it("a commit persists when a listener throws, and the other listeners are still called", () => {
    const logged: unknown[] = [];
    const w = {
      ...writer(),
      log: {
        info: () => {},
        warn: () => {},
        error: (fields: Readonly<Record<string, unknown>>) => void logged.push(fields["err"]),
      },
    };
    const fault = new Error("a listener's own");
    const topics: string[] = [];
    w.db.listeners.add(() => {
      throw fault;
    });
    w.db.listeners.add((facts) => topics.push(...facts.map((f) => f.topic)));
    const made = inTransaction(w, () => {
      insertRow(w.db, "organizations", ORGANIZATION);
      recordFact(w, { topic: "x", organizationID: "o1", subjectID: "o1" });
      return "made";
    });
    expect({ made, row: rowOf(w.db).name, topics, logged }).toEqual({
      made: "made",
      row: "A",
      topics: ["x"],
      logged: [fault],
    });
  });

  it("a failed transaction leaves nothing, and no listener is called", () => {
    const w = writer();
    const topics: string[] = [];
    w.db.listeners.add((facts) => topics.push(...facts.map((f) => f.topic)));
    expect(() =>
      inTransaction(w, () => {
        insertRow(w.db, "organizations", ORGANIZATION);
        recordFact(w, { topic: "x", organizationID: "o1", subjectID: "o1" });
        throw new Error("no");
      }),
    ).toThrow("no");
    expect({
      row: rowOf(w.db),
      outbox: w.db.raw.prepare("SELECT count(*) FROM outbox").pluck().get(),
      topics,
    }).toEqual({ row: undefined, outbox: 0, topics: [] });
  });

  it("facts are delivered after the commit, in order", () => {
    const w = writer();
    const topics: [string, boolean][] = [];
    w.db.listeners.add((facts) =>
      topics.push(...facts.map((f): [string, boolean] => [f.topic, w.db.raw.inTransaction])),
    );
    inTransaction(w, () => {
      recordFact(w, { topic: "a", organizationID: null, subjectID: "1" });
      inTransaction(w, () => recordFact(w, { topic: "b", organizationID: null, subjectID: "2" }));
    });
    expect(topics).toEqual([
      ["a", false],
      ["b", false],
    ]);
  });

  it("a write to a synced table outside a transaction is rejected", () => {
    const w = writer();
    expect(() => insertRow(w.db, "organizations", ORGANIZATION)).toThrow("outside a transaction");
  });
});

describe("cachedRead", () => {
  const nameOf = (w: ReturnType<typeof writer>) =>
    cachedRead(w.db, ["organizations"], "o1", () => rowOf(w.db)?.name);

  it("a cached read returns the last written value, and forgets rolled-back values", () => {
    const w = writer();
    inTransaction(w, () => insertRow(w.db, "organizations", ORGANIZATION));
    expect(nameOf(w)).toBe("A");
    inTransaction(w, () => updateRow(w.db, "organizations", "o1", { name: "B" }));
    expect(nameOf(w)).toBe("B");
    expect(() =>
      inTransaction(w, () => {
        updateRow(w.db, "organizations", "o1", { name: "C" });
        expect(nameOf(w)).toBe("C");
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(nameOf(w)).toBe("B");
    const later = `${(Date.parse(w.now()) + 1_000).toString(16).padStart(12, "0")}0000-other.1`;
    expect(() =>
      applyRemote(w, [{ hlc: later, changes: [["organizations", "o1", { name: "X" }]] }], () => {
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(nameOf(w)).toBe("B");
    applyRemote(w, [{ hlc: later, changes: [["organizations", "o1", { name: "D" }]] }], () => {});
    expect(nameOf(w)).toBe("D");
  });
});
