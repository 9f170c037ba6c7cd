import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGzip, gunzipSync, gzipSync } from "node:zlib";
import { jetstream } from "@nats-io/jetstream";
import { Objm } from "@nats-io/obj";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  fetchSnapshot,
  findSnapshot,
  listSnapshots,
} from "../../../core/sync/snapshot/exchange-snapshot.ts";
import { until } from "../../helpers/bare-nats.ts";
import { folderOnDisk } from "../../helpers/folders.ts";
import { headlessStations } from "../../helpers/headless.ts";
import { hubHere, joinHub, whyNoHub, type HubHere } from "../../helpers/hub.ts";
import {
  allInStep,
  joinedHere,
  makeShipment,
  type StationAtHub,
} from "../../helpers/joined-stations.ts";
import { call } from "../../helpers/station.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

const MEGABYTE = 1024 ** 2;
const GIGABYTE = 1024 ** 3;

async function whole(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

function half(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.length / 2);
}

function* zeros(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(1024 * 1024);
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk;
}

describe.skipIf(whyNoHub !== undefined)(
  "a hostile snapshot in the hub's store",
  { timeout: 120_000 },
  () => {
    let hub: HubHere;
    let first: StationAtHub;
    let js: ReturnType<typeof jetstream>;
    /** The real snapshot, unpacked. */
    let real: Buffer;
    let realSeq: number;
    beforeEach(async () => {
      hub = await hubHere();
      first = await joinedHere(["--join", hub.joinCode, "--demo"]);
      await makeShipment(first);
      js = jetstream(await (await joinHub(await hub.add(), "Evil")).connect());
      const [newest] = await listSnapshots({ js });
      realSeq = newest?.seq ?? 0;
      const found = await (await new Objm(js).open("SNAP")).get(newest?.name ?? "");
      real = gunzipSync(await whole(Readable.fromWeb(found?.data as never)));
    });
    /** Stores a snapshot with the real one's stream position, so that it counts as the newest. */
    const put = async (
      packed: Uint8Array,
      name = "evil",
      metadata: Record<string, string> = {},
    ): Promise<void> => {
      const store = await new Objm(js).open("SNAP");
      await store.putBlob(
        {
          name,
          metadata: {
            seq: String(realSeq),
            schema: "1",
            madeAt: "2099-01-01T00:00:00.000Z",
            ...metadata,
          },
        },
        packed,
      );
    };
    /** Publishes an entry of the store directly, so that no client checks it. */
    const putEntry = async (name: string, entry: unknown): Promise<void> => {
      const subject = `$O.SNAP.M.${Buffer.from(name).toString("base64").replaceAll("+", "-").replaceAll("/", "_")}`;
      await js.publish(subject, typeof entry === "string" ? entry : JSON.stringify(entry));
    };
    const changed = (change: (db: BetterSqlite3.Database) => void): Buffer => {
      const db = new BetterSqlite3(real);
      change(db);
      const bytes = db.serialize();
      db.close();
      return bytes;
    };
    /**
     * Packs two gigabytes of zeros in separate parts, because packing all of them at once takes ten
     * seconds.
     */
    const packedZeros = (): Uint8Array => {
      const part = gzipSync(Buffer.alloc(64 * MEGABYTE), { level: 9 });
      return Buffer.concat(Array.from({ length: (2 * GIGABYTE) / (64 * MEGABYTE) }, () => part));
    };

    /** Returns invalid snapshots, the newest last. */
    const unfit = (): readonly (readonly [string, Uint8Array])[] => [
      [
        "text in place of numbers, so that only those rows are left out",
        gzipSync(changed((db) => void db.exec("UPDATE parcels SET weight = 'heavy'"))),
      ],
      ["two gigabytes of zeros in two megabytes", packedZeros()],
      [
        "another organization's",
        gzipSync(
          changed(
            (db) =>
              void db.exec(
                "UPDATE facts SET body = json_set(body, '$.organizationID', 'another'); UPDATE organizations SET name = 'Another'",
              ),
          ),
        ),
      ],
      [
        "one with a row of another organization",
        gzipSync(
          changed(
            (db) =>
              void db.exec("UPDATE addresses SET organization_id = 'another' WHERE rowid = 1"),
          ),
        ),
      ],
      [
        "one of a version that nobody has",
        gzipSync(
          changed((db) => void db.exec("UPDATE facts SET body = json_set(body, '$.schema', 9999)")),
        ),
      ],
      [
        "damaged pages",
        gzipSync(
          Buffer.concat([real.subarray(0, 4_096 * 3), Buffer.alloc(real.length - 4_096 * 3, 0x5a)]),
        ),
      ],
      ["half of a file", half(gzipSync(real))],
      ["no database", gzipSync("hello")],
      [
        "SQL in the number of a station",
        gzipSync(
          changed(
            (db) =>
              void db
                .prepare("UPDATE names SET no = ?")
                .run("1' THEN (SELECT token_hash FROM main.api_tokens) WHEN '2"),
          ),
        ),
      ],
      [
        "a view in place of a table",
        gzipSync(
          changed(
            (db) =>
              void db.exec(
                "DROP TABLE addresses; CREATE VIEW addresses AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n",
              ),
          ),
        ),
      ],
    ];

    it(
      "a joining station skips each of nine kinds of invalid snapshots, and takes the valid rows of a partly invalid snapshot",
      { tags: "all" },
      async () => {
        const kinds = unfit();
        for (const [name, packed] of kinds) await put(packed, name);
        const passedOver: string[] = [];
        const log = {
          info: () => {},
          warn: (of: object) => void ("snapshot" in of && passedOver.push(String(of.snapshot))),
          error: () => {},
        };
        const second = await joinedHere(["--join", await hub.add(), "--demo"], folderOnDisk(), {
          log,
        });
        expect(passedOver).toEqual(
          kinds
            .map(([name]) => name)
            .slice(1)
            .toReversed(),
        );
        expect(second.ready.organizationID).toBe(first.ready.organizationID);
        await allInStep([first, second], 40_000);
        expect(await second.call("/shipments")).toEqual(await first.call("/shipments"));
        expect(readdirSync(join(second.folder, "snapshots.tmp")).length).toBe(0);
      },
    );

    it.each<[string, () => Promise<Uint8Array> | Uint8Array, RegExp]>([
      [
        "two gigabytes of zeros",
        packedZeros,
        /^The hub.s snapshot of the organization cannot be merged: it unpacks to far more than a snapshot does\. Nothing was changed/m,
      ],
      [
        "a snapshot of a trial version",
        () =>
          gzipSync(
            changed(
              (db) =>
                void db.exec(
                  "UPDATE facts SET body = json_set(body, '$.format', 'PC', '$.schema', 44)",
                ),
            ),
          ),
        /^The hub has the organization.s data from a trial version of Packbench, whose format is no longer supported\. Nothing was changed/m,
      ],
      [
        "a snapshot of a newer version",
        () =>
          gzipSync(
            changed(
              (db) => void db.exec("UPDATE facts SET body = json_set(body, '$.schema', 9999)"),
            ),
          ),
        /^The organization.s data is of a newer Packbench \(schema 9999, this one knows \d+\)\. Nothing was changed/m,
      ],
    ])(
      "a joining station is refused with the reason when the only snapshot is %s, and joins once there is a good snapshot",
      { tags: "all" },
      async (_what, make, words) => {
        const store = await new Objm(js).open("SNAP");
        const zipped = await make();
        // Storing a snapshot under an existing name replaces that entry; the hub rejects the
        // deletion of the earlier parts.
        for (const { name } of await listSnapshots({ js }))
          await store
            .putBlob({ name, metadata: { seq: String(realSeq) } }, zipped)
            .catch(() => undefined);
        const folder = folderOnDisk();
        const code = await hub.add();
        expect(await stations.refused(folder, "--join", code)).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(words),
        });
        await put(gzipSync(real));
        const second = await joinedHere(["--join", code, "--demo"], folder);
        await allInStep([first, second], 40_000);
      },
    );

    it(
      "a joining station ignores snapshots with invalid entries, missing facts or a wrong size, and makes a new snapshot",
      { tags: "all" },
      async () => {
        const [object] = (await listSnapshots({ js })).map((one) => one.object);
        const newestName = object?.name;
        if (object === undefined) throw new Error("there is no snapshot");
        const entry = {
          name: "",
          nuid: object.nuid,
          digest: object.digest,
          chunks: object.chunks,
          size: 10,
          metadata: { ...object.metadata, seq: "1" },
        };
        await putEntry("text", "hello");
        await putEntry("another-name", { ...entry, name: "other" });
        await putEntry("types", { ...entry, name: "types", chunks: "all", metadata: 5 });
        await putEntry("link", {
          name: "link",
          options: { link: { bucket: "SNAP", name: "link" } },
        });
        await putEntry("all", { ...entry, name: "all", nuid: ">" });
        await putEntry("large", "x".repeat(200_000));
        await putEntry("no-chunks", {
          ...entry,
          name: "no-chunks",
          nuid: "none",
          metadata: { seq: String(realSeq) },
        });
        for (const seq of ["1e300", "NaN", "-1", "999999999999999", ""])
          await put(gzipSync(real), `seq${seq}`, { seq });
        await put(
          gzipSync(
            changed((db) => void db.exec("UPDATE facts SET body = json_remove(body, '$.outbox')")),
          ),
          "thin facts",
        );
        const second = await joinedHere(["--join", await hub.add(), "--demo"]);
        expect(second.ready.organizationID).toBe(first.ready.organizationID);
        await allInStep([first, second], 40_000);
        await until(
          "another one is there",
          async () =>
            !["thin facts", newestName].includes((await findSnapshot({ js }))?.name ?? ""),
          40_000,
        );
      },
    );

    it(
      "a snapshot with a stated size of a terabyte is refused after at most 100 MB of it is unpacked",
      { tags: "all" },
      async () => {
        const folder = folderOnDisk();
        await put(await whole(Readable.from(zeros(GIGABYTE / 2)).pipe(createGzip({ level: 9 }))));
        const [evil] = (await listSnapshots({ js })).filter(({ name }) => name === "evil");
        if (evil === undefined) throw new Error("it is not there");
        const { name, nuid, digest, chunks } = evil.object;
        await putEntry(name, {
          name,
          nuid,
          digest,
          chunks,
          size: 1e12,
          metadata: evil.object.metadata,
        });
        let most = 0;
        const looking = setInterval(() => {
          for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }))
            most = Math.max(most, statSync(join(folder, file)).size);
        }, 5);
        const [listed] = (await listSnapshots({ js })).filter((one) => one.name === "evil");
        if (listed === undefined) throw new Error("it is not there");
        await expect(fetchSnapshot({ folder, session: { js } }, listed)).rejects.toMatchObject({
          code: "E2157",
        });
        clearInterval(looking);
        expect(most).toBeLessThan(100 * 1024 * 1024);
      },
    );

    it(
      "a snapshot with the id of a row of the station's second organization is skipped, and that row is unchanged",
      { tags: "all" },
      async () => {
        const folder = folderOnDisk();
        const alone = await joinedHere(["--demo"], folder);
        const second = await alone.call<{ id: string }>("/organizations", { name: "Başka" });
        const { token } = await alone.call<{ token: string }>("/apitokens", {
          organizationID: second.id,
        });
        const made = (
          await call(alone.ready.url, token, {
            method: "POST",
            path: "/addresses",
            body: {
              name: "Gizli Depo",
              phone: "+905321112233",
              address1: "x",
              countryCode: "TR",
              cityCode: "34",
              districtName: "Kadıköy",
            },
          })
        ).body.data as { id: string };
        await alone.stop();
        await put(
          gzipSync(
            changed(
              (db) =>
                void db
                  .prepare(
                    "UPDATE addresses SET id = ?, name = 'Taken', stamp = '7fffffffffff0000.1' WHERE rowid = 1",
                  )
                  .run(made.id),
            ),
          ),
        );
        const desk = await joinedHere(["--join", await hub.add(), "--demo"], folder);
        expect(desk.ready.organizationID).toBe(first.ready.organizationID);
        expect(
          (await call(desk.ready.url, token, { method: "GET", path: `/addresses/${made.id}` }))
            .body,
        ).toMatchObject({ data: { name: "Gizli Depo" } });
        expect(await desk.call("/shipments")).toEqual(await first.call("/shipments"));
      },
    );
  },
);
