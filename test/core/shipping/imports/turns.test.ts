/**
 * Order of reading order files: no organization's files block another's, and no file is read for a
 * caller that has disconnected.
 */
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import type { ImportResult } from "../../../../core/shipping/imports/imports.schema.ts";
import { orderHeader } from "../../../../core/shipping/imports/choose-source.ts";
import { readRows } from "../../../../core/shipping/imports/read-csv.ts";
import type { Organization } from "../../../../core/organizations/organizations.schema.ts";
import {
  call,
  eventually,
  RECIPIENT,
  station,
  type Answer,
  type Station,
} from "../../../helpers/station.ts";

const HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)";
const MIB = 1024 * 1024;

/** @param orders Number of orders; each order is a commit, so a file of many orders takes long. */
function file(name: string, orders: number): { fileName: string; content: string } {
  const rows = Array.from(
    { length: orders },
    (_, i) => `${name}${i};Çağla Şimşekoğlu;05551112233;Bağdat Cd. 5;Kadıköy;İstanbul;2,5`,
  );
  return {
    fileName: `${name}.csv`,
    content: Buffer.from([HEAD, ...rows].join("\n")).toString("base64"),
  };
}

async function strangersToken(s: Station, name: string): Promise<string> {
  const { id } = (await s.call<Organization>("POST", "/organizations", { name })).body.data;
  const { token } = (await s.call<{ token: string }>("POST", "/apitokens", { organizationID: id }))
    .body.data;
  await call(s.url, token, {
    method: "POST",
    path: "/addresses",
    body: { ...RECIPIENT, isDefaultSenderAddress: true },
  }); // No order can be imported without a sender.
  return token;
}

const send = (s: Station, token: string, body: unknown): Promise<Answer<ImportResult>> =>
  call<ImportResult>(s.url, token, { method: "POST", path: "/station/imports", body });
const ordersIn = (s: Station): number =>
  s.core.deps.db.raw.prepare("SELECT count(*) FROM orders").pluck().get() as number;
/**
 * Lists the files in the order of their imports, by the prefixes of their order numbers,
 * because their answers may overtake one another.
 */
function filesIn(s: Station): string[] {
  const names = (
    s.core.deps.db.raw
      .prepare("SELECT order_number FROM shipments ORDER BY seq")
      .pluck()
      .all() as string[]
  ).map((number) => number.split("-")[0] ?? "");
  return names.filter((name, i) => name !== names[i - 1]);
}

describe("order files", () => {
  it(
    "a program's first file is read, its second waits, its other files get E2005, and the desk's file waits for only one file",
    { tags: "all" },
    async () => {
      const s = await station({ settings: { rateLimit: null } });
      const theirs = await strangersToken(s, "Başka");
      const sent = Array.from({ length: 5 }, (_, i) => send(s, theirs, file(`T${i}-`, 400)));
      await eventually("the first rows", () => ordersIn(s) > 0);
      const ours = await s.desk<ImportResult>("POST", "/station/imports", file("O-", 1));
      const answers = await Promise.all(sent);
      expect([ours.status, ours.data.added, filesIn(s).map((name) => name[0])]).toEqual([
        200,
        1,
        ["T", "O", "T"],
      ]);
      expect(answers.filter((a) => a.status === 200).map((a) => a.body.data.added)).toEqual([
        400, 400,
      ]);
      expect(
        answers
          .filter((a) => a.status !== 200)
          .map((a) => [a.status, a.body.code, a.headers.get("retry-after")]),
      ).toEqual(Array.from({ length: 3 }, () => [429, "E2005", "10"]));
    },
  );

  it(
    "files of three organizations take turns, even if one organization sends more",
    { tags: "all" },
    async () => {
      const s = await station({ settings: { rateLimit: null } });
      const [a, b] = [await strangersToken(s, "A"), await strangersToken(s, "B")];
      const sendAs = async (token: string, name: string, orders: number): Promise<void> => {
        expect((await send(s, token, file(name, orders))).status).toBe(200);
      };
      const sent = [sendAs(a, "A1-", 300)];
      await eventually("the first rows", () => ordersIn(s) > 0);
      for (const [token, name] of [
        [a, "A2-"],
        [b, "B1-"],
        [String(s.started.token), "O1-"],
      ] as const) {
        sent.push(sendAs(token, name, 5));
        await new Promise((done) => setTimeout(done, 30));
      }
      await Promise.all(sent);
      expect(filesIn(s)).toEqual(["A1", "B1", "O1", "A2"]);
    },
  );

  it(
    "files at one station do not wait for files of another station in the same process",
    { tags: "all" },
    async () => {
      const [s, other] = [
        await station({ settings: { rateLimit: null } }),
        await station({ settings: { rateLimit: null } }),
      ];
      const long = send(s, String(s.started.token), file("L", 1_500));
      await eventually("the first rows", () => ordersIn(s) > 0);
      expect((await send(other, String(other.started.token), file("S", 1))).status).toBe(200);
      expect(ordersIn(s)).toBeLessThan(1_500);
      expect((await long).body.data.added).toBe(1_500);
    },
  );

  it(
    "a file whose program has disconnected is read no further: imported orders stay, and a waiting file is never started",
    { tags: "all", timeout: 60_000 },
    async () => {
      const s = await station({ settings: { rateLimit: null } });
      const begin = (body: unknown): { leave(): void } => {
        const headers = {
          authorization: `Bearer ${s.started.token}`,
          "content-type": "application/json",
        };
        const sending = request(`${s.url}/station/imports`, { method: "POST", headers }).on(
          "error",
          () => {},
        );
        sending.end(JSON.stringify(body));
        return { leave: () => void sending.destroy() };
      };
      const reading = begin(file("R", 1_500));
      await eventually("the first rows", () => ordersIn(s) > 0);
      const waiting = begin(file("W", 50));
      await new Promise((done) => setTimeout(done, 100));
      waiting.leave();
      reading.leave();
      const after = await send(s, await strangersToken(s, "Başka"), file("N", 1));
      const numbers = s.core.deps.db.raw
        .prepare("SELECT order_number FROM orders")
        .pluck()
        .all() as string[];
      expect([after.status, numbers.filter((n) => n.startsWith("W")).length]).toEqual([200, 0]);
      expect(numbers.length).toBeLessThan(1_500);
      const again = await eventually("its turn", async () => {
        const answer = await send(s, String(s.started.token), file("R", 1_500));
        return answer.status === 200 && answer.body.data;
      });
      expect(again.known + again.added).toBe(1_500);
    },
  );
});

describe("an order file whose token is revoked", () => {
  it(
    "a file whose token is revoked is not read if it waits for its turn, and is read no further if it is being read",
    { tags: "all" },
    async () => {
      const s = await station({ settings: { rateLimit: null } });
      const newToken = async (): Promise<{ id: string; token: string }> =>
        (await s.call<{ id: string; token: string }>("POST", "/apitokens", { name: "x" })).body
          .data;
      const [reading, waiting] = [await newToken(), await newToken()];
      const theirs = await strangersToken(s, "Başka");
      const first = send(s, theirs, file("T-", 400));
      await eventually("the first rows", () => ordersIn(s) > 0);
      const second = send(s, waiting.token, file("W-", 1));
      await new Promise((done) => setTimeout(done, 50));
      expect((await s.call("DELETE", `/apitokens/${waiting.id}`)).status).toBe(200);
      expect([(await first).status, (await second).status, (await second).body.code]).toEqual([
        200,
        401,
        "E2001",
      ]);

      const long = send(s, reading.token, file("R-", 3_000));
      await eventually("its first rows", () => ordersIn(s) > 400);
      expect((await s.call("DELETE", `/apitokens/${reading.id}`)).status).toBe(200);
      expect([(await long).status, (await long).body.code]).toEqual([401, "E2001"]);
      expect(ordersIn(s)).toBeLessThan(3_400);
      expect(filesIn(s)).toEqual(["T", "R"]);
    },
  );
});

describe("an order file of one line of 16 MiB", () => {
  it.each([
    ["semicolons", Buffer.alloc(16 * MIB, ";")],
    ["cells", Buffer.from("a,".repeat(8 * MIB))],
  ])(
    "a file of one line of %s is refused within half a second, before its cells are made",
    (_what, bytes) => {
      const began = process.threadCpuUsage();
      expect(() => readRows(bytes, orderHeader({ kept: [] }))).toThrow(
        /^Line 1 has more than 20000 columns; a file may have 200\./,
      );
      const { user, system } = process.threadCpuUsage(began);
      // The time of this thread alone, ms, because other programs may use the machine.
      expect((user + system) / 1_000).toBeLessThan(500);
    },
  );
});
