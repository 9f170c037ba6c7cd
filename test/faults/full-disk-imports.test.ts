/**
 * A disk that fills during imports, exports and merges of addresses: each call either completes or
 * fails with a clear error, nothing is lost, and work resumes when there is room.
 */
import { expect, describe, it } from "vitest";
import type { Merged } from "../../core/shipping/addresses/address-book.schema.ts";
import type {
  AddressFile,
  AddressFileProgress,
} from "../../core/shipping/imports/address-imports.schema.ts";
import type { ImportResult } from "../../core/shipping/imports/imports.schema.ts";
import type { Integrity } from "../../core/station/station.schema.ts";
import { smallDisk, whyNoDisk, type SmallDisk } from "../helpers/small-disk.ts";
import { RECIPIENT, station, type Answer, type Station } from "../helpers/station.ts";

const ADDRESS_HEAD = "Ad Soyad;Telefon;E-posta;Adres;İlçe;İl;Posta kodu";
const ORDER_HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)";
const file = (head: string, rows: readonly string[]) => ({
  fileName: "dosya.csv",
  content: Buffer.from([head, ...rows].join("\n")).toString("base64"),
});
const FULL = [409, "E2036"];
const codeOf = ({ status, body }: Answer): unknown[] => [status, body.code];

async function onSmallDisk(): Promise<{
  s: Station;
  disk: SmallDisk;
  count: (table: string) => number;
}> {
  const disk = smallDisk(24);
  const s = await station({ dataDir: disk.folder, settings: { rateLimit: null } });
  return {
    s,
    disk,
    count: (table) =>
      s.core.deps.db.raw.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0,
  };
}

/** Fills the disk, including space that the WAL frees, until the station refuses the call. */
async function fillUp(disk: SmallDisk, refused: () => Promise<Answer>): Promise<Answer> {
  for (let i = 0; ; i += 1) {
    disk.fill();
    const answer = await refused();
    if (answer.status >= 400 || i === 50) return answer;
  }
}

const isWhole = async (s: Station): Promise<unknown> =>
  (await s.desk<Integrity>("GET", "/station/integrity")).data.isWhole;

describe.skipIf(whyNoDisk() !== undefined)("a disk that fills", () => {
  it(
    "addresses reported as imported are stored, and the same file continues when there is room",
    { tags: "all", timeout: 60_000 },
    async () => {
      const { s, disk, count } = await onSmallDisk();
      const rows = Array.from(
        { length: 1_500 },
        (_, i) =>
          `Ad Soyad ${i};0532${String(i).padStart(7, "0")};;Bağdat Cd. No: ${i};Kadıköy;İstanbul;34710`,
      );
      const { id } = (
        await s.call<AddressFile>("POST", "/station/addresses/imports", file(ADDRESS_HEAD, rows))
      ).body.data;
      const take = (atMost: number) =>
        s.call<AddressFileProgress>("POST", `/station/addresses/imports/${id}/take`, { atMost });
      const before = count("addresses");
      expect((await take(300)).body.data).toMatchObject({ done: 300, added: 300 });
      const refused = await fillUp(disk, () => take(100));
      expect(codeOf(refused)).toEqual(FULL);
      const [inBook, saved] = [count("address_book"), count("addresses") - before];
      expect((await s.call("GET", "/station/addresses?search=soyad")).status).toBe(200);
      disk.free();
      let last = (await take(1)).body.data;
      expect(last.done).toBe(saved + 1);
      while (last.done < 1_500) last = (await take(500)).body.data;
      expect([last.added, last.known, count("addresses") - before]).toEqual([1_500, 0, 1_500]);
      expect(inBook).toBeLessThanOrEqual(saved + before);
      expect(await isWhole(s)).toBe(true);
    },
  );

  it(
    "the same order file imports the rest when there is room, and no order twice",
    { timeout: 60_000 },
    async () => {
      const { s, disk, count } = await onSmallDisk();
      const orders = (from: number, n: number) =>
        file(
          ORDER_HEAD,
          Array.from(
            { length: n },
            (_, i) => `F-${from + i};Alıcı;05551112233;Bağdat Cd. 5;Kadıköy;İstanbul;1`,
          ),
        );
      const send = (body: unknown) => s.call<ImportResult>("POST", "/station/imports", body);
      let from = 0;
      const refused = await fillUp(disk, () => send(orders((from += 1_000), 600)));
      expect(codeOf(refused)).toEqual(FULL);
      disk.free();
      const had = count("orders");
      const again = await send(orders(from, 600));
      expect([
        again.status,
        again.body.data.added + again.body.data.known,
        count("orders"),
      ]).toEqual([200, 600, had + again.body.data.added]);
      expect(count("(SELECT 1 FROM shipments GROUP BY order_number HAVING count(*) > 1)")).toBe(0);
      expect(await isWhole(s)).toBe(true);
    },
  );

  it(
    "exports and reports on a full disk are complete, but an export that would lack the newest addresses is refused",
    { tags: "all", timeout: 60_000 },
    async () => {
      const { s, disk } = await onSmallDisk();
      for (let i = 0; i < 5; i += 1)
        await s.call("POST", "/addresses", {
          ...RECIPIENT,
          name: `Kişi ${i}`,
          email: `k${i}@ornek.test`,
          isRecipientAddress: true,
        });
      const orders = file(
        ORDER_HEAD,
        Array.from(
          { length: 50 },
          (_, i) => `X-${i};Alıcı;05551112233;Bağdat Cd. 5;Kadıköy;İstanbul;1`,
        ),
      );
      await s.call("POST", "/station/imports", orders);
      await fillUp(disk, () =>
        s.call("POST", "/addresses", {
          ...RECIPIENT,
          name: "x".repeat(100),
          isRecipientAddress: true,
        }),
      );
      const headers = { authorization: `Bearer ${s.started.token}` };
      for (const [path, lines] of [
        ["/station/shipments.csv", 51],
        ["/station/shipments.csv?startDate=2020-01-01", 51],
        ["/station/reports/file?report=ledger", 2],
      ] as const) {
        const answer = await fetch(`${s.url}${path}`, { headers });
        expect([
          path,
          answer.status,
          (await answer.text()).trim().split("\n").length >= lines,
        ]).toEqual([path, 200, true]);
      }
      for (const path of [
        "/station/shipments.xlsx",
        "/station/reports/file?report=spending&format=xlsx",
      ]) {
        const answer = await fetch(`${s.url}${path}`, { headers });
        const bytes = new Uint8Array(await answer.arrayBuffer());
        expect([path, answer.status, Buffer.from(bytes.subarray(0, 2)).toString()]).toEqual([
          path,
          200,
          "PK",
        ]);
      }
      for (const path of [
        "/station/shipments/search?filter=x",
        "/station/shipments/places?isPrinted=false",
        "/station/tracking/board",
        "/station/addresses/duplicates",
        "/station/batches/unprinted",
      ])
        expect([path, (await s.call("GET", path)).status]).toEqual([path, 200]);
      // The address book contains newly saved addresses only after they are written. An export
      // without them would look complete, so it is refused.
      for (const format of ["csv", "xlsx"])
        expect(codeOf(await s.call("GET", `/station/addresses/export?format=${format}`))).toEqual(
          FULL,
        );
      disk.free();
      const lines = (await (await fetch(`${s.url}/station/addresses/export`, { headers })).text())
        .trim()
        .split("\n");
      expect(lines.length).toBe(
        1 +
          (s.core.deps.db.raw
            .prepare<[], number>(
              "SELECT count(*) FROM addresses WHERE is_recipient = 1 AND is_saved = 1",
            )
            .pluck()
            .get() ?? 0),
      );
    },
  );

  it(
    "a merge of addresses or its undo is stored completely or not at all",
    { timeout: 60_000 },
    async () => {
      const { s, disk } = await onSmallDisk();
      const save = async (change: Record<string, unknown>) =>
        (
          await s.call<{ id: string }>("POST", "/addresses", {
            ...RECIPIENT,
            isRecipientAddress: true,
            ...change,
          })
        ).body.data.id;
      const [kept, ...others] = [
        await save({}),
        await save({ zip: "34710" }),
        await save({ address2: "Kat 2" }),
      ];
      const active = () =>
        s.core.deps.db.raw
          .prepare<[], number>(
            "SELECT count(*) FROM addresses WHERE is_recipient = 1 AND is_saved = 1 AND is_active = 1",
          )
          .pluck()
          .get();
      const merge = () =>
        s.call<Merged>("POST", `/station/addresses/${kept}/merge`, { addressIDs: others });
      const fillAll = () =>
        fillUp(disk, () =>
          s.call("POST", "/addresses", {
            ...RECIPIENT,
            isRecipientAddress: false,
            name: "y".repeat(100),
          }),
        );
      await fillAll();
      expect([codeOf(await merge()), active()]).toEqual([FULL, 3]);
      disk.free();
      const merged = await merge();
      expect([merged.status, active()]).toEqual([200, 1]);
      await fillAll();
      const restore = () => s.call("POST", "/station/addresses/restore", merged.body.data.undo);
      expect([codeOf(await restore()), active()]).toEqual([FULL, 1]);
      disk.free();
      expect([(await restore()).status, active()]).toEqual([200, 3]);
      expect(await isWhole(s)).toBe(true);
    },
  );
});
