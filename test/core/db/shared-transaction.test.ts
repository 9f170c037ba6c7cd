import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inTransaction, insertRow, recordFact, updateRow } from "../../../core/db/change.ts";
import type { Db } from "../../../core/db/database.ts";
import { openDatabase } from "../../helpers/open-database.ts";
import { inSharedTransaction } from "../../../core/db/shared-transaction.ts";
import { cachedRead } from "../../../core/db/read-cache.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { ORGANIZATION_ROW } from "../../helpers/organization-row.ts";
import { smallDisk, whyNoDisk } from "../../helpers/small-disk.ts";

type W = { readonly db: Db; readonly now: () => string; readonly newId: () => string };
const opened: { close(): void }[] = [];
const closed = new WeakSet<object>();
let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  for (const db of opened.splice(0)) if (!closed.has(db)) db.close();
});

function writer(at = folder): W {
  let n = 0;
  const newId = (): string => `00000000-0000-7000-8000-${String(++n).padStart(12, "0")}`;
  const db = openDatabase(join(at, "packbench.db"), newId);
  opened.push(db);
  return { db, now: () => "2026-11-21T09:00:00.000Z", newId };
}

/** Reads the committed rows on another connection to the file. */
function outside(at = folder): () => unknown[] {
  const db = new BetterSqlite3(join(at, "packbench.db"), { readonly: true });
  opened.push(db);
  return () => db.prepare("SELECT id FROM organizations ORDER BY id").pluck().all();
}

const add = (w: W, id: string): Promise<string> =>
  inSharedTransaction(w, () => {
    insertRow(w.db, "organizations", { ...ORGANIZATION_ROW, id });
    recordFact(w, { topic: `made.${id}`, organizationID: id, subjectID: id });
    return id;
  });
const topicsOf = (w: W): string[] => {
  const topics: string[] = [];
  w.db.listeners.add((facts) => topics.push(...facts.map((f) => f.topic)));
  return topics;
};

describe("transactions of one turn", () => {
  it("transactions share one COMMIT, which makes all of them visible at once and delivers their facts in order", async () => {
    const w = writer();
    const seen = outside();
    const topics = topicsOf(w);
    const [first, ...others] = [add(w, "o1"), add(w, "o2"), add(w, "o3")];
    await Promise.resolve();
    expect([seen(), topics]).toEqual([[], []]);
    expect([await first, seen(), topics]).toEqual([
      "o1",
      ["o1", "o2", "o3"],
      ["made.o1", "made.o2", "made.o3"],
    ]);
    expect(await Promise.all(others)).toEqual(["o2", "o3"]);
  });

  it("a transaction that throws leaves no row, fact or cached read, and the others persist", async () => {
    const w = writer();
    const topics = topicsOf(w);
    await add(w, "o1");
    const nameOf = (): unknown =>
      cachedRead(
        w.db,
        ["organizations"],
        "o1",
        () =>
          w.db.sql<{ name: string }>("SELECT name FROM organizations WHERE id = 'o1'").get()?.name,
      );
    expect(nameOf()).toBe("A");
    const ended = await Promise.allSettled([
      add(w, "o2"),
      inSharedTransaction(w, () => {
        updateRow(w.db, "organizations", "o1", { name: "B" });
        recordFact(w, { topic: "lost", organizationID: "o1", subjectID: "o1" });
        expect(nameOf()).toBe("B");
        throw new Error("no");
      }),
      add(w, "o3"),
    ]);
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect([nameOf(), topics, outside()()]).toEqual([
      "A",
      ["made.o1", "made.o2", "made.o3"],
      ["o1", "o2", "o3"],
    ]);
  });

  it("transactions are committed before anything else uses or closes the connection", async () => {
    const w = writer();
    const seen = outside();
    const others: (() => unknown)[] = [
      () => inTransaction(w, () => updateRow(w.db, "organizations", "o0", { name: "B" })),
      () => w.db.sql("SELECT 1").get(),
      () => w.db.raw.pragma("freelist_count"),
      () => (w.db.close(), closed.add(w.db)),
    ];
    for (const [i, other] of others.entries()) {
      const made = add(w, `o${i}`);
      expect(seen()).toHaveLength(i);
      other();
      expect(seen()).toHaveLength(i + 1);
      await made;
    }
  });

  it("a shared transaction that is started inside another one is rejected", async () => {
    const w = writer();
    let inner: Promise<unknown> | undefined;
    await inSharedTransaction(
      w,
      () =>
        void (inner = expect(inSharedTransaction(w, () => 1)).rejects.toThrow("inside another")),
    );
    await inner;
  });
});

describe.skipIf(whyNoDisk() !== undefined)(
  "transactions that share a COMMIT on a disk that fills",
  () => {
    it("all transactions fail with E2036 and leave nothing, and later transactions persist once there is room", async () => {
      const disk = smallDisk(4);
      const w = writer(disk.folder);
      const topics = topicsOf(w);
      await add(w, "o0");
      disk.fill();
      const ended = await Promise.allSettled([
        add(w, "o1"),
        inSharedTransaction(w, () =>
          insertRow(w.db, "organizations", {
            ...ORGANIZATION_ROW,
            id: "o2",
            name: "x".repeat(3_000_000),
          }),
        ),
        add(w, "o3"),
      ]);
      expect(
        ended.map((e) =>
          e.status === "rejected" ? (e.reason as { code?: unknown }).code : e.status,
        ),
      ).toEqual(["E2036", "E2036", "E2036"]);
      expect([outside(disk.folder)(), topics, w.db.raw.inTransaction]).toEqual([
        ["o0"],
        ["made.o0"],
        false,
      ]);
      disk.free();
      expect(await Promise.all([add(w, "o4"), add(w, "o5")])).toEqual(["o4", "o5"]);
      expect([outside(disk.folder)(), topics]).toEqual([
        ["o0", "o4", "o5"],
        ["made.o0", "made.o4", "made.o5"],
      ]);
    });
  },
);
