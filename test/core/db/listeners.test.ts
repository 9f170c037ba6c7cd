import { describe, expect, it } from "vitest";
import { inTransaction, recordFact } from "../../../core/db/change.ts";
import { openDatabase } from "../../helpers/open-database.ts";

function writer() {
  let n = 0;
  const newId = (): string => `00000000-0000-7000-8000-${String(++n).padStart(12, "0")}`;
  const db = openDatabase(":memory:", newId);
  return { db, now: () => "2026-11-21T09:00:00.000Z", newId };
}

const say = (w: ReturnType<typeof writer>, ...topics: string[]): void =>
  inTransaction(w, () => {
    for (const topic of topics) recordFact(w, { topic, organizationID: "o1", subjectID: "s1" });
  });

describe("facts for listeners", () => {
  it("facts reach every listener in the order of their numbers, even if a listener commits while receiving some", () => {
    const w = writer();
    const got: { first: number[]; second: number[] } = { first: [], second: [] };
    w.db.listeners.add((facts) => {
      for (const { seq, topic } of facts) {
        got.first.push(seq);
        if (topic === "a") say(w, "b", "c");
        if (topic === "c") say(w, "d");
      }
    });
    w.db.listeners.add((facts) => got.second.push(...facts.map(({ seq }) => seq)));
    say(w, "a", "z");
    say(w, "after");
    const numbers = w.db.raw
      .prepare("SELECT seq FROM outbox WHERE topic <> 'commit' ORDER BY seq")
      .pluck()
      .all();
    expect(numbers).toHaveLength(6);
    expect(got).toEqual({ first: numbers, second: numbers });
  });

  it("a commit succeeds when a listener throws and the log cannot be written either", () => {
    const log = {
      info: () => {},
      warn: () => {},
      error: () => {
        throw new Error("no log");
      },
    };
    const w = { ...writer(), log };
    const got: string[] = [];
    w.db.listeners.add(() => {
      throw new Error("a listener's own");
    });
    w.db.listeners.add((facts) => got.push(...facts.map(({ topic }) => topic)));
    expect([
      inTransaction(
        w,
        () => (recordFact(w, { topic: "x", organizationID: "o1", subjectID: "s1" }), "made"),
      ),
      got,
    ]).toEqual(["made", ["x"]]);
  });
});
