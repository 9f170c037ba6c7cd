import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import type { Integrity } from "../../core/station/station.schema.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { headlessStations, type Ready, type Started } from "../helpers/headless.ts";
import { smallDisk, whyNoDisk } from "../helpers/small-disk.ts";
import { call, parcel, type Answer } from "../helpers/station.ts";

const CALLERS = 16;
const stations = headlessStations();
afterEach(() => stations.killAll());

async function serve(dataDir: string): Promise<Started & { readonly ready: Ready }> {
  writeFileSync(join(dataDir, "station.json"), JSON.stringify({ rateLimit: null }));
  return stations.serve(dataDir, "--demo");
}

/**
 * Creates a function that buys one parcel under a key. It returns undefined when no answer came.
 */
async function buyer({
  url,
  token,
}: Ready): Promise<(key: string) => Promise<Answer<Transaction> | undefined>> {
  const sender = await call<{ id: string }[]>(url, token, {
    method: "GET",
    path: "/addresses?isDefaultSenderAddress=true",
  });
  const body = {
    providerServiceCode: "SURAT_STANDART",
    shipment: { ...parcel(), returnAddressID: sender.body.data[0]?.id },
  };
  return (key) =>
    call<Transaction>(url, token, {
      method: "POST",
      path: "/transactions",
      body,
      headers: { "idempotency-key": key },
    }).catch(() => undefined);
}

/**
 * Buys with sixteen programs at once, with a separate key for each parcel.
 * @param goesOn Called before each call; returns false to stop.
 * @returns Answers by key.
 */
async function buyTogether(
  ready: Ready,
  goesOn: (answers: ReadonlyMap<string, Answer<Transaction> | undefined>) => boolean,
): Promise<Map<string, Answer<Transaction> | undefined>> {
  const buy = await buyer(ready);
  const answers = new Map<string, Answer<Transaction> | undefined>();
  const caller = async (name: number): Promise<void> => {
    for (let n = 0; goesOn(answers); n += 1) {
      const key = `${name} ${n}`;
      answers.set(key, undefined);
      answers.set(key, await buy(key));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, name) => caller(name)));
  return answers;
}

/** Lists the ids that were answered with 201. */
const boughtBy = (answers: Iterable<Answer<Transaction> | undefined>): string[] =>
  [...answers].flatMap((answer) => (answer?.status === 201 ? answer.body.data.id : [])).sort();

function stored(dataDir: string): string[] {
  const db = new BetterSqlite3(join(dataDir, "packbench.db"));
  try {
    return db
      .prepare<[], string>("SELECT id FROM transactions WHERE status = 'DONE' ORDER BY id")
      .pluck()
      .all();
  } finally {
    db.close();
  }
}

async function kill({ child }: Started): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

const integrity = async ({ url, token }: Ready): Promise<Integrity> =>
  (await call<Integrity>(url, token, { method: "GET", path: "/station/integrity" })).body.data;

describe("purchases that share a COMMIT", () => {
  it(
    "answered purchases survive a kill -9, and retrying all calls buys each parcel once",
    { timeout: 60_000 },
    async () => {
      const dataDir = temporaryFolder();
      const s = await serve(dataDir);
      let killed: Promise<void> | undefined;
      const answers = await buyTogether(s.ready, (soFar) => {
        if (soFar.size > 10 * CALLERS) killed ??= kill(s);
        return killed === undefined;
      });
      await killed;
      const left = stored(dataDir);
      const answered = boughtBy(answers.values());
      expect(answered.length).toBeGreaterThan(CALLERS);
      expect(answered.filter((id) => !left.includes(id))).toEqual([]);

      const again = await serve(dataDir);
      const buy = await buyer(again.ready);
      const repeated = await Promise.all([...answers.keys()].map(buy));
      expect(repeated.map((answer) => answer?.status)).toEqual(Array.from(answers, () => 201));
      expect(boughtBy(repeated)).toEqual(stored(dataDir));
      expect(await integrity(again.ready)).toMatchObject({
        isWhole: true,
        ledger: { entries: 1 + answers.size },
      });
    },
  );

  it.skipIf(whyNoDisk() !== undefined)(
    "purchases on a full disk are refused with E2036, and exactly the purchases answered with 201 survive a kill -9",
    { tags: "all", timeout: 60_000 },
    async () => {
      const disk = smallDisk(24);
      const s = await serve(disk.folder);
      let calls = 0;
      const answers = await buyTogether(s.ready, () => {
        if ((calls += 1) > 3 * CALLERS) disk.fill();
        return calls < 10 * CALLERS;
      });
      await kill(s);
      disk.free();
      const outcomes = new Set(
        [...answers.values()].map((answer) =>
          answer?.status === 201 ? "bought" : answer?.body.code,
        ),
      );
      expect(outcomes).toEqual(new Set(["bought", "E2036"]));
      expect(boughtBy(answers.values())).toEqual(stored(disk.folder));
      expect(await integrity((await serve(disk.folder)).ready)).toMatchObject({
        isWhole: true,
        ledger: { entries: 1 + boughtBy(answers.values()).length },
      });
    },
  );
});
