import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type {
  ImportProgress,
  ImportResult,
} from "../../../../core/shipping/imports/imports.schema.ts";
import {
  call,
  eventually,
  memberWithToken,
  type Answer,
  station,
  type Station,
} from "../../../helpers/station.ts";

const HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Ürün;Adet";
const file = (rows: number): object => ({
  fileName: "orders.csv",
  content: Buffer.from(
    [
      HEAD,
      ...Array.from(
        { length: rows },
        (_, i) => `P${i};Çağla Şimşekoğlu;05551112233;Bağdat Cd. 5;Kadıköy;İstanbul;2,5;Tişört;2`,
      ),
    ].join("\n"),
  ).toString("base64"),
});
const progressOf = async (s: Station, id: string): Promise<ImportProgress | undefined> => {
  const { status, data } = await s.desk<ImportProgress>("GET", `/station/imports/${id}`);
  return status === 200 ? data : undefined;
};

describe("an import with an id", () => {
  it(
    "an import shows its progress, stops on request, and sending the same file again adds the rest",
    { tags: "all" },
    async () => {
      const s = await station();
      const id = randomUUID();
      const importing = s.call<ImportResult>(
        "POST",
        `/station/imports?importID=${id}`,
        file(3_000),
      );
      const early = await eventually("it has begun", async () => {
        const progress = await progressOf(s, id);
        return progress?.rows === 3_000 && progress.done > 0 && progress;
      });
      expect(early.done).toBeLessThan(3_000);
      await eventually(
        "it is further",
        async () => ((await progressOf(s, id))?.done ?? 3_000) > early.done,
      );
      expect(
        (await s.desk<ImportProgress>("DELETE", `/station/imports/${id}`)).data.isStopping,
      ).toBe(true);
      const { status, body } = await importing;
      expect([status, body.data.isStopped, body.data.rows]).toEqual([200, true, 3_000]);
      expect(body.data.added).toBeGreaterThan(0);
      expect(body.data.added).toBeLessThan(3_000);
      const rest = await s.call<ImportResult>("POST", "/station/imports", file(3_000));
      expect([
        rest.body.data.isStopped,
        rest.body.data.added + body.data.added,
        rest.body.data.known,
      ]).toEqual([false, 3_000, body.data.added]);
      expect(await s.desk("GET", `/station/imports/${id}`)).toMatchObject({
        status: 404,
        code: "E2090",
      });
      expect(await s.desk("DELETE", `/station/imports/${id}`)).toMatchObject({
        status: 404,
        code: "E2090",
      });
    },
  );

  it(
    "an import that is sent again while it runs shows the first call's progress, and a stop ends both calls",
    { tags: "all" },
    async () => {
      const s = await station();
      const id = randomUUID();
      const send = (): Promise<Answer<ImportResult>> =>
        s.call<ImportResult>("POST", `/station/imports?importID=${id}`, file(3_000));
      const first = send();
      await eventually("it has begun", async () => ((await progressOf(s, id))?.done ?? 0) > 0);
      const again = send();
      await new Promise((done) => setTimeout(done, 100));
      expect((await progressOf(s, id))?.done).toBeGreaterThan(0);
      await s.desk("DELETE", `/station/imports/${id}`);
      expect((await Promise.all([first, again])).map(({ body }) => body.data.isStopped)).toEqual([
        true,
        true,
      ]);
      expect(await progressOf(s, id)).toBeUndefined();
    },
  );

  it("another organization can neither see nor stop an import", { tags: "all" }, async () => {
    const s = await station();
    const { token } = memberWithToken(s, "owner");
    const other = await call<{ id: string; token?: string }>(s.url, token, {
      method: "POST",
      path: "/organizations",
      body: { name: "Başka" },
    });
    expect(other.status).toBe(201);
    const issued = await call<{ token: string }>(s.url, token, {
      method: "POST",
      path: "/apitokens",
      body: { organizationID: other.body.data.id },
    });
    const id = randomUUID();
    const importing = s.call<ImportResult>("POST", `/station/imports?importID=${id}`, file(1_000));
    await eventually("it has begun", () => progressOf(s, id));
    for (const method of ["GET", "DELETE"] as const) {
      const path = `/station/imports/${id}`;
      const { body } = await call(s.url, issued.body.data.token, { method, path });
      expect([method, body.code]).toEqual([method, "E2090"]);
    }
    const theirs = await s.core.deps.db.raw
      .prepare("SELECT count(*) FROM organizations")
      .pluck()
      .get();
    expect(theirs).toBe(2);
    expect((await importing).body.data.isStopped).toBe(false);
  });
});
