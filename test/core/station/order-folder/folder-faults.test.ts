/** Faults of a watched folder: each is shown, other work continues, and files are taken afterwards. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hangShare, NO_HANGING_SHARE } from "../../../helpers/hanging-share.ts";
import { markLeft } from "../../../../core/db/left-organizations.ts";
import {
  boughtShipment,
  change,
  eventually,
  station,
  temporaryFolder,
  type Station,
} from "../../../helpers/station.ts";
import type { DeskFacts } from "../../../../core/station/station.schema.ts";
import { NO_TINY_DISK, tinyDisk } from "../../../helpers/tiny-disk.ts";
import { aPDF, fileOf, folderOf, orderFile, watchFolder } from "../../../helpers/watched-folder.ts";

const quiet = { settings: { rateLimit: null } };
const faultOf = async (s: Station) => (await folderOf(s)).fault?.reason;

it("a file that the station cannot import now is named with the error's code, counted, and imported afterwards", async () => {
  const s = await station(quiet);
  const folder = await watchFolder(s);
  const { db } = s.core.deps;
  const sender = db
    .sql<{ id: string }>(`SELECT default_sender_address_id AS id FROM organizations`)
    .get();
  change(s, `UPDATE organizations SET default_sender_address_id = NULL`);
  folder.drop("orders.csv", orderFile("P-1"));
  const [waiting] = await eventually("it is named", async () => {
    const { notTaken } = await folderOf(s);
    return notTaken.some(({ reason }) => reason === "RETRIED") ? notTaken : undefined;
  });
  const problems = async (): Promise<number> =>
    (await s.desk<DeskFacts>("GET", "/station/desk")).data.folderProblems;
  expect([waiting?.name, waiting?.code, await problems()]).toEqual(["orders.csv", "E1068", 1]);
  change(s, `UPDATE organizations SET default_sender_address_id = '${sender?.id}'`);
  await fileOf(s, "orders.csv", "DONE");
  await eventually("nothing is counted", async () => (await problems()) === 0);
});

describe.skipIf(NO_TINY_DISK !== undefined)("a share with a fault", { timeout: 60_000 }, () => {
  it("a full share keeps the results, which are written once when there is space, and files are taken meanwhile", async () => {
    const disk = tinyDisk(2);
    onTestFinished(() => disk.remove());
    const s = await station(quiet);
    const folder = await watchFolder(s, disk.folder);
    folder.drop("before.csv", orderFile("A-1"));
    await fileOf(s, "before.csv", "DONE");
    folder.drop("full.csv", orderFile("A-2"));
    folder.drop("refused.csv", "a;b\n1;2");
    disk.fill();
    await boughtShipment(s);
    await eventually("the station shows the full disk", async () => (await faultOf(s)) === "FULL");
    await fileOf(s, "full.csv", "DONE");
    expect([folder.list("out"), (await folderOf(s)).resultsWaiting]).toEqual([[], 1]);
    disk.free();
    await eventually("the results are written", () => folder.list("out").length === 1);
    await fileOf(s, "refused.csv", "REFUSED");
    await eventually("the fault is over", async () => (await faultOf(s)) === undefined);
    expect([
      folder.list("out").length,
      (await folderOf(s)).resultsWaiting,
      readdirSync(join(disk.folder, "out")).filter((name) => name.startsWith(".")),
    ]).toEqual([1, 0, []]);
  });

  it("a read-only share is shown as READ_ONLY, and its files are taken once it is writable", async () => {
    const disk = tinyDisk(2);
    onTestFinished(() => disk.remove());
    const s = await station(quiet);
    const folder = await watchFolder(s, disk.folder);
    folder.drop("orders.csv", orderFile("B-1"));
    disk.setReadOnly(true);
    await eventually("the station shows the fault", async () => (await faultOf(s)) === "READ_ONLY");
    disk.setReadOnly(false);
    await fileOf(s, "orders.csv", "DONE");
  });

  it("a file that the system does not let be moved is named as locked, and taken when it is free", async () => {
    const s = await station(quiet);
    const folder = await watchFolder(s);
    folder.drop("locked.csv", orderFile("C-1"));
    const path = join(folder.path, "in", "locked.csv");
    execFileSync("mount", ["--bind", path, path]); // moving it is EBUSY, as on Windows
    let isMounted = true;
    const free = (): void => {
      if (isMounted) execFileSync("umount", [path]);
      isMounted = false;
    };
    onTestFinished(free);
    await eventually("it is named", async () =>
      (await folderOf(s)).notTaken.some(({ reason }) => reason === "LOCKED"),
    );
    expect((await folderOf(s)).fault).toBeNull();
    free();
    await fileOf(s, "locked.csv", "DONE");
  });

  it("a claimed file that cannot be moved keeps neither later files nor results waiting, and is imported once", async () => {
    const s = await station(quiet);
    const folder = await watchFolder(s);
    const claim = join(
      folder.path,
      "working",
      s.core.deps.db.stationID,
      "20261130T100000000-0123abcd",
    );
    mkdirSync(claim, { recursive: true });
    const path = join(claim, "stuck.csv");
    writeFileSync(path, orderFile("G-1"));
    execFileSync("mount", ["--bind", path, path]);
    let isMounted = true;
    const free = (): void => {
      if (isMounted) execFileSync("umount", [path]);
      isMounted = false;
    };
    onTestFinished(free);
    await fileOf(s, "stuck.csv", "DONE");
    folder.drop("later.csv", orderFile("G-2"));
    await boughtShipment(s);
    await eventually("later files go on", () => folder.list("done").includes("later.csv"));
    await eventually("results go on", () => folder.list("out").length === 1);
    expect(await faultOf(s)).toBe("FAILED");
    free();
    await eventually("it is moved", () => folder.list("done").includes("stuck.csv"));
    await eventually("the fault is over", async () => (await faultOf(s)) === undefined);
    expect((await folderOf(s)).files.map(({ name, added }) => [name, added])).toEqual([
      ["later.csv", 1],
      ["stuck.csv", 1],
    ]);
  });
});

it.skipIf(NO_HANGING_SHARE !== undefined)(
  "a hanging share is shown as SLOW and blocks neither the core nor other files, and its files are taken once it answers",
  { timeout: 60_000 },
  async () => {
    const folderTimes = {
      lookEveryMs: 30,
      resultsEveryMs: 100,
      answerMs: 2_000,
      longestPauseMs: 100,
    };
    const s = await station({ ...quiet, world: { folderTimes } });
    const folder = await watchFolder(s);
    folder.drop("orders.csv", orderFile("D-1"));
    await fileOf(s, "orders.csv", "DONE");
    const unhang = hangShare(folder.path);
    onTestFinished(unhang);
    await eventually("the station shows the fault", async () => (await faultOf(s)) === "SLOW");
    for (let i = 0; i < 20; i += 1) {
      await boughtShipment(s);
      await stat(s.dataDir); // the threads in which Node reads files are free
    }
    const threads = readdirSync("/proc/self/task").filter((thread) =>
      readFileSync(`/proc/self/task/${thread}/stat`, "utf8").includes(") D "),
    );
    expect(threads.length).toBeLessThanOrEqual(1);
    await eventually(
      "the results are collected",
      async () => (await folderOf(s)).resultsWaiting === 20,
    );
    unhang();
    await eventually("the fault is over", async () => (await faultOf(s)) === undefined);
    await eventually(
      "the results are written",
      async () => (await folderOf(s)).resultsWaiting === 0,
    );
  },
);

it.skipIf(NO_HANGING_SHARE !== undefined)(
  "a station stops while its share hangs, and another folder can be chosen",
  { tags: "all", timeout: 60_000 },
  async () => {
    const folderTimes = {
      lookEveryMs: 30,
      resultsEveryMs: 100,
      answerMs: 2_000,
      longestPauseMs: 100,
    };
    const s = await station({ ...quiet, world: { folderTimes } });
    const first = await watchFolder(s);
    onTestFinished(hangShare(first.path));
    await eventually("the station shows the fault", async () => (await faultOf(s)) === "SLOW");
    const second = await watchFolder(s);
    second.drop("orders.csv", orderFile("G-1"));
    await fileOf(s, "orders.csv", "DONE");
    onTestFinished(hangShare(second.path));
    await new Promise((done) => setTimeout(done, 200));
    await s.stop();
  },
);
it("a file that another system puts next to a claimed file is not taken for it", async () => {
  const s = await station(quiet);
  const folder = await watchFolder(s);
  const claim = join(
    folder.path,
    "working",
    s.core.deps.db.stationID,
    "20261130T100000000-0123abcd",
  );
  mkdirSync(claim, { recursive: true });
  writeFileSync(join(claim, ".DS_Store"), "x");
  writeFileSync(join(claim, "orders.csv"), orderFile("H-1"));
  expect((await fileOf(s, "orders.csv", "DONE")).added).toBe(1);
  expect((await folderOf(s)).files.length).toBe(1);
});

it(
  "the folder of an organization that the station has left is off, and its files stay for the others",
  { tags: "all" },
  async () => {
    const dataDir = temporaryFolder();
    const before = await station({ ...quiet, dataDir });
    const folder = await watchFolder(before);
    folder.drop("before.csv", orderFile("J-1"));
    await eventually("it is moved", () => folder.list("done").includes("before.csv"));
    markLeft(before.core.deps.db, before.started.organizationID);
    await before.stop();
    folder.drop("after.csv", orderFile("J-2"));
    const s = await station({ ...quiet, dataDir, demo: false });
    await eventually("it is off", async () => (await folderOf(s)).state === "off");
    await new Promise((done) => setTimeout(done, 500));
    expect([folder.list("in"), folder.list("done")]).toEqual([["after.csv"], ["before.csv"]]);
  },
);

describe("claims of a station that is gone", { timeout: 60_000 }, () => {
  it("the claims of a station without a sign for a quarter of an hour are taken over, those of a running one are not", async () => {
    const s = await station(quiet);
    const folder = await watchFolder(s);
    const claim = (stationID: string, name: string, minutes: number): void => {
      const own = join(folder.path, "working", stationID);
      const id = "20261130T100000000-0123abcd";
      mkdirSync(join(own, id), { recursive: true });
      writeFileSync(join(own, id, name), orderFile(name));
      writeFileSync(join(own, "alive"), "");
      const at = new Date(Date.now() - minutes * 60_000);
      utimesSync(join(own, "alive"), at, at);
    };
    claim("running", "running.csv", 10);
    claim("gone", "gone.csv", 20);
    folder.drop("new.csv", orderFile("E-1"));
    await fileOf(s, "new.csv", "DONE");
    await fileOf(s, "gone.csv", "DONE");
    expect((await folderOf(s)).files.map(({ name }) => name).toSorted()).toEqual([
      "gone.csv",
      "new.csv",
    ]);
  });

  it("a PDF that a person puts into `papers` is left alone", { tags: "all" }, async () => {
    const s = await station(quiet);
    const folder = await watchFolder(s);
    writeFileSync(join(folder.path, "papers", "loose.pdf"), aPDF());
    folder.drop("x.csv", orderFile("F-1"));
    await fileOf(s, "x.csv", "DONE");
    expect(folder.list("papers")).toEqual(["loose.pdf"]);
  });
});
