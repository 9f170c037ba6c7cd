/**
 * Restoring a backup: preview, refusals, and completing or undoing the restore after kill -9 at
 * each step, without using a number or a label twice.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type {
  BackupEntry,
  BackupPreview,
} from "../../../../core/station/backups/backups.schema.ts";
import type { Backup } from "../../../../core/station/backups/backups.schema.ts";
import { DataFolderError } from "../../../../core/base/disk.ts";
import { restoreHeadless } from "../../../../core/station/backups/restore-headless.ts";
import {
  finishRestore,
  type RestorePoint,
} from "../../../../core/station/backups/restore-journal.ts";
import { programFile } from "../../../helpers/programs.ts";
import {
  boughtShipment,
  eventually,
  station,
  temporaryFolder,
  type Station,
} from "../../../helpers/station.ts";
import { someOf } from "../../../helpers/some-of.ts";

const MACHINE = "this machine";
const open = (dataDir: string, world: object = {}): Promise<Station> =>
  station({ dataDir, settings: { rateLimit: null }, world: { machine: MACHINE, ...world } });
const backUp = async (s: Station, folder: string): Promise<string> => {
  await s.desk("POST", "/station/backup", { folder });
  await eventually(
    "the backup",
    async () => (await s.desk<Backup>("GET", "/station/backup")).data.step === "done",
  );
  return readdirSync(folder).sort().at(-1) ?? "";
};
/** Changes the database of a backup, and updates its size and hash in the manifest. */
const change = (place: string, edit: (db: BetterSqlite3.Database) => void): void => {
  const path = join(place, "packbench.db");
  const db = new BetterSqlite3(path);
  edit(db);
  db.close();
  rewrite(place, "packbench.db", readFileSync(path));
};
/** Replaces a file of a backup, and updates its size and hash in the manifest. */
const rewrite = (place: string, name: string, bytes: Uint8Array | string): void => {
  writeFileSync(join(place, name), bytes);
  const manifest = JSON.parse(readFileSync(join(place, "manifest.json"), "utf8")) as {
    files: { name: string; bytes: number; sha256: string }[];
  };
  const files = manifest.files.filter((file) => file.name !== name);
  files.push({
    name,
    bytes: Buffer.byteLength(bytes),
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
  writeFileSync(join(place, "manifest.json"), JSON.stringify({ ...manifest, files }));
};
const query = (folder: string): string => `folder=${encodeURIComponent(folder)}`;
const templates = async (s: Station): Promise<string[]> =>
  (await s.desk<{ name: string }[]>("GET", "/parceltemplates")).data.map(({ name }) => name);

/** Prepares the folders of a stopped station that made a backup and then a purchase. */
async function prepare() {
  const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
  const s = await open(dataDir);
  const first = await boughtShipment(s);
  const name = await backUp(s, folder);
  const lost = await boughtShipment(s);
  await s.call("POST", "/parceltemplates", { name: "After" });
  await s.stop();
  return { dataDir, folder, name, first, lost };
}
let prepared: ReturnType<typeof prepare> | undefined;

/** Starts a station on copies of the prepared folders. */
async function restored() {
  prepared ??= prepare();
  const { name, first, lost, ...from } = await prepared;
  const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
  cpSync(from.dataDir, dataDir, { recursive: true, preserveTimestamps: true });
  cpSync(from.folder, folder, { recursive: true, preserveTimestamps: true });
  return { dataDir, folder, name, s: await open(dataDir), first, lost };
}

describe("a restored backup", () => {
  it(
    "a backup is previewed with its contents and the work that a restore would lose, only at the desk",
    { tags: "all" },
    async () => {
      const { s, folder, name } = await restored();
      const { data } = await s.desk<BackupPreview>(
        "GET",
        `/station/backups/${name}?${query(folder)}`,
      );
      expect(data).toMatchObject({
        name,
        organizations: ["Örnek Mağaza"],
        shipments: 1,
        purchases: 1,
        state: "whole",
        isOwn: true,
        isFromHere: true,
        lost: { purchases: 1, printJobs: 0 },
        keepsSecrets: true,
      });
      expect(
        (await s.desk<BackupEntry[]>("GET", `/station/backups?${query(folder)}`)).data.map(
          (entry) => entry.name,
        ),
      ).toEqual([name]);
      const refused = await Promise.all([
        s.call("GET", `/station/backups?${query(folder)}`),
        s.call("GET", `/station/backups/${name}?${query(folder)}`),
        s.call("POST", "/station/restores", { folder, name }),
      ]);
      expect(refused.map(({ body }) => body.code)).toEqual(["E1055", "E1055", "E1055"]);
      expect((await s.desk("POST", "/station/restores", { folder, name: `../${name}` })).code).toBe(
        "E2101",
      );
    },
  );

  it("a restore replaces the data, keeps the old data in a folder, and uses no number or barcode twice", async () => {
    const { s, dataDir, folder, name, first, lost } = await restored();
    const { incarnation } = s.core.deps.db;
    let restarts = 0;
    await s.stop();
    const again = await open(dataDir, { restart: () => (restarts += 1) });
    const answer = await again.desk<{ aside: string }>("POST", "/station/restores", {
      folder,
      name,
    });
    await eventually("the restart is asked for", () => restarts === 1);
    await again.stop();
    const after = await open(dataDir);
    expect(after.core.deps.db.incarnation).toBe(incarnation + 1);
    expect(await templates(after)).not.toContain("After");
    expect(readdirSync(join(dataDir, answer.data.aside))).toContain("packbench.db");
    const next = await boughtShipment(after);
    const numbers = [first, lost, next].map(({ shipment }) => shipment?.organizationShipmentID);
    const barcodes = [first, lost, next].map(({ shipment }) => shipment?.barcode ?? "");
    expect([new Set(numbers).size, new Set(barcodes).size, barcodes.includes("")]).toEqual([
      3,
      3,
      false,
    ]);
    expect(readdirSync(dataDir).filter((file) => file.startsWith("restore"))).toEqual([]);
  });

  it("no barcode is used twice, even when nothing was done between a backup and its restore, or when it is restored twice", async () => {
    const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
    const seen: unknown[] = [];
    let s = await open(dataDir);
    seen.push((await boughtShipment(s)).shipment?.barcode);
    const name = await backUp(s, folder);
    const incarnations = [s.core.deps.db.incarnation];
    for (let i = 0; i < 2; i += 1) {
      s.clock.nowMs += 60_000;
      await s.desk("POST", "/station/restores", { folder, name });
      await s.stop();
      s = await open(dataDir);
      incarnations.push(s.core.deps.db.incarnation);
      seen.push((await boughtShipment(s)).shipment?.barcode);
    }
    expect([incarnations, new Set(seen).size]).toEqual([[1, 2, 3], 3]);
  });

  it("a restored station prints nothing that waited in the backup: its print jobs are FAILED, and its batches are STOPPED", async () => {
    const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
    const s = await open(dataDir);
    const bought = await boughtShipment(s);
    const other = await boughtShipment(s);
    const jobs = (
      await s.desk<{ id: string }>("POST", "/station/printjobs", {
        shipmentID: bought.shipment?.id,
      })
    ).status;
    await s.desk("POST", "/station/batches", {
      shipmentIDs: [other.shipment?.id],
      title: "Morning",
      sort: "given",
    });
    expect(jobs).toBe(201);
    const name = await backUp(s, folder);
    await s.desk("POST", "/station/restores", { folder, name });
    await s.stop();
    const after = await open(dataDir);
    const rows = after.core.deps.db.raw
      .prepare("SELECT status, last_error FROM print_jobs ORDER BY id")
      .all() as { status: string; last_error: string }[];
    expect(rows.length).toBeGreaterThan(0);
    expect(
      rows.every(
        ({ status, last_error }) =>
          status === "FAILED" && /^(restored|batch stopped)\t/.test(last_error),
      ),
    ).toBe(true);
    expect(
      after.core.deps.db.raw.prepare("SELECT DISTINCT status FROM print_batches").pluck().all(),
    ).toEqual(["STOPPED"]);
  });

  it(
    "a restore changes none of this computer's programs, folders, origins, hosts or ports",
    { tags: "all" },
    async () => {
      const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
      const hub = { hubID: "h", servers: ["own.example:4222"] };
      const own = {
        api: { enabled: true, port: 0, listen: "", securePort: 0 },
        allowedOrigins: ["https://own.example"],
        printers: [],
        hub,
        packing: { requireScannedItems: false },
      };
      writeFileSync(join(dataDir, "station.json"), JSON.stringify(own));
      const s = await station({ dataDir, world: { machine: MACHINE } });
      const name = await backUp(s, folder);
      const evil = {
        hubServer: { program: join(folder, "evil"), port: 1 },
        api: { enabled: true, port: 1, listen: "0.0.0.0", securePort: 2 },
        allowedOrigins: ["https://evil.example"],
        nightlyBackup: { folder, keep: { daily: 1, weekly: 0, monthly: 0 }, failure: null },
        lastBackup: { at: "", file: folder, bytes: 1 },
        pictureTargets: { allowed: ["evil.example"] },
        webhookTargets: { allowed: ["evil.example"] },
        printers: [{ id: "evil" }],
        printerRoles: { label: "evil" },
        simulatorPrinter: "evil",
        tracking: { publicAddress: "https://evil.example" },
        rateLimit: null,
        later: "evil",
        hub: { hubID: "h", servers: ["evil.example:4222"] },
        hubAsked: "evil",
        packing: { requireScannedItems: true },
        deskName: "Masa 2",
      };
      rewrite(join(folder, name), "station.json", JSON.stringify(evil));
      await s.desk("POST", "/station/restores", { folder, name });
      await s.stop();
      finishRestore(dataDir, MACHINE);
      const { lastBackup, ...after } = JSON.parse(
        readFileSync(join(dataDir, "station.json"), "utf8"),
      ) as Record<string, unknown>;
      expect(lastBackup).toMatchObject({ file: join(folder, name) });
      expect(after).toEqual({ ...own, packing: { requireScannedItems: true }, deskName: "Masa 2" });
    },
  );

  it("a backup that is damaged, newer, of a trial version or missing is refused, and none of its files stay", async () => {
    const { s, dataDir, folder, name } = await restored();
    const place = join(folder, name);
    const refusal = async (): Promise<string> =>
      (await s.desk("POST", "/station/restores", { folder, name })).code;
    const manifest = readFileSync(join(place, "manifest.json"), "utf8");
    writeFileSync(
      join(place, "manifest.json"),
      manifest
        .replace(/"minReader": \d+/, '"minReader": 9999')
        .replace(/"schema": \d+/, '"schema": 9999'),
    );
    expect(await refusal()).toBe("E2102");
    for (const format of ["", '"format": "PC",']) {
      writeFileSync(
        join(place, "manifest.json"),
        manifest.replace('"format": "PD",', format).replace(/"schema": \d+/, '"schema": 44'),
      );
      const { data } = await s.desk<BackupEntry[]>("GET", `/station/backups?${query(folder)}`);
      expect([await refusal(), data[0]?.state]).toEqual(["E2161", "trial"]);
    }
    writeFileSync(join(place, "manifest.json"), manifest);
    const database = readFileSync(join(place, "packbench.db"));
    database.fill(7, 9_000, 9_100);
    writeFileSync(join(place, "packbench.db"), database);
    expect(await refusal()).toBe("E2101");
    writeFileSync(join(place, "packbench.db"), database.subarray(0, 5_000));
    expect([
      await refusal(),
      (await s.desk<BackupEntry[]>("GET", `/station/backups?${query(folder)}`)).data[0]?.state,
    ]).toEqual(["E2101", "damaged"]);
    rmSync(place, { recursive: true });
    expect(await refusal()).toBe("E2101");
    expect(readdirSync(dataDir).filter((file) => file.startsWith("restore"))).toEqual([]);
    expect(await templates(s)).toContain("After");
  });

  const DAMAGES: readonly (readonly [what: string, change: (place: string) => void])[] = [
    [
      "a database of another program",
      (place) =>
        change(place, (db) => db.exec("PRAGMA application_id = 7; PRAGMA user_version = 3")),
    ],
    [
      "a database without one of our tables",
      (place) => change(place, (db) => db.exec("DROP TABLE print_batches")),
    ],
    [
      "a database without one of our columns",
      (place) => change(place, (db) => db.exec("ALTER TABLE addresses DROP COLUMN zip")),
    ],
    [
      "an additional trigger",
      (place) =>
        change(place, (db) =>
          db.exec(
            "CREATE TRIGGER evil AFTER INSERT ON addresses BEGIN DELETE FROM ledger_entries; END",
          ),
        ),
    ],
    [
      "a changed trigger under the name of one of ours",
      (place) =>
        change(place, (db) =>
          db.exec(
            "DROP TRIGGER ledger_no_delete; CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger_entries BEGIN SELECT 1; END",
          ),
        ),
    ],
    [
      "an additional view",
      (place) => change(place, (db) => db.exec("CREATE VIEW evil AS SELECT 1")),
    ],
    [
      "an additional table",
      (place) => change(place, (db) => db.exec("CREATE TABLE evil (id TEXT)")),
    ],
    [
      "a station id that differs from its manifest's",
      (place) =>
        change(place, (db) =>
          db.exec("UPDATE station_meta SET value = 'x' WHERE key = 'station_id'"),
        ),
    ],
    [
      "a table that is not STRICT",
      (place) =>
        change(place, (db) => {
          db.unsafeMode(true);
          db.pragma("writable_schema = ON");
          db.exec(
            "UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'parcels'",
          );
        }),
    ],
    [
      "a path in the place of the station's id",
      (place) => {
        change(place, (db) =>
          db.exec("UPDATE station_meta SET value = '../../x' WHERE key = 'station_id'"),
        );
        const manifest = JSON.parse(readFileSync(join(place, "manifest.json"), "utf8")) as {
          holds: object;
        };
        writeFileSync(
          join(place, "manifest.json"),
          JSON.stringify({ ...manifest, holds: { ...manifest.holds, stationID: "../../x" } }),
        );
      },
    ],
    [
      "an incarnation that is not a number",
      (place) =>
        change(place, (db) =>
          db.exec("INSERT OR REPLACE INTO station_meta VALUES ('incarnation', 'many')"),
        ),
    ],
    [
      "an incarnation that is too large for other stations",
      (place) =>
        change(place, (db) =>
          db.exec("INSERT OR REPLACE INTO station_meta VALUES ('incarnation', '99999999999')"),
        ),
    ],
    [
      "an unreadable clock",
      (place) =>
        change(place, (db) =>
          db.exec("INSERT OR REPLACE INTO station_meta VALUES ('clock', 'garbage')"),
        ),
    ],
    [
      "settings nested so deep that they cannot be written",
      (place) =>
        rewrite(place, "station.json", `{"packing":${"[".repeat(200_000)}${"]".repeat(200_000)}}`),
    ],
    ["a list in the place of its settings", (place) => rewrite(place, "station.json", "[]")],
    [
      "settings that are a link",
      (place) => {
        const other = join(temporaryFolder(), "other.json");
        writeFileSync(other, readFileSync(join(place, "station.json")));
        rmSync(join(place, "station.json"));
        symlinkSync(other, join(place, "station.json"));
      },
    ],
    [
      "a manifest that is a link",
      (place) => {
        const other = join(temporaryFolder(), "manifest.json");
        renameSync(join(place, "manifest.json"), other);
        symlinkSync(other, join(place, "manifest.json"));
      },
    ],
    [
      "a manifest that is too long",
      (place) =>
        writeFileSync(
          join(place, "manifest.json"),
          `${readFileSync(join(place, "manifest.json"), "utf8")}${" ".repeat(300_000)}`,
        ),
    ],
    [
      "each file twice in its manifest",
      (place) => {
        const manifest = JSON.parse(readFileSync(join(place, "manifest.json"), "utf8")) as {
          files: unknown[];
        };
        writeFileSync(
          join(place, "manifest.json"),
          JSON.stringify({ ...manifest, files: [...manifest.files, ...manifest.files] }),
        );
      },
    ],
  ];

  it.each(someOf(DAMAGES, 12))(
    "a backup with %s is refused at the desk and without a window, and the data stays unchanged",
    async (_what, edit) => {
      const { s, dataDir, folder, name } = await restored();
      edit(join(folder, name));
      expect((await s.desk("POST", "/station/restores", { folder, name })).code).toBe("E2101");
      expect(readdirSync(dataDir).filter((file) => file.startsWith("restore"))).toEqual([]);
      expect(await templates(s)).toContain("After");
      await s.stop();
      await expect(
        restoreHeadless(
          { dataDir, from: join(folder, name), became: "copied", isConfirmed: true },
          () => {},
        ),
      ).rejects.toThrow(DataFolderError);
      const again = await open(dataDir);
      expect(await templates(again)).toContain("After");
    },
  );

  it("another computer's backup is restored only after the user states whether that computer is still used, and a copy becomes a separate station", async () => {
    const { s, folder, name } = await restored();
    const original = s.core.deps.db.stationID;
    await s.stop();
    const became = async (answer: string): Promise<{ stationID: string; number: number }> => {
      const dataDir = temporaryFolder();
      const fresh = await open(dataDir, { machine: "new machine" });
      expect((await fresh.desk("POST", "/station/restores", { folder, name })).code).toBe("E2103");
      await fresh.desk("POST", "/station/restores", { folder, name, became: answer });
      await fresh.stop();
      const after = await open(dataDir, { machine: "new machine" });
      return {
        stationID: after.core.deps.db.stationID,
        number: (await boughtShipment(after)).shipment?.organizationShipmentID ?? 0,
      };
    };
    const [moved, copied] = [await became("moved"), await became("copied")];
    expect([moved.stationID === original, moved.number > 10_000, moved.number < 100_000]).toEqual([
      true,
      true,
      true,
    ]);
    expect([copied.stationID === original, copied.number > 10_000_000]).toEqual([false, true]);
  }, 60_000);
});

describe("kill -9 during a restore", () => {
  const POINTS: readonly (readonly [RestorePoint, number])[] = [
    ["one put aside", 1],
    ["one put aside", 2],
    ["one put aside", 3],
    ["all put aside", 1],
    ["one placed", 1],
    ["one placed", 2],
    ["all placed", 1],
    ["numbers written", 1],
    ["journal removed", 1],
  ];

  let askedOnce: Promise<string> | undefined;

  /** Copies a data folder of a stopped station whose restore was requested. */
  async function asked(): Promise<string> {
    askedOnce ??= (async () => {
      const { s, dataDir, folder, name } = await restored();
      await s.desk("POST", "/station/restores", { folder, name });
      await s.stop();
      return dataDir;
    })();
    const dataDir = join(temporaryFolder(), "data");
    cpSync(await askedOnce, dataDir, { recursive: true, preserveTimestamps: true });
    return dataDir;
  }

  it("a kill at any step, or at two steps in succession, leaves the complete restored station after the next start", async () => {
    for (const [i, [point, times]] of someOf([...POINTS.entries()], 2)) {
      const dataDir = await asked();
      const deaths = [[point, times] as const, POINTS[(i + 3) % POINTS.length] ?? [point, times]];
      for (const [at, count] of deaths) {
        const { signal, status } = spawnSync(process.execPath, [
          programFile("restore-child.ts"),
          dataDir,
          at,
          String(count),
        ]);
        expect([signal, status]).toEqual(
          at === point && count === times
            ? ["SIGKILL", null]
            : [
                expect.toSatisfy((s) => s === null || s === "SIGKILL"),
                expect.toSatisfy((s) => s === null || s === 0),
              ],
        );
      }
      const s = await open(dataDir);
      expect([
        s.core.deps.db.incarnation,
        (await templates(s)).includes("After"),
        (await s.desk<{ isWhole: boolean }>("GET", "/station/integrity")).data.isWhole,
      ]).toEqual([2, false, true]);
      const aside = readdirSync(dataDir).find((file) => file.startsWith("before-restore")) ?? "";
      const old = new BetterSqlite3(join(dataDir, aside, "packbench.db"), { readonly: true });
      expect([
        old.pragma("quick_check", { simple: true }),
        old.prepare("SELECT count(*) FROM parcel_templates WHERE name = 'After'").pluck().get(),
      ]).toEqual(["ok", 1]);
      old.close();
      await s.stop();
    }
  }, 240_000);

  it("a kill before the journal is written leaves the complete old station and no staged files", async () => {
    const dataDir = await asked();
    renameSync(join(dataDir, "restore.json"), join(dataDir, "away"));
    expect(existsSync(join(dataDir, "restore.part", "packbench.db"))).toBe(true);
    const s = await open(dataDir);
    expect([
      s.core.deps.db.incarnation,
      (await templates(s)).includes("After"),
      existsSync(join(dataDir, "restore.part")),
    ]).toEqual([1, true, false]);
  });

  it.each([
    ["that names a folder outside the data folder", { aside: "../elsewhere" }],
    ["that is too long", { more: " ".repeat(20_000) }],
  ])("a journal %s prevents the start, and the data stays", async (_what, edit) => {
    const dataDir = await asked();
    const path = join(dataDir, "restore.json");
    const journal = readFileSync(path, "utf8");
    writeFileSync(path, JSON.stringify({ ...(JSON.parse(journal) as object), ...edit }));
    await expect(open(dataDir)).rejects.toThrow(/restore\.json is damaged/);
    expect([
      existsSync(join(dataDir, "packbench.db")),
      existsSync(join(dataDir, "../elsewhere")),
    ]).toEqual([true, false]);
  });

  it.each([
    ["without the copy of a backup", (staged: string) => rmSync(staged, { recursive: true })],
    [
      "whose copy of a backup is a link",
      (staged: string) => {
        const other = join(temporaryFolder(), "other");
        renameSync(staged, other);
        symlinkSync(other, staged);
      },
    ],
  ])("a journal %s prevents the start, and the data stays", async (_what, edit) => {
    const dataDir = await asked();
    edit(join(dataDir, "restore.part"));
    await expect(open(dataDir)).rejects.toThrow(/restore\.json is damaged/);
    expect(existsSync(join(dataDir, "packbench.db"))).toBe(true);
  });

  it("an unreadable journal prevents the start, and the message says where the data is in each case", async () => {
    const dataDir = await asked();
    truncateSync(join(dataDir, "restore.json"), 5);
    await expect(open(dataDir)).rejects.toThrow(
      /restore\.json is damaged.*If the restore had begun.*before-restore/,
    );
  });
});
