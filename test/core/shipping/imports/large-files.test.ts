/** @module-tag alone */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { ImportResult } from "../../../../core/shipping/imports/imports.schema.ts";
import { longestTurn } from "../../../helpers/longest-turn.ts";
import { station, type Station } from "../../../helpers/station.ts";

const HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Ürün;Adet";
const rowOf = (order: number, item: number): string =>
  `L${order};Çağla Şimşekoğlu;05551112233;Bağdat Cd. 5;Kadıköy;İstanbul;2,5;Tişört ${item};2`;
const MIB = 1024 * 1024;
/** Longest stall that a person at the desk does not notice. */
const LONGEST_STALL_MS = 50;
/**
 * Allowed multiple of the longest turn of a one-row file, because on a busy machine even that file
 * has long turns.
 */
const TIMES_SMALL = 2;

type Answer = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly data: ImportResult | undefined;
};

/**
 * Sends a file from a separate process, so that only the station's work is measured.
 *
 * @param file JavaScript that makes the text.
 */
async function send(s: Station, file: string): Promise<Answer> {
  const program = `
    const content = Buffer.from(${file}).toString("base64");
    const response = await fetch(${JSON.stringify(`${s.url}/station/imports`)}, {
      method: "POST",
      headers: { authorization: "Bearer ${s.started.token}", "content-type": "application/json" },
      body: JSON.stringify({ fileName: "orders.csv", content }),
    });
    const { code, message, data } = await response.json();
    console.log(JSON.stringify({ status: response.status, code, message, data: data && { ...data, rejected: data.rejected.slice(0, 3) } }));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", program],
    { maxBuffer: 64 * MIB },
  );
  return JSON.parse(stdout) as Answer;
}

/**
 * Measures how long an import blocks this thread.
 *
 * @param file Sent to a station after a file of one row.
 * @returns The station's answer, this thread's longest turn during the import, and the allowed
 * longest turn, ms.
 */
async function measured(
  s: Station,
  file: string,
): Promise<Answer & { longestMs: number; limitMs: number }> {
  const small = await longestTurn(() => send(s, JSON.stringify(`${HEAD}\nx`)));
  const { result, longestMs } = await longestTurn(() => send(s, file));
  return {
    ...result,
    longestMs,
    limitMs: Math.max(LONGEST_STALL_MS, TIMES_SMALL * small.longestMs),
  };
}

async function isRefused(
  _what: string,
  file: string,
  status: number,
  code: string,
  message: RegExp,
): Promise<void> {
  const s = await station();
  const answer = await measured(s, file);
  expect(answer).toMatchObject({ status, code, message: expect.stringMatching(message) });
  expect(s.core.deps.db.raw.prepare("SELECT count(*) FROM orders").pluck().get()).toBe(0);
  expect(answer.longestMs).toBeLessThan(answer.limitMs);
}

describe("a large order file", () => {
  it.each([
    [
      "201 columns",
      `${JSON.stringify(`${HEAD}\n${rowOf(1, 1)}`)} + ";x".repeat(192)`,
      400,
      "E2029",
      /^Line 2 has 201 columns; a file may have 200\./,
    ],
    [
      "a cell of 10,001 characters",
      `${JSON.stringify(`${HEAD}\n${rowOf(1, 1)}`)}.replace("Bağdat", "B".repeat(10_001 - " Cd. 5".length))`,
      400,
      "E2029",
      /^Line 2, column 4 has more than 10000 characters\. Shorten it/,
    ],
    [
      "a byte more than 16 MiB",
      `Buffer.alloc(${16 * MIB + 1}, "a")`,
      400,
      "E2029",
      /^The file is larger than 16 MiB\. Split it/,
    ],
  ])(
    "a file of %s is refused with instructions, nothing is imported, and no other call waits 50 ms",
    isRefused,
  );

  it.each([
    [
      "16 MiB of lines that are no header",
      `"a\\n".repeat(${8 * MIB})`,
      400,
      "E2096",
      /^The first line must name the columns/,
    ],
    [
      "16 MiB of lines under a good header",
      `${JSON.stringify(`${HEAD}\n`)} + "a\\n".repeat(${8 * MIB - 100})`,
      400,
      "E2029",
      /^The file has more than 50000 rows\. Split it/,
    ],
    [
      "one line of 16 MiB of semicolons",
      `Buffer.alloc(${16 * MIB}, ";")`,
      400,
      "E2029",
      /^Line 1 has more than 20000 columns; a file may have 200\./,
    ],
    [
      "one line of 8 Mi cells",
      `"a,".repeat(${8 * MIB})`,
      400,
      "E2029",
      /^Line 1 has more than 20000 columns; a file may have 200\./,
    ],
    [
      "lines with a wrong line end",
      `${JSON.stringify(`${HEAD}\n`)} + (";".repeat(1_000) + "\\r").repeat(16_000)`,
      400,
      "E2029",
      /^Line 2 has more than 20000 columns; a file may have 200\./,
    ],
  ])(
    "a file of %s is refused with instructions, nothing is imported, and no other call waits 50 ms",
    { tags: "all" },
    isRefused,
  );

  it("a body beyond the size limit is refused before it is sent: 413 E2003 with this route's limit", async () => {
    const s = await station();
    const headers = {
      authorization: `Bearer ${s.started.token}`,
      "content-type": "application/json",
      "content-length": String(31 * MIB),
    };
    const sending = request(`${s.url}/station/imports`, { method: "POST", headers }).on(
      "error",
      () => {},
    );
    sending.write('{"fileName":"a.csv","content":"');
    const [answer] = (await once(sending, "response")) as [IncomingMessage];
    const body = JSON.parse(Buffer.concat(await answer.toArray()).toString("utf8")) as {
      code: string;
      message: string;
    };
    sending.destroy();
    expect([answer.statusCode, body.code, body.message]).toEqual([
      413,
      "E2003",
      "The request body is larger than 22 MiB. Send less at once.",
    ]);
  });

  it(
    "a file of 50,000 rows is imported, and no other call waits 50 ms for it",
    { timeout: 180_000 },
    async () => {
      const s = await station();
      const rows = `${JSON.stringify(`${HEAD}\n`)} + Array.from({ length: 50_000 }, (_, i) => ${JSON.stringify(rowOf(0, 0))}.replace("L0", "L" + Math.floor(i / 20)).replace("Tişört 0", "Tişört " + i)).join("\\n")`;
      const answer = await measured(s, rows);
      expect(answer).toMatchObject({
        status: 200,
        data: { rows: 50_000, added: 2_500, known: 0, rejected: [] },
      });
      expect(answer.longestMs).toBeLessThan(answer.limitMs);
    },
  );

  it(
    "50,000 bad rows are counted and the first of them listed, and no other call waits 50 ms for them",
    { tags: "all", timeout: 120_000 },
    async () => {
      const s = await station();
      const answer = await measured(s, `${JSON.stringify(`${HEAD}\n`)} + ";x;y\\n".repeat(50_000)`);
      expect(answer).toMatchObject({
        status: 200,
        data: {
          rows: 50_000,
          added: 0,
          rejectedCount: 50_000,
          rejected: [{ line: 2, code: "NO_ORDER_NUMBER" }, { line: 3 }, { line: 4 }],
        },
      });
      expect(answer.longestMs).toBeLessThan(answer.limitMs);
    },
  );

  it("a large file also arrives through the window's bridge, complete to the last character", async () => {
    const s = await station();
    const text = `${HEAD}\n${rowOf(1, 1)}\n${"\n".repeat(2 * MIB)}${rowOf(2, 1)}`;
    const { data } = await s.desk<ImportResult>("POST", "/station/imports", {
      fileName: "ö\ud83d\ude00.csv",
      content: Buffer.from(text).toString("base64"),
    });
    expect(data).toMatchObject({ fileName: "ö\ud83d\ude00.csv", rows: 2, added: 2 });
  });

  it("a file is imported once per Idempotency-Key, and a retry gets the same answer", async () => {
    const s = await station();
    const body = {
      fileName: "a.csv",
      content: Buffer.from(`${HEAD}\n${rowOf(1, 1)}`).toString("base64"),
    };
    const first = await s.call<ImportResult>("POST", "/station/imports", body, {
      "idempotency-key": "file-1",
    });
    const again = await s.call<ImportResult>("POST", "/station/imports", body, {
      "idempotency-key": "file-1",
    });
    const other = await s.call(
      "POST",
      "/station/imports",
      { ...body, fileName: "b.csv" },
      { "idempotency-key": "file-1" },
    );
    expect([first.body.data.added, again.body.data, other.body.code]).toEqual([
      1,
      first.body.data,
      "E2007",
    ]);
  });
});
