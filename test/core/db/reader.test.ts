/**
 * Reads on the reader threads end when their caller has gone, and at their deadline. The tests use
 * real threads and a real file.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../helpers/open-database.ts";
import { startReader, whileWanted, type Reader } from "../../../core/db/reader.ts";
import { temporaryFolder } from "../../helpers/folders.ts";

const folder = temporaryFolder();
const file = join(folder, "packbench.db");
openDatabase(file, () => "00000000-0000-7000-8000-000000000001").close();
const open: Reader[] = [];
afterEach(async () => {
  for (const reader of open.splice(0)) await reader.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function reader(deadlineMs = 30_000): Reader {
  const made = startReader(file, { deadlineMs });
  open.push(made);
  return made;
}

/** A query that would take minutes. */
const ENDLESS = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE ${whileWanted("i")} AND i < 1000000000) SELECT count(*) AS n FROM n`;
const QUICK = "SELECT 1 AS n";

/** Waits until the long lane's thread has started: until it has answered a read. */
async function begun(r: Reader): Promise<void> {
  await r.all(QUICK, {}, "long");
}

describe("a read on a reader thread", () => {
  it("a read ends when its caller has gone, and the next read is answered", async () => {
    const r = reader();
    await begun(r);
    const caller = new AbortController();
    const given = r.until(caller.signal).all(ENDLESS, {}, "long");
    const next = r.all(QUICK, {}, "long");
    const gone = new Error("gone");
    caller.abort(gone);
    await expect(given).rejects.toBe(gone);
    expect(await next).toEqual([{ n: 1 }]);
  });

  it("a queued read is dropped when its caller has gone", async () => {
    const r = reader();
    await begun(r);
    const first = new AbortController();
    const others = new AbortController();
    const running = r
      .until(first.signal)
      .all(ENDLESS, {}, "long")
      .catch(() => "ended");
    const waiting = Array.from({ length: 3 }, () =>
      r
        .until(others.signal)
        .all(ENDLESS, {}, "long")
        .catch(() => "dropped"),
    );
    others.abort();
    expect(await Promise.all(waiting)).toEqual(["dropped", "dropped", "dropped"]);
    first.abort();
    expect(await running).toBe("ended");
    expect(await r.all(QUICK, {}, "long")).toEqual([{ n: 1 }]);
  });

  it("a read is not started for a caller who has already gone", async () => {
    await expect(
      reader()
        .until(AbortSignal.abort(new Error("gone")))
        .all(ENDLESS, {}, "long"),
    ).rejects.toThrow("gone");
  });

  it("a read ends at its deadline with E2052, and the next read is answered", async () => {
    const r = reader(50);
    await expect(r.all(ENDLESS, {}, "long")).rejects.toMatchObject({ code: "E2052" });
    expect(await r.all(QUICK, {}, "long")).toEqual([{ n: 1 }]);
  });

  it("a read ends when the station stops", async () => {
    const r = reader();
    await begun(r);
    const given = r.all(ENDLESS, {}, "long").catch((error: Error) => error.message);
    await r.close();
    expect(await given).toBe("the station is stopping");
  });

  it("a read in the long lane does not delay a quick read", async () => {
    const r = reader();
    const given = r.all(ENDLESS, {}, "long").catch(() => {});
    expect(await r.all(QUICK, {})).toEqual([{ n: 1 }]);
    await r.close();
    await given;
  });
});
