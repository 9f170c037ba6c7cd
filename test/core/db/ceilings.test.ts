import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../core/base/ids.ts";
import { NUMBERS_FILE, openCeilings, OUTBOX_FILE } from "../../../core/db/ceilings.ts";
import { inTransaction, insertRow, recordFact } from "../../../core/db/change.ts";
import type { Db } from "../../../core/db/database.ts";
import { openDatabase } from "../../helpers/open-database.ts";
import { checkJournal } from "../../../core/db/stale-journal.ts";
import type { NumberRange } from "../../../core/db/leases.ts";
import { shipmentNumbers, takeNumber } from "../../../core/db/number-range.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { ORGANIZATION_ROW } from "../../helpers/organization-row.ts";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (): string => join(folder, "packbench.db");

function opened<T>(use: (db: Db) => T): T {
  const db = openDatabase(file(), newId);
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** Takes numbers of a range, one per transaction. */
function take(db: Db, many: number): number[] {
  const writer = { db, now: () => new Date().toISOString(), newId };
  return Array.from({ length: many }, () =>
    inTransaction(writer, () => {
      recordFact(writer, { topic: "x", organizationID: null, subjectID: "1" });
      return takeNumber(db, { range: "barcode", first: 1, end: undefined });
    }),
  );
}

describe("numbers", () => {
  it("numbers continue without a gap after a restart, even at the end of a block", () => {
    const first = opened((db) => take(db, 999));
    expect([first[0], first.at(-1), opened((db) => take(db, 3))]).toEqual([
      1,
      999,
      [1000, 1001, 1002],
    ]);
  });

  it("numbers are issued only below a ceiling already saved in the file next to the database", () => {
    opened((db) => {
      take(db, 1);
      const ceilingNow = (): number =>
        (
          JSON.parse(readFileSync(join(folder, NUMBERS_FILE), "utf8")) as {
            ranges: { barcode: number };
          }
        ).ranges.barcode;
      expect(ceilingNow()).toBe(1001);
      take(db, 999);
      expect(ceilingNow()).toBe(1001);
      expect(() =>
        inTransaction({ db, now: () => new Date().toISOString(), newId }, () => {
          take(db, 1);
          throw new Error("undone");
        }),
      ).toThrow("undone");
      // The ceiling was raised before the number was issued, although the number was not used in
      // the end.
      expect(ceilingNow()).toBe(2001);
      expect(take(db, 1)).toEqual([1001]);
    });
  });

  it.each<[string, () => void]>([
    ["taken while the station was stopped", () => {}],
    ["taken at an earlier start", () => opened(() => {})],
  ])("numbers are not issued again when a copy %s is restored", (_what, between) => {
    opened((db) => take(db, 3));
    copyFileSync(file(), join(folder, "copy"));
    between();
    opened((db) => take(db, 4));
    copyFileSync(join(folder, "copy"), file());
    const after = opened((db) => ({ incarnation: db.incarnation, numbers: take(db, 2) }));
    expect(after).toEqual({ incarnation: 2, numbers: [1001, 1002] });
    expect(opened((db) => ({ incarnation: db.incarnation, numbers: take(db, 1) }))).toEqual({
      incarnation: 2,
      numbers: [1003],
    });
  });

  it("numbers are not issued again when a copy is restored that was made during a start, and that start was killed", () => {
    const db = openDatabase(file(), newId);
    take(db, 3);
    db.raw.prepare("VACUUM INTO ?").run(join(folder, "copy"));
    take(db, 2);
    db.raw.close(); // Simulates a kill.
    for (const ending of ["", "-wal", "-shm"]) rmSync(`${file()}${ending}`, { force: true });
    copyFileSync(join(folder, "copy"), file());
    expect(
      opened((restored) => ({ incarnation: restored.incarnation, numbers: take(restored, 1) })),
    ).toEqual({ incarnation: 2, numbers: [1001] });
  });

  it("numbers are not issued again when the first start after a restore is interrupted before its incarnation starts", () => {
    const db = openDatabase(file(), newId);
    take(db, 3);
    db.raw.prepare("VACUUM INTO ?").run(join(folder, "copy"));
    take(db, 2);
    db.raw.close();
    for (const ending of ["", "-wal", "-shm"]) rmSync(`${file()}${ending}`, { force: true });
    copyFileSync(join(folder, "copy"), file());
    const raw = new BetterSqlite3(file());
    const statements = <Row>(text: string) => raw.prepare<unknown[], Row>(text);
    expect(openCeilings(folder, { sql: statements }).isRestored()).toBe(true);
    raw.close(); // The process ends here.
    expect(
      opened((restored) => ({ incarnation: restored.incarnation, numbers: take(restored, 1) })),
    ).toEqual({ incarnation: 2, numbers: [1001] });
  });

  it("numbers issued after a copy was made are skipped when the copy is restored without the ceilings file", () => {
    opened((db) => take(db, 3));
    copyFileSync(file(), join(folder, "copy"));
    const given = opened((db) => take(db, 5));
    copyFileSync(join(folder, "copy"), file());
    rmSync(join(folder, NUMBERS_FILE));
    const after = opened((db) => ({ incarnation: db.incarnation, numbers: take(db, 2) }));
    expect(after.incarnation).toBe(2);
    expect(after.numbers.filter((number) => given.includes(number))).toEqual([]);
  });

  it("numbers of a carrier and an organization that were first used after a copy was made are not issued again without the ceilings file", () => {
    const ranges: readonly NumberRange[] = [
      { range: "barcode:ARAS X 500", first: 500, end: undefined },
      shipmentNumbers("o1"),
    ];
    const takeOfEach = (db: Db): number[] => {
      const writer = { db, now: () => new Date().toISOString(), newId };
      return ranges.map((numbers) =>
        inTransaction(writer, () => {
          recordFact(writer, { topic: "x", organizationID: null, subjectID: "1" });
          return takeNumber(db, numbers);
        }),
      );
    };
    opened((db) => {
      take(db, 3);
      const writer = { db, now: () => new Date().toISOString(), newId };
      inTransaction(writer, () => {
        insertRow(db, "organizations", { id: "o1", ...ORGANIZATION_ROW });
        insertRow(db, "barcode_ranges", {
          id: "c1",
          created_at: "t",
          updated_at: "t",
          organization_id: "o1",
          agreement_id: "a1",
          provider_code: "ARAS",
          prefix: "X",
          first: 500,
          last: 900_000,
          width: 6,
          is_active: 1,
        });
      });
    });
    copyFileSync(file(), join(folder, "copy"));
    expect(opened(takeOfEach)).toEqual([500, 1]);
    copyFileSync(join(folder, "copy"), file());
    rmSync(join(folder, NUMBERS_FILE));
    const [barcode = 0, number = 0] = opened(takeOfEach);
    expect([barcode > 500, number > 1]).toEqual([true, true]);
  });

  it("each restore of a copy starts a new incarnation, even without the ceilings file", () => {
    opened((db) => take(db, 3));
    copyFileSync(file(), join(folder, "copy"));
    opened((db) => take(db, 5));
    const putBack = (): number => {
      copyFileSync(join(folder, "copy"), file());
      rmSync(join(folder, NUMBERS_FILE));
      return opened((db) => (take(db, 5), db.incarnation));
    };
    expect([putBack(), putBack(), putBack(), opened((db) => db.incarnation)]).toEqual([2, 3, 4, 4]);
  });

  it("a station does not open a copy next to the newer database's journal, and the message names the journal", () => {
    const db = openDatabase(file(), newId);
    take(db, 3);
    db.raw.prepare("VACUUM INTO ?").run(join(folder, "copy"));
    const writer = { db, now: () => new Date().toISOString(), newId };
    for (let i = 0; i < 40; i += 1)
      inTransaction(writer, () =>
        recordFact(writer, {
          topic: "x",
          organizationID: null,
          subjectID: "1",
          payload: "y".repeat(3_000),
        }),
      );
    db.raw.pragma("wal_checkpoint(RESTART)");
    take(db, 3);
    for (const ending of ["", "-wal"])
      // Simulates a kill.
      copyFileSync(`${file()}${ending}`, join(folder, `killed${ending}`));
    db.close();
    const putBack = (name: string): void => {
      copyFileSync(join(folder, name), file());
      copyFileSync(join(folder, "killed-wal"), `${file()}-wal`);
      rmSync(`${file()}-shm`, { force: true });
    };
    putBack("copy");
    expect(() => openDatabase(file(), newId)).toThrow(
      /is older than its journal .*-wal.*Nothing was changed/,
    );
    rmSync(`${file()}-wal`);
    expect(opened((copy) => ({ incarnation: copy.incarnation, numbers: take(copy, 1) }))).toEqual({
      incarnation: 2,
      numbers: [1001],
    });
    putBack("killed");
    checkJournal(file()); // The newest state fits its journal.
    writeFileSync(`${file()}-wal`, Buffer.alloc(40_000, 0xff));
    checkJournal(file()); // The file is no journal; SQLite ignores it too.
    putBack("killed");
    expect(opened((whole) => whole.raw.pragma("quick_check", { simple: true }))).toBe("ok");
  });

  it("numbers start at 1 in a new database, even if an earlier database left its outbox file", () => {
    writeFileSync(join(folder, OUTBOX_FILE), "0000000000005000\n");
    expect(opened((db) => ({ incarnation: db.incarnation, numbers: take(db, 1) }))).toEqual({
      incarnation: 1,
      numbers: [1],
    });
    expect(opened((db) => ({ incarnation: db.incarnation, numbers: take(db, 1) }))).toEqual({
      incarnation: 1,
      numbers: [2],
    });
  });

  it("issued numbers stay committed when the ceilings file cannot be written", () => {
    const db = openDatabase(file(), newId);
    db.ceilings.close(); // The file's handle is closed.
    expect([take(db, 1), take(db, 1)]).toEqual([[1], [2]]);
    db.raw.close();
  });

  it("fact numbers and the clock of a restored copy continue after the highest values used before", () => {
    opened((db) => take(db, 3));
    copyFileSync(file(), join(folder, "copy"));
    const given = opened(
      (db) => (take(db, 4), Number(db.raw.prepare("SELECT max(seq) FROM outbox").pluck().get())),
    );
    copyFileSync(join(folder, "copy"), file());
    const first = opened((db) => {
      const before = Number(db.raw.prepare("SELECT max(seq) FROM outbox").pluck().get());
      take(db, 1);
      return {
        first: Number(
          db.raw
            .prepare("SELECT min(seq) FROM outbox WHERE seq > ? AND topic = 'x'")
            .pluck()
            .get(before),
        ),
        hlcs: db.raw.prepare("SELECT hlc FROM outbox ORDER BY seq").pluck().all() as string[],
      };
    });
    expect(first.first).toBeGreaterThan(given);
    expect(first.hlcs).toEqual([...first.hlcs].sort());
  });

  it("numbers skip ten thousand when the database has no ceilings file, because the count issued since the copy is unknown", () => {
    opened((db) => take(db, 3));
    for (const name of [NUMBERS_FILE, OUTBOX_FILE]) rmSync(join(folder, name));
    expect(opened((db) => ({ incarnation: db.incarnation, numbers: take(db, 1) }))).toEqual({
      incarnation: 2,
      numbers: [10_004],
    });
    expect(opened((db) => ({ incarnation: db.incarnation, numbers: take(db, 1) }))).toEqual({
      incarnation: 2,
      numbers: [10_005],
    });
  });

  it("the incarnation stays the same after a crash between a start's two writes", () => {
    opened((db) => take(db, 3));
    const before = readFileSync(join(folder, NUMBERS_FILE), "utf8");
    copyFileSync(file(), join(folder, "copy"));
    opened(() => {});
    // The database still has the earlier start; the file has the new start, and names the earlier
    // start as previous.
    copyFileSync(join(folder, "copy"), file());
    const { start: previous } = JSON.parse(before) as { start: string };
    const now = JSON.parse(readFileSync(join(folder, NUMBERS_FILE), "utf8")) as Record<
      string,
      unknown
    >;
    writeNumbers({ ...now, previous });
    expect(opened((db) => db.incarnation)).toBe(1);
  });
});

function writeNumbers(content: unknown): void {
  rmSync(join(folder, NUMBERS_FILE));
  writeFileSync(join(folder, NUMBERS_FILE), JSON.stringify(content));
}
