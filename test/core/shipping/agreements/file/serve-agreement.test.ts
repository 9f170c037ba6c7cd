/** `npm run serve -- --agreement FILE`, by real processes. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { AgreementView } from "../../../../../core/shipping/agreements/agreements.schema.ts";
import { temporaryFolder } from "../../../../helpers/folders.ts";
import { headlessStations } from "../../../../helpers/headless.ts";
import { call, eventually } from "../../../../helpers/station.ts";
import { csvOf, type Table } from "../load/lists.ts";

const TABLE: Table = [
  ["Carrier", "UPS"],
  ["Contract number", "U-1"],
  ["First day", "2099-01-01"],
  ["First barcode", "1Z100"],
  ["Last barcode", "1Z199"],
  ["Desi", "City", "Far"],
  ["1", "10", "20"],
];

let folder = "";
const stations = headlessStations();
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  stations.killAll();
  rmSync(folder, { recursive: true, force: true });
});

const dataDir = (): string => join(folder, "data");

function fileOf(bytes: Uint8Array | string): string {
  const file = join(folder, "agreement.csv");
  writeFileSync(file, bytes);
  return file;
}

async function listed(url: string, token: string): Promise<AgreementView[]> {
  const { body } = await call<AgreementView[]>(url, token, {
    method: "GET",
    path: "/station/agreements",
  });
  return body.data.filter(({ isSample }) => !isSample);
}

async function started(file: string): Promise<{ agreements: AgreementView[]; line: unknown }> {
  const { child, ready, out } = await stations.serve(
    dataDir(),
    "--new-token",
    "test",
    "--agreement",
    file,
  );
  const agreements = await listed(ready.url, ready.token);
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
  return { agreements, line: (JSON.parse(out()) as Record<string, unknown>)["agreement"] };
}

it("the start enters the file and says so, and the next start finds it entered", async () => {
  const file = fileOf(csvOf(TABLE));
  const first = await started(file);
  expect(first.line).toBe(
    "UPS, contract U-1: new agreement entered, prices from 2099-01-01, barcode ranges added: 1",
  );
  const second = await started(file);
  expect(second.line).toBe("UPS, contract U-1: already entered, prices from 2099-01-01");
  expect(second.agreements.map(({ id, versions }) => [id, versions.length])).toEqual(
    first.agreements.map(({ id }) => [id, 1]),
  );
});

it(
  "a wrong file ends the start with every problem by row and column, and nothing is entered",
  { tags: "all" },
  async () => {
    const wrong = TABLE.map((row) => (row[0] === "First day" ? ["First day", "2020-01-01"] : row));
    const file = fileOf(csvOf([["Speed", "3"], ...wrong.slice(0, -1), ["1", "1.250", ""]]));
    const { code, stderr } = await stations.refused(dataDir(), "--agreement", file);
    expect([code, stderr.trimEnd().split("\n")]).toEqual([
      1,
      [
        "agreement.csv was not entered; nothing was saved.",
        "  row 1, column A: “Speed” is no known line above a price list. Correct the name, or delete the line.",
        "  row 8, column B: “1.250” can be read in two ways: 1250.00 or 1.25. Write one of these two, or say which sign separates the decimals.",
        "  row 8, column C: The price is empty. Each step needs a price in each zone.",
      ],
    ]);
    const late = await stations.refused(dataDir(), "--agreement", fileOf(csvOf(wrong)));
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining("row 3, column B: ")]);
    const { agreements } = await started(fileOf(csvOf(TABLE)));
    expect(agreements).toHaveLength(1);
  },
);

it(
  "a folder, a missing file and a file of 300 MB are refused before the data folder is opened",
  { tags: "all" },
  async () => {
    const large = fileOf("");
    truncateSync(large, 300 * 1024 * 1024);
    const folderFile = join(folder, "x.csv");
    mkdirSync(folderFile);
    for (const [file, cause] of [
      [large, "EFBIG: it may have at most 4 MiB"],
      [folderFile, "EISDIR"],
      [join(folder, "absent.csv"), "ENOENT"],
    ] as const) {
      const { code, stderr } = await stations.refused(dataDir(), "--agreement", file);
      expect([code, stderr.split("\n")[0]]).toEqual([
        2,
        `--agreement ${file} cannot be read (${cause}); nothing was entered`,
      ]);
    }
    expect(existsSync(dataDir())).toBe(false);
  },
);

it.skipIf(process.getuid?.() === 0)("a file that may not be read is refused", async () => {
  const file = fileOf(csvOf(TABLE));
  chmodSync(file, 0o000);
  const { code, stderr } = await stations.refused(dataDir(), "--agreement", file);
  expect([code, stderr]).toEqual([2, expect.stringContaining("EACCES")]);
});

it("an empty file ends the start", { tags: "all" }, async () => {
  const { code, stderr } = await stations.refused(dataDir(), "--agreement", fileOf(""));
  expect([code, stderr]).toEqual([1, expect.stringContaining("The file is empty.")]);
});

it("a start that is killed leaves the whole agreement or nothing, and the next start enters it once", async () => {
  const file = fileOf(csvOf(TABLE));
  for (const wanted of ["db", "wal"]) {
    const { child } = stations.start(dataDir(), "--agreement", file);
    await eventually(
      `a ${wanted} file exists`,
      () => existsSync(dataDir()) && readdirSync(dataDir()).some((name) => name.endsWith(wanted)),
    );
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  }
  const { agreements } = await started(file);
  expect(agreements).toMatchObject([{ left: 100, ranges: [{}], versions: [{}] }]);
});
