import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyRemoteChange, commit, insertRow, recordFact, updateRow } from "../../../core/db/change.ts";
import { openDatabase, type Db, type RowChange } from "../../../core/db/database.ts";
import { keptRead } from "../../../core/db/kept-read.ts";

function writer() {
  let n = 0;
  const newId = (): string => `00000000-0000-7000-8000-${String(++n).padStart(12, "0")}`;
  const db = openDatabase(":memory:", newId);
  return { db, now: () => "2026-11-21T09:00:00.000Z", newId };
}

const ORGANIZATION = { id: "o1", created_at: "t", updated_at: "t", name: "A", currency: "TL", country_code: "TR" };
const rowOf = (db: Db) => db.raw.prepare("SELECT name, phone, clocks FROM organizations WHERE id = 'o1'").get() as { name: string; phone: string; clocks: string };
const changesOf = (db: Db) => (db.raw.prepare("SELECT hlc, payload FROM outbox WHERE topic = 'commit' ORDER BY seq").all() as { hlc: string; payload: string }[]).map((r) => ({ hlc: r.hlc, changes: JSON.parse(r.payload) as RowChange[] }));

describe("commit", () => {
  it("writes the row, its field clocks and what changed for other stations together", () => {
    const w = writer();
    commit(w, () => insertRow(w.db, "organizations", ORGANIZATION));
    commit(w, () => updateRow(w.db, "organizations", "o1", { name: "B" }));
    const [made, changed] = changesOf(w.db);
    expect(changed?.changes).toEqual([["organizations", "o1", { name: "B" }]]);
    expect(JSON.parse(rowOf(w.db).clocks)).toEqual({ "": made?.hlc, name: changed?.hlc });
  });

  it("stands when a listener throws, and the other listeners are told all the same", () => {
    const said: unknown[] = [];
    const w = { ...writer(), log: { info: () => {}, warn: () => {}, error: (fields: Readonly<Record<string, unknown>>) => void said.push(fields["err"]) } };
    const fault = new Error("a listener's own");
    const heard: string[] = [];
    w.db.listeners.add(() => {
      throw fault;
    });
    w.db.listeners.add((facts) => heard.push(...facts.map((f) => f.topic)));
    const made = commit(w, () => {
      insertRow(w.db, "organizations", ORGANIZATION);
      recordFact(w, { topic: "x", organizationID: "o1", subjectID: "o1" });
      return "made";
    });
    expect({ made, row: rowOf(w.db).name, heard, said }).toEqual({ made: "made", row: "A", heard: ["x"], said: [fault] });
  });

  it("leaves nothing of a commit that fails, and tells nobody", () => {
    const w = writer();
    const heard: string[] = [];
    w.db.listeners.add((facts) => heard.push(...facts.map((f) => f.topic)));
    expect(() =>
      commit(w, () => {
        insertRow(w.db, "organizations", ORGANIZATION);
        recordFact(w, { topic: "x", organizationID: "o1", subjectID: "o1" });
        throw new Error("no");
      }),
    ).toThrow("no");
    expect({ row: rowOf(w.db), outbox: w.db.raw.prepare("SELECT count(*) FROM outbox").pluck().get(), heard }).toEqual({ row: undefined, outbox: 0, heard: [] });
  });

  it("tells facts after the commit, with rising numbers", () => {
    const w = writer();
    const heard: [string, boolean][] = [];
    w.db.listeners.add((facts) => heard.push(...facts.map((f): [string, boolean] => [f.topic, w.db.raw.inTransaction])));
    commit(w, () => {
      recordFact(w, { topic: "a", organizationID: null, subjectID: "1" });
      commit(w, () => recordFact(w, { topic: "b", organizationID: null, subjectID: "2" }));
    });
    expect(heard).toEqual([["a", false], ["b", false]]);
  });

  it("refuses a write to a synced table outside of it", () => {
    const w = writer();
    expect(() => insertRow(w.db, "organizations", ORGANIZATION)).toThrow("outside commit");
  });
});

describe("applyRemoteChange", () => {
  const hlc = (n: number): string => `${n.toString(16).padStart(12, "0")}0000-other`;

  it("ends in the same row whatever the order and however often changes come", () => {
    const change = fc.record({ n: fc.integer({ min: 1, max: 1000 }), field: fc.constantFrom("name", "phone"), value: fc.string() });
    fc.assert(
      fc.property(fc.uniqueArray(change, { selector: (c) => c.n, minLength: 1, maxLength: 8 }), fc.array(fc.nat(), { minLength: 16, maxLength: 16 }), (changes, keys) => {
        const apply = (order: typeof changes): unknown => {
          const w = writer();
          applyRemoteChange(w.db, ["organizations", "o1", ORGANIZATION], hlc(0));
          for (const c of order) applyRemoteChange(w.db, ["organizations", "o1", { [c.field]: c.value }], hlc(c.n));
          const { name, phone } = rowOf(w.db);
          w.db.close();
          return { name, phone };
        };
        const shuffled = [...changes, ...changes].map((c, i) => ({ c, k: keys[i] ?? 0 })).sort((a, b) => a.k - b.k).map(({ c }) => c);
        expect(apply(shuffled)).toEqual(apply([...changes].sort((a, b) => a.n - b.n)));
      }),
      { numRuns: 30 },
    );
  });

  it("parks a field and a table this app does not know, newest kept", () => {
    const w = writer();
    applyRemoteChange(w.db, ["organizations", "o1", { ...ORGANIZATION, colour: "red" }], hlc(1));
    applyRemoteChange(w.db, ["organizations", "o1", { colour: "blue" }], hlc(3));
    applyRemoteChange(w.db, ["organizations", "o1", { colour: "green" }], hlc(2));
    applyRemoteChange(w.db, ["hats", "h1", { size: 5 }], hlc(4));
    expect(w.db.raw.prepare("SELECT table_name, field, value FROM parked_changes ORDER BY 1").all()).toEqual([
      { table_name: "hats", field: "size", value: "5" },
      { table_name: "organizations", field: "colour", value: '"blue"' },
    ]);
  });
});

describe("keptRead", () => {
  const nameOf = (w: ReturnType<typeof writer>) => keptRead(w.db, ["organizations"], "o1", () => rowOf(w.db)?.name);

  it("gives what was written last, and forgets what was rolled back", () => {
    const w = writer();
    commit(w, () => insertRow(w.db, "organizations", ORGANIZATION));
    expect(nameOf(w)).toBe("A");
    commit(w, () => updateRow(w.db, "organizations", "o1", { name: "B" }));
    expect(nameOf(w)).toBe("B");
    expect(() =>
      commit(w, () => {
        updateRow(w.db, "organizations", "o1", { name: "C" });
        expect(nameOf(w)).toBe("C");
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(nameOf(w)).toBe("B");
    applyRemoteChange(w.db, ["organizations", "o1", { name: "D" }], "ffffffffffff0000-other");
    expect(nameOf(w)).toBe("D");
  });
});
