/** Files of the watched folder are taken once, when they no longer change, and end with a reason. */
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  aPDF,
  fileOf,
  folderOf,
  orderFile,
  ORDER_HEAD,
  watchFolder,
} from "../../../helpers/watched-folder.ts";
import { eventually, station, temporaryFolder, type Station } from "../../../helpers/station.ts";

const numbersOf = (s: Station): string[] =>
  s.core.deps.db.raw
    .prepare<[], string>("SELECT order_number FROM shipments ORDER BY order_number")
    .pluck()
    .all();
const quiet = { settings: { rateLimit: null } };

describe("files of the watched folder", { timeout: 60_000 }, () => {
  it("an order file is imported and ends in `done`, with its counts in the journal", async () => {
    const s = await station(quiet);
    const folder = await watchFolder(s);
    folder.drop("orders.csv", orderFile("A-1", "A-2"));
    expect(await fileOf(s, "orders.csv", "DONE")).toMatchObject({ added: 2, known: 0, reason: "" });
    await eventually("the file is moved", () => folder.list("done").length === 1);
    expect([folder.list("in"), folder.list("done"), folder.list("refused"), numbersOf(s)]).toEqual([
      [],
      ["orders.csv"],
      [],
      ["A-1", "A-2"],
    ]);
  });

  it("the good rows of a file are imported, and its refused rows wait as a file next to the reason", async () => {
    const s = await station(quiet);
    const folder = await watchFolder(s);
    const bad = "B-2;Ayşe Yılmaz;05321112233;Cd. 5;Nowhere;İstanbul;1";
    folder.drop("mixed.csv", `${orderFile("B-1")}\n${bad}`);
    expect(await fileOf(s, "mixed.csv", "PARTLY")).toMatchObject({ added: 1, rejected: 1 });
    await eventually("the file is moved", () => folder.list("done").length === 1);
    expect(folder.list("refused")).toEqual(["mixed.csv.refused.csv", "mixed.csv.txt"]);
    expect(folder.read("refused", ".txt")).toContain("reddedildi");
    const rows = folder.read("refused", ".refused.csv");
    expect(rows).toContain("B-2");
    // The corrected file of refused rows is imported as it is.
    folder.drop("again.csv", rows.replace("Nowhere", "Kadıköy"));
    expect(await fileOf(s, "again.csv", "DONE")).toMatchObject({ added: 1 });
    expect(numbersOf(s)).toEqual(["B-1", "B-2"]);
  });

  it("a file that cannot be used is refused whole, with a text that says why", async () => {
    const s = await station(quiet);
    const folder = await watchFolder(s);
    folder.drop("no-columns.csv", "a;b\n1;2");
    folder.drop("old.xls", "x");
    folder.drop("empty.csv", "");
    folder.drop("large.csv", Buffer.alloc(17 * 1024 * 1024, "x"));
    folder.drop("not.xlsx", "no workbook");
    folder.drop("page.pdf", "<html>");
    folder.drop("half.pdf", aPDF().slice(0, 200));
    folder.drop("secret.pdf", aPDF().replace("/Root 1 0 R", "/Root 1 0 R /Encrypt 9 0 R"));
    const reasons = new Map(
      await Promise.all(
        [
          "no-columns.csv",
          "old.xls",
          "empty.csv",
          "large.csv",
          "not.xlsx",
          "page.pdf",
          "half.pdf",
          "secret.pdf",
        ].map(async (name) => [name, (await fileOf(s, name, "REFUSED")).reason] as const),
      ),
    );
    expect(Object.fromEntries(reasons)).toEqual({
      "no-columns.csv": "HEADINGS",
      "old.xls": "WRONG_KIND",
      "empty.csv": "EMPTY",
      "large.csv": "TOO_LARGE",
      "not.xlsx": "HEADINGS",
      "page.pdf": "NOT_PDF",
      "half.pdf": "CUT_OFF",
      "secret.pdf": "ENCRYPTED",
    });
    await eventually("all are moved", () => folder.list("refused").length === 16);
    expect([folder.list("in"), folder.list("done"), (await folderOf(s)).refusedLately]).toEqual([
      [],
      [],
      8,
    ]);
  });

  it(
    "a file without needed headings is refused with their names, and a file that two sources fit with theirs",
    { tags: "all" },
    async () => {
      const s = await station(quiet);
      const folder = await watchFolder(s);
      folder.drop("no-city.csv", orderFile("H-1").replace(";İl;", ";Yer;"));
      expect(await fileOf(s, "no-city.csv", "REFUSED")).toMatchObject({
        reason: "HEADINGS",
        detail: "İl / City",
      });
      await eventually("the text is there", () => folder.list("refused").length === 2);
      expect(folder.read("refused", ".txt")).toMatch(/ilk satıra yazın:\r\nİl \/ City/);
      for (const name of ["Depo", "Logo"])
        await s.call("PUT", "/station/order-sources", {
          name,
          columns: { orderNumber: "Fiş No" },
        });
      folder.drop("two.csv", orderFile("H-2").replace("Sipariş No", "Fiş No"));
      expect(await fileOf(s, "two.csv", "REFUSED")).toMatchObject({
        reason: "SEVERAL_SOURCES",
        detail: "Depo, Logo",
      });
    },
  );

  it("drafts, lock files, links and folders are left alone, and a link or a folder is named", async () => {
    const s = await station(quiet);
    const folder = await watchFolder(s);
    for (const name of ["~$x.xlsx", ".x.csv", "x.tmp", "x.csv.part", "x.crdownload"])
      folder.drop(name, orderFile("C-1"));
    mkdirSync(join(folder.path, "in", "folder.csv"));
    const outside = join(temporaryFolder(), "outside.csv");
    writeFileSync(outside, orderFile("C-2"));
    symlinkSync(outside, join(folder.path, "in", "link.csv"));
    folder.drop("last.csv", orderFile("C-3"));
    await fileOf(s, "last.csv", "DONE");
    const notTaken = await eventually("only the link and the folder wait", async () => {
      const state = await folderOf(s);
      return state.notTaken.length === 2 ? state.notTaken : undefined;
    });
    expect([numbersOf(s), folder.list("in").length, notTaken]).toEqual([
      ["C-3"],
      7,
      [
        { name: "folder.csv", reason: "NOT_A_FILE", code: "", detail: "" },
        { name: "link.csv", reason: "NOT_A_FILE", code: "", detail: "" },
      ],
    ]);
  });

  it("a file that grows is taken whole, after its last row", async () => {
    const folderTimes = {
      lookEveryMs: 200,
      resultsEveryMs: 100,
      answerMs: 5_000,
      longestPauseMs: 200,
    };
    const s = await station({ ...quiet, world: { folderTimes } });
    const folder = await watchFolder(s);
    folder.drop("growing.csv", ORDER_HEAD);
    const path = join(folder.path, "in", "growing.csv");
    for (let i = 1; i <= 25; i += 1) {
      const row = orderFile(`D-${String(i).padStart(2, "0")}`).split("\n")[1] ?? "";
      appendFileSync(path, `\n${row}`);
      await new Promise((done) => setTimeout(done, 40));
    }
    expect(await fileOf(s, "growing.csv", "DONE")).toMatchObject({ added: 25, rejected: 0 });
  });

  it(
    "the rows that a program writes after a pause, into the file that was imported meanwhile, are imported too",
    { tags: "all" },
    async () => {
      const s = await station(quiet);
      const folder = await watchFolder(s);
      folder.drop("slow.csv", orderFile("P-1"));
      const file = openSync(join(folder.path, "in", "slow.csv"), "a");
      onTestFinished(() => closeSync(file));
      await fileOf(s, "slow.csv", "DONE");
      writeSync(file, `\n${orderFile("P-2").split("\n")[1]}\n`);
      await eventually("the second row is imported", async () =>
        (await folderOf(s)).files.some(({ added, known }) => added === 1 && known === 1),
      );
      await eventually("the file is in done", () => folder.list("done").length === 1);
      expect(folder.list("in")).toEqual([]);
    },
  );

  it("files that wait together are taken by their age, and of one age by the numbers in their names", async () => {
    const s = await station(quiet);
    const folder = await watchFolder(s);
    const head = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Durum";
    const file = (number: string, state: string): string =>
      `${head}\n${number};Ayşe;05321112233;Cd. 5;Kadıköy;İstanbul;1;${state}`;
    const drop = (name: string, content: string, second: number): void => {
      folder.drop(name, content);
      utimesSync(join(folder.path, "in", name), second, second);
    };
    for (let i = 0; i < 12; i += 1) {
      drop(`${i}-z.csv`, file(`O-${i}`, ""), 1_000);
      drop(`${i}-a.csv`, file(`O-${i}`, "İptal"), 2_000);
      drop(`p-${i}.csv`, orderFile(`P-${i}`), 3_000);
    }
    await eventually("all are taken", () => folder.list("done").length === 36);
    const changes = await s.desk<{ total: number }>("GET", "/station/order-changes");
    const { files } = await folderOf(s);
    const last = files.map(({ name }) => name).filter((name) => name.startsWith("p-"));
    expect([changes.data.total, last.toReversed()]).toEqual([
      12,
      Array.from({ length: 12 }, (_, i) => `p-${i}.csv`),
    ]);
  });

  it("the same name and the same content twice overwrite nothing and add no order twice", async () => {
    const s = await station(quiet);
    const folder = await watchFolder(s);
    for (let i = 0; i < 3; i += 1) {
      folder.drop("daily.csv", orderFile("E-1"));
      await eventually("the file is moved", () => folder.list("done").length === i + 1);
    }
    const { files } = await folderOf(s);
    expect([files.map(({ added, known }) => [added, known]), numbersOf(s)]).toEqual([
      [
        [0, 1],
        [0, 1],
        [1, 0],
      ],
      ["E-1"],
    ]);
  });

  it(
    "names with odd characters and the longest names are taken as they are",
    { tags: "all" },
    async () => {
      const s = await station(quiet);
      const folder = await watchFolder(s);
      const long = `${"ş".repeat(125)}.csv`;
      const names = ["=cmd|' C calc'!A0.csv", " sipariş\n listesi .csv", "a'\"%2F$(x).csv", long];
      for (const [i, name] of names.entries()) folder.drop(name, orderFile(`F-${i}`));
      for (const name of names) expect((await fileOf(s, name, "DONE")).added).toBe(1);
      await eventually("all are moved", () => folder.list("done").length === 4);
    },
  );

  it("a missing folder is shown as a fault, and its files are taken once it is back", async () => {
    const s = await station(quiet);
    const folder = await watchFolder(s);
    await eventually("the folder is watched", async () => (await folderOf(s)).state === "watching");
    renameSync(folder.path, `${folder.path}-away`);
    const { fault } = await eventually("the station shows the fault", async () => {
      const state = await folderOf(s);
      return state.fault === null ? undefined : state;
    });
    expect(fault).toMatchObject({ reason: "MISSING", detail: "ENOENT" });
    mkdirSync(folder.path); // as an empty mount point
    await eventually(
      "the empty folder is no folder of orders",
      async () => (await folderOf(s)).fault?.reason === "NOT_SET_UP",
    );
    rmSync(folder.path, { recursive: true });
    renameSync(`${folder.path}-away`, folder.path);
    folder.drop("back.csv", orderFile("G-1"));
    await fileOf(s, "back.csv", "DONE");
    expect((await folderOf(s)).fault).toBeNull();
  });

  it("a folder that cannot be used is refused when it is chosen, and nothing is changed", async () => {
    const s = await station(quiet);
    const put = async (body: unknown): Promise<number> =>
      (await s.desk("PUT", "/station/order-folder", body)).status;
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    expect([
      await put({ folder: join(file, "x"), isOn: true }),
      await put({ folder: join(temporaryFolder(), "none"), isOn: true }),
      await put({ folder: "relative", isOn: true }),
      await put({ isOn: true }),
    ]).toEqual([409, 409, 400, 400]);
    expect(await folderOf(s)).toMatchObject({ folder: "", isOn: false, state: "off" });
  });
});
