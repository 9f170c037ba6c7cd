/**
 * A support bundle is useful and contains no personal data: a test puts names, phones, addresses
 * and tokens into the bundle's sources and searches the bundle for them.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createLogOptions } from "../../../../core/base/log.ts";
import { scrubText } from "../../../../core/station/support/scrub.ts";
import type { Reader } from "../../../../core/db/reader.ts";
import { writeSupportBundle } from "../../../../core/station/support/headless-bundle.ts";
import { pino } from "pino";
import {
  boughtShipment,
  change,
  RECIPIENT,
  station,
  temporaryFolder,
} from "../../../helpers/station.ts";
import { unzip } from "../../../helpers/unzip.ts";

const PERSONAL = [
  "Çağla",
  "Şimşekoğlu",
  "Mehmet",
  "Deniz",
  "Will",
  "Mark",
  "0532 411 98 76",
  "+905324119876",
  "905324119876",
  "elif@magaza-ornek.com",
  "magaza-ornek",
  "Bağdat",
  "Kadıköy",
  "Tophane",
  "pb_live_9f8e7d6c5b4a",
  "9f8e7d6c5b4a",
  "10000000146",
  "TR330006100519786457841326",
  "SIP-2026-77",
  "Zehirli-Parola-7",
  "10.20.30.40",
  "elifkaya",
  "Gül Sokak",
];
const ALL = PERSONAL.join(" ");
const found = (text: string): string[] =>
  PERSONAL.filter((piece) =>
    new RegExp(
      `(?<![A-Za-zçğışöüÇĞİŞÖÜ0-9])${piece.replace(/[+.]/g, "\\$&")}(?![a-zçğışöü0-9])`,
      /^(?:Will|Mark|Deniz)$/.test(piece) ? "u" : "iu",
    ).test(text),
  );

describe("a support bundle", () => {
  it("a bundle contains no name, phone, address, e-mail, number or token from shipments, printers, settings, prints, jobs, log lines or errors", async () => {
    const s = await station();
    await boughtShipment(s, {
      recipientAddress: {
        ...RECIPIENT,
        name: "Mehmet Deniz",
        phone: "+905324119876",
        email: "elif@magaza-ornek.com",
        address1: ALL.slice(0, 90),
      },
      order: { orderNumber: "SIP-2026-77", notes: ALL },
    });
    s.core.deps.settings.writeAll({
      printers: [],
      oldPrinters: [
        { name: ALL, host: "10.20.30.40", "Mehmet Deniz": 5_324_119_876, language: "ZPL" },
      ],
      "elif@magaza-ornek.com": true,
    });
    await s.desk("POST", "/station/printjobs", {
      shipmentID: (await boughtShipment(s)).shipment?.id,
    });
    change(
      s,
      `UPDATE print_jobs SET last_error = 'other\tPrinter says: ${ALL}', last_words = '${ALL}'`,
    );
    change(s, `UPDATE jobs SET last_error = 'The receiver said ${ALL}'`);
    const logs = join(s.dataDir, "logs");
    mkdirSync(logs, { recursive: true });
    mkdirSync(join(s.dataDir, "crashes", "pending"), { recursive: true });
    for (const name of ["Mehmet Deniz", "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9"])
      writeFileSync(join(s.dataDir, "crashes", "pending", `${name}.dmp`), ALL);
    const lines: string[] = [];
    const log = pino(createLogOptions("info"), { write: (line: string) => void lines.push(line) });
    const err = Object.assign(new TypeError(`cannot send to ${ALL}`, { cause: new Error(ALL) }), {
      code: "ECONNREFUSED",
      hint: ALL,
    });
    err.stack = `TypeError: cannot send to ${ALL}\n    at Mehmet Deniz (/home/elifkaya/Gül Sokak/send.ts:10:5)\n    at sendLabel (/home/elifkaya/core/printing/send-job.ts:42:7)\n    at node:internal/main:1:1`;
    log.error(
      { err, recipient: ALL, name: ALL, nested: { phone: "0532 411 98 76" } },
      "the printer did not answer",
    );
    log.warn({ [ALL]: ALL, ms: 12 }, `the label of ${ALL} was not printed`);
    writeFileSync(
      join(logs, "packbench.log"),
      `${lines.join("")}${ALL}\nnot json ${ALL}\n{"level":30,"msg":"half ${ALL}\n`,
    );

    const response = await fetch(`${s.url}/station/support-bundle`, {
      headers: { authorization: `Bearer ${s.started.token}` },
    });
    expect(response.status).toBe(200);
    const files = unzip(new Uint8Array(await response.arrayBuffer()));
    expect(
      [...files]
        .map(([name, text]) => [name, found(text)])
        .filter(([, pieces]) => pieces?.length !== 0),
    ).toEqual([]);
    expect(found([...files.keys()].join("\n"))).toEqual([]);
    expect([...files.keys()].sort()).toEqual([
      "README.txt",
      "about.json",
      "crashes.json",
      "database.json",
      "disk.json",
      "last-errors.json",
      "logs/packbench.log",
      "settings.json",
    ]);
    // The bundle is useful as well.
    expect(JSON.parse(files.get("crashes.json") ?? "")).toEqual(
      expect.arrayContaining([
        {
          name: "pending/0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9.dmp",
          bytes: Buffer.byteLength(ALL),
          at: expect.any(String),
        },
      ]),
    );
    const scrubbed = files.get("logs/packbench.log") ?? "";
    expect(scrubbed).toContain('"msg":"the printer did not answer"');
    expect(scrubbed).toContain('"code":"ECONNREFUSED"');
    expect(scrubbed).toContain("sendLabel send-job.ts:42:7");
    expect(JSON.parse(files.get("database.json") ?? "")).toMatchObject({
      schema: expect.any(Number),
      rows: { shipments: 2, transactions: 2 },
    });
    expect(files.get("settings.json")).toContain('"language": "ZPL"');
  });

  it(
    "four simultaneous calls for bundles count the database's rows one after the other, so they do not start four reading threads",
    { tags: "all" },
    async () => {
      const s = await station();
      const { reader } = s.core.deps;
      let [now, most, all] = [0, 0, 0];
      const counted: Reader = {
        ...reader,
        sessions: async (run) => {
          [now, all] = [now + 1, all + 1];
          most = Math.max(most, now);
          return reader.sessions(run).finally(() => (now -= 1));
        },
        until: () => counted,
      };
      Object.assign(s.core.deps, { reader: { ...reader, until: () => counted } });
      const answers = await Promise.all(
        Array.from({ length: 4 }, () =>
          fetch(`${s.url}/station/support-bundle`, {
            headers: { authorization: `Bearer ${s.started.token}` },
          }).then(async (answer) => unzip(new Uint8Array(await answer.arrayBuffer()))),
        ),
      );
      expect(answers.map((files) => files.get("database.json")?.includes('"shipments"'))).toEqual(
        Array.from({ length: 4 }, () => true),
      );
      expect({ most, all }).toEqual({ most: 1, all: 8 });
    },
  );

  it(
    "a bundle is made without a window while a station runs, and for a folder whose database cannot be read",
    { tags: "all" },
    async () => {
      const s = await station();
      const file = join(temporaryFolder(), "support.zip");
      const said: string[] = [];
      await writeSupportBundle({ dataDir: s.dataDir, version: "1.2.3" }, file, (line) =>
        said.push(line),
      );
      expect(JSON.parse(unzip(readFileSync(file)).get("about.json") ?? "")).toMatchObject({
        packbench: "1.2.3",
        node: process.versions.node,
      });
      expect(said.join()).toContain(file);
      const damaged = temporaryFolder();
      writeFileSync(join(damaged, "packbench.db"), "no database of Mehmet");
      await writeSupportBundle({ dataDir: damaged, version: "1.2.3" }, file, () => {});
      expect(unzip(readFileSync(file)).get("database.json")).toContain("failure");
    },
  );

  it(
    "a bundle names the failure in place of a log file that cannot be read, and has the other files",
    { tags: "all" },
    async () => {
      const dataDir = temporaryFolder();
      mkdirSync(join(dataDir, "logs", "earlier.log"), { recursive: true });
      writeFileSync(
        join(dataDir, "logs", "packbench.log"),
        '{"level":50,"msg":"printer stopped"}\n',
      );
      const file = join(temporaryFolder(), "support.zip");
      await writeSupportBundle({ dataDir, version: "1.2.3" }, file, () => {});
      const files = unzip(readFileSync(file));
      expect(JSON.parse(files.get("logs/earlier.log") ?? "")).toMatchObject({ code: "EISDIR" });
      expect(files.get("logs/packbench.log")).toContain("printer stopped");
    },
  );

  it("a bundle keeps words of our own messages and drops words that may be a person's name", () => {
    expect(scrubText("the printer did not answer: ECONNREFUSED 10.20.30.40:9100")).toBe(
      "the printer did not answer: ECONNREFUSED …",
    );
    expect(scrubText("Will Mark print the label of Deniz?")).toBe("… print the label of …");
  });
});
