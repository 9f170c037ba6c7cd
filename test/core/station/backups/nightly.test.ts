/**
 * Nightly backups go into the configured folder, are retried when the folder was missing, and do no
 * harm to earlier backups on a full disk.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createBackups } from "../../../../core/station/backups/backups.ts";
import type { Backup, NewNightly } from "../../../../core/station/backups/backups.schema.ts";
import { backupName } from "../../../../core/station/backups/manifest.ts";
import { writeBackup } from "../../../../core/station/backups/write-backup.ts";
import { fileSettings } from "../../../../core/station/settings.ts";
import { smallDisk, whyNoDisk } from "../../../helpers/small-disk.ts";
import { eventually, station, temporaryFolder, type Station } from "../../../helpers/station.ts";

const wanted = new AbortController().signal;
/**
 * Creates nightly backups with separate settings, so that the station itself makes none at the same
 * time.
 */
function nights(s: Station, policy?: { readonly folder: string; readonly keepDays: number }) {
  const deps = { ...s.core.deps, settings: fileSettings(join(temporaryFolder(), "station.json")) };
  const backups = createBackups("1.0.0", policy);
  return {
    set: (body: NewNightly) => backups.setNightly(deps, { via: "desk" }, body),
    run: () => backups.runNightly(deps, wanted),
    read: () => backups.read(deps),
  };
}
const set = async (s: Station, body: object): Promise<Backup> =>
  (await s.desk<Backup>("PATCH", "/station/backup", body)).data;
const state = async (s: Station): Promise<Backup> =>
  (await s.desk<Backup>("GET", "/station/backup")).data;

describe("a nightly backup", () => {
  it("nightly backups are off until a folder is set at the desk, and then delete expired backups", async () => {
    const s = await station();
    const backups = nights(s);
    expect([(await state(s)).nightly.folder, await backups.run()]).toEqual([null, ""]);
    const folder = temporaryFolder();
    expect((await s.call("PATCH", "/station/backup", { folder })).body.code).toBe("E1055");
    expect(
      backups.set({ folder, keep: { daily: 2, weekly: 0, monthly: 0 } }).nightly,
    ).toMatchObject({ folder, keep: { daily: 2 } });
    const names: string[][] = [];
    for (let night = 0; night < 4; night += 1) {
      expect(await backups.run()).toBe("");
      names.push(readdirSync(folder).sort());
      s.clock.nowMs += 86_400_000;
    }
    expect(names.map(({ length }) => length)).toEqual([1, 2, 2, 2]);
    expect(names[3]?.[0]).toBe(names[2]?.[1]);
    expect(backups.read().last?.file).toBe(join(folder, names[3]?.[1] ?? ""));
  });

  it(
    "a backup is complete although an expired backup cannot be deleted, and other expired backups are deleted",
    { tags: "all" },
    async () => {
      const s = await station();
      const folder = temporaryFolder();
      const backups = nights(s);
      backups.set({ folder, keep: { daily: 4, weekly: 0, monthly: 0 } });
      for (let night = 0; night < 3; night += 1) {
        expect(await backups.run()).toBe("");
        s.clock.nowMs += 86_400_000;
      }
      const earlier = readdirSync(folder).sort();
      const madeAt = s.core.deps.now();
      const name = backupName(madeAt, s.core.deps.db.stationID);
      // A backup is renamed to `….part` before its deletion. A folder with this name of the second
      // backup appears during the copy.
      const isWanted = (): boolean => {
        mkdirSync(join(folder, `${earlier[1]}.part`, "open"), { recursive: true });
        return true;
      };
      const plan = {
        from: s.dataDir,
        folder,
        name,
        stationID: s.core.deps.db.stationID,
        about: { madeAt, madeBy: "1.0.0", machine: "" },
        keep: { daily: 1, weekly: 0, monthly: 0 },
      };
      const { bytes, notDeleted } = await writeBackup(plan, isWanted, () => {});
      expect([bytes > 0, notDeleted]).toEqual([true, [expect.stringContaining("ENOTEMPTY")]]);
      expect(readdirSync(folder).sort()).toEqual([earlier[1], `${earlier[1]}.part`, name]);
    },
  );

  it(
    "a nightly backup is deleted when it is older than an organization's retention of personal data",
    { tags: "all" },
    async () => {
      const s = await station();
      const backups = nights(s);
      const folder = temporaryFolder();
      backups.set({ folder, keep: { daily: 7, weekly: 4, monthly: 12 } });
      const days = (): number[] =>
        readdirSync(folder).map((name) =>
          Math.round(
            (s.clock.nowMs -
              Date.parse(
                `${name.slice(10, 14)}-${name.slice(14, 16)}-${name.slice(16, 18)}T00:00:00Z`,
              )) /
              86_400_000,
          ),
        );
      for (let week = 0; week < 3; week += 1) {
        await backups.run();
        s.clock.nowMs += 14 * 86_400_000;
      }
      await backups.run();
      expect(days().length).toBe(4);
      await s.desk("PATCH", "/station/privacy", { personalDataDays: 30 });
      s.clock.nowMs += 86_400_000;
      await backups.run();
      expect(days().filter((age) => age > 31)).toEqual([]);
      expect(days().length).toBe(4);
    },
  );

  it("a nightly backup is scheduled, and retried once its missing folder is back, with the reason shown until then", async () => {
    const folder = join(temporaryFolder(), "share");
    const dataDir = temporaryFolder();
    const first = await station({ dataDir });
    mkdirSync(folder);
    await set(first, { folder });
    await first.stop();
    renameSync(folder, `${folder}-gone`);
    const s = await station({ dataDir });
    s.clock.nowMs += 3 * 86_400_000; // The time of the station's nightly backup has passed.
    const failed = await eventually(
      "the failure's reason",
      async () => (await state(s)).nightly.failure ?? undefined,
    );
    expect(failed.reason).toBe("The folder for backups is not there, or cannot be read.");
    renameSync(`${folder}-gone`, folder);
    s.clock.nowMs += 2 * 3_600_000;
    await eventually("the backup", () =>
      readdirSync(folder).some((name) => name.startsWith("packbench-") && !name.endsWith(".part")),
    );
    await eventually("no reason any more", async () => (await state(s)).nightly.failure === null);
  }, 90_000);

  it("a backup left unfinished by a crash is deleted by the next backup, and another station's unfinished backup stays", async () => {
    const s = await station();
    const backups = nights(s);
    const folder = temporaryFolder();
    backups.set({ folder });
    await backups.run();
    const [name = ""] = readdirSync(folder);
    const [own, other] = [
      `${name.replace(/T\d{6}/, "T010101")}.part`,
      `${name.slice(0, -8)}00000000.part`,
    ];
    for (const half of [own, other]) {
      mkdirSync(join(folder, half));
      writeFileSync(join(folder, half, "packbench.db"), "half");
    }
    s.clock.nowMs += 1_000;
    await backups.run();
    expect([
      existsSync(join(folder, own)),
      existsSync(join(folder, other)),
      readdirSync(folder).length,
    ]).toEqual([false, true, 2]);
  });

  it.skipIf(whyNoDisk() !== undefined)(
    "a nightly backup that fails on a full disk keeps earlier backups, deletes its own files and shows a reason",
    { tags: "all" },
    async () => {
      const s = await station();
      const backups = nights(s);
      s.core.deps.db.raw.exec(
        "CREATE TABLE ballast (bytes BLOB); INSERT INTO ballast VALUES (zeroblob(20000000))",
      );
      const disk = smallDisk(70);
      backups.set({ folder: disk.folder });
      expect(await backups.run()).toBe("");
      const earlier = readdirSync(disk.folder);
      disk.fill();
      s.clock.nowMs += 86_400_000;
      expect(await backups.run()).toContain("MB are free there");
      expect(readdirSync(disk.folder).filter((name) => name !== "ballast")).toEqual(earlier);
      expect(backups.read().nightly.failure?.reason).toContain("MB are free there");
      disk.free();
      disk.makeReadOnly();
      expect(await backups.run()).toBe("The disk refused the backup (EROFS).");
      expect((await s.call("POST", "/parceltemplates", { name: "After" })).status).toBe(201);
    },
  );

  it("nightly backups follow the company's policy for folder and days, and the desk can change neither (E2121)", async () => {
    const s = await station();
    const [own, folder] = [temporaryFolder(), temporaryFolder()];
    const backups = nights(s, { folder, keepDays: 2 });
    const made = async (): Promise<number> => {
      expect(await backups.run()).toBe("");
      return readdirSync(folder).length;
    };
    const counts = [await made()];
    for (const days of [1, 1, 1, 30]) {
      s.clock.nowMs += days * 86_400_000;
      counts.push(await made());
    }
    expect(counts).toEqual([1, 2, 2, 2, 1]);
    expect(backups.read().nightly).toMatchObject({ folder, keepDays: 2 });
    expect(() => backups.set({ folder: own })).toThrow(expect.objectContaining({ code: "E2121" }));
    expect(() => backups.set({ keep: { daily: 3, weekly: 2, monthly: 3 } })).toThrow(
      expect.objectContaining({ code: "E2121" }),
    );
  });

  it("no call and no command line changes a policy's backup folder, and the desk's folder applies again without a policy", async () => {
    const [own, other, folder, dataDir] = [
      temporaryFolder(),
      temporaryFolder(),
      temporaryFolder(),
      temporaryFolder(),
    ];
    const first = await station({ dataDir });
    await set(first, { folder: own });
    await first.stop();
    const policyFile = join(temporaryFolder(), "policy.json");
    writeFileSync(policyFile, JSON.stringify({ backups: { folder, keepDays: 30 } }));
    const second = await station({ dataDir, policyFile, backupFolder: other });
    expect((await state(second)).nightly).toMatchObject({ folder, keepDays: 30 });
    expect(await second.desk("PATCH", "/station/backup", { folder: other })).toMatchObject({
      status: 409,
      code: "E2121",
    });
    expect(await second.desk("PATCH", "/station/backup", { folder: null })).toMatchObject({
      status: 409,
      code: "E2121",
    });
    expect((await second.call("PATCH", "/station/backup", { folder: other })).body.code).toBe(
      "E1055",
    );
    await second.stop();
    const third = await station({ dataDir });
    expect((await state(third)).nightly).toMatchObject({ folder: own, keepDays: null });
  });

  it("no nightly backup is made when a policy names a folder inside the data folder, and the reason is shown", async () => {
    const s = await station();
    const backups = nights(s, { folder: join(s.dataDir, "backups"), keepDays: 30 });
    mkdirSync(join(s.dataDir, "backups"));
    expect(await backups.run()).toContain("A backup in the data folder itself is lost with it");
    expect([
      readdirSync(join(s.dataDir, "backups")),
      backups.read().nightly.failure?.reason,
    ]).toEqual([[], expect.stringContaining("another disk")]);
  });
});
