/**
 * Label files of a carrier at one real station, fetched by another station of the organization
 * through a real hub.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jetstream } from "@nats-io/jetstream";
import { Objm } from "@nats-io/obj";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import { documentOf, keepDocument } from "../../../core/db/documents/documents.service.ts";
import { erasePurchase } from "../../../core/fulfilment/transactions/erase-purchase.ts";
import { until } from "../../helpers/bare-nats.ts";
import { farCarrier, sendFar } from "../../helpers/far-carrier.ts";
import { headlessStations } from "../../helpers/headless.ts";
import { hubHere, joinHub, startHub, whyNoHub, type HubHere } from "../../helpers/hub.ts";
import {
  joined,
  joinedHere,
  type JoinedStation,
  type StationAtHub,
} from "../../helpers/joined-stations.ts";
import { shipmentWithOffers, station, trueTime, type Station } from "../../helpers/station.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

type Label = { readonly bytes: Buffer; readonly hash: string };
const labelOf = (text: string): Label => {
  const bytes = Buffer.from(`^XA^FO10,10^FD${text}^FS^XZ${"^FX far label ".repeat(20_000)}`);
  return { bytes, hash: createHash("sha256").update(bytes).digest("hex") };
};
const LABEL = labelOf("REMOTE0001");

/**
 * Buys a label of a remote carrier at the first desk. `keep` stores a label file there, as after a
 * download from the carrier.
 */
async function boughtFar<B extends StationAtHub>(
  hub: HubHere,
  second: (args: readonly string[]) => Promise<B>,
): Promise<{
  readonly a: Station;
  readonly b: B;
  readonly shipmentID: string;
  keep(label?: Label): void;
}> {
  const first = await joinedHere(["--join", hub.joinCode, "--demo"]);
  const b = await second(["--join", await hub.add(), "--demo"]);
  await first.stop();
  const a = await station({
    dataDir: first.folder,
    world: { now: trueTime, carriers: [farCarrier()] },
  });
  const shipment = await shipmentWithOffers(a);
  const { status } = await a.call("POST", "/transactions", {
    offerID: sendFar(a.core.deps, shipment.offers?.cheapest?.id),
  });
  expect(status).toBe(201);
  await until("the purchase has come", async () =>
    (await b.call<{ id: string; statusCode: string }[]>("/shipments")).some(
      ({ id, statusCode }) => id === shipment.id && statusCode !== "GOT_OFFERS",
    ),
  );
  const keep = ({ bytes } = LABEL): void =>
    keepDocument(
      a.core.deps,
      documentOf(bytes, {
        kind: "label",
        media: { widthMm: 100, heightMm: 150 },
        language: "ZPL",
        dpi: 203,
        source: "downloaded",
      }),
      { shipmentID: shipment.id },
    );
  return { a, b, shipmentID: shipment.id, keep };
}

function rowsAt({ folder }: Pick<StationAtHub, "folder">, sql: string): unknown[] {
  const db = new BetterSqlite3(join(folder, "packbench.db"), { readonly: true });
  try {
    return db.prepare(sql).pluck().all();
  } finally {
    db.close();
  }
}

/** Waits until the hub's store has the label. */
const inStore = ({ core }: Station, { hash } = LABEL, ms?: number): Promise<void> =>
  until(
    "the store has the label",
    () =>
      typeof core.deps.db.raw
        .prepare("SELECT shared_at FROM documents WHERE hash = ?")
        .pluck()
        .get(hash) === "string",
    ms,
  );

const knownAt = (b: StationAtHub, ms?: number): Promise<void> =>
  until(
    "the other desk knows of the label",
    () => rowsAt(b, "SELECT hash FROM label_files").includes(LABEL.hash),
    ms,
  );

/** Reads the process's peak memory. */
const peakMiB = ({ child }: JoinedStation): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;

const print = (b: StationAtHub, shipmentID: string, { hash } = LABEL): Promise<string> =>
  b.call<{ status: string }>("/station/printjobs", { shipmentID, documentHash: hash }).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  );

describe.skipIf(whyNoHub !== undefined)("a label file of a carrier", () => {
  it(
    "a file that a desk has replaced by a quarter of a gigabyte is not printed, and the station's memory grows by less than half of that",
    { tags: "all" },
    async () => {
      const hub = await hubHere();
      const { a, b, shipmentID, keep } = await boughtFar(hub, (args) => joined(stations, args));
      keep();
      await inStore(a);
      await knownAt(b);
      const files = await new Objm(
        jetstream(await (await joinHub(await hub.add(), "Evil")).connect()),
      ).open("FILES");
      let left = 256;
      const chunk = new Uint8Array(1024 * 1024);
      const source = new ReadableStream<Uint8Array>({
        pull: (to) => ((left -= 1) < 0 ? to.close() : to.enqueue(chunk)),
      });
      await files
        .put({ name: LABEL.hash, options: { max_chunk_size: 128 * 1024 } }, source)
        .catch(() => undefined); // The hub rejects the deletion of the previous file's parts.
      expect((await files.info(LABEL.hash))?.size).toBe(1024 ** 3 / 4);
      const before = peakMiB(b);
      expect(await print(b, shipmentID)).toContain("E2158");
      expect(peakMiB(b) - before).toBeLessThan(120);
    },
  );

  it(
    "another desk prints a file byte for byte once the hub has it, even if a desk had stored invalid JSON or null as the file's entry",
    { tags: "all", timeout: 90_000 },
    async () => {
      const hub = await hubHere();
      const { a, b, shipmentID, keep } = await boughtFar(hub, joinedHere);
      expect(await print(b, shipmentID)).toContain("E2056");
      keep();
      await inStore(a);
      await knownAt(b);
      expect(await print(b, shipmentID)).toBe("QUEUED");
      const bytes = "SELECT bytes FROM documents WHERE source = 'downloaded' ORDER BY rowid";
      expect(rowsAt(b, bytes)).toEqual([LABEL.bytes]);
      const evil = jetstream(await (await joinHub(await hub.add(), "Evil")).connect());
      const others: Label[] = [];
      for (const entry of ["no JSON", "null"]) {
        const other = labelOf(entry);
        others.push(other);
        await evil.publish(
          `$O.FILES.M.${Buffer.from(other.hash).toString("base64").replaceAll("+", "-").replaceAll("/", "_")}`,
          entry,
        );
        keep(other);
        await inStore(a, other, 20_000);
        await until(
          "the label is printed",
          async () => (await print(b, shipmentID, other)) === "QUEUED",
          20_000,
        );
        expect(rowsAt(b, bytes)).toEqual([LABEL, ...others].map((label) => label.bytes));
      }
      erasePurchase(a.core.deps, shipmentID);
      await until(
        "the files are erased at the other desk too",
        () => rowsAt(b, "SELECT hash FROM documents WHERE source = 'downloaded'").length === 0,
      );
      expect(rowsAt(b, "SELECT hash FROM label_files")).toEqual([]);
    },
  );

  it(
    "a file stored while the hub is away is uploaded at the next connection, and printing it without the hub is rejected with the name of the desk that has it",
    { tags: "all", timeout: 90_000 },
    async () => {
      const hub = await startHub();
      const { a, b, shipmentID, keep } = await boughtFar(hub, joinedHere);
      await hub.kill9("both");
      await until("the other desk is cut off", async () => (await b.status()).state === "cut off");
      keep();
      await hubHere({ dir: hub.dir, port: hub.port });
      await knownAt(b, 20_000);
      await inStore(a, LABEL, 20_000);
      const [desk] = rowsAt(b, "SELECT desk FROM label_files");
      const { port } = hub;
      for (const pid of [hub.natsPid()].filter((pid) => pid > 0 && existsSync(`/proc/${pid}`)))
        process.kill(pid, "SIGSTOP");
      await until(
        "the other desk is cut off again",
        async () => (await b.status()).state === "cut off",
        20_000,
      );
      const refused = await print(b, shipmentID);
      for (const pid of [hub.natsPid()]) process.kill(pid, "SIGCONT");
      expect([refused, port]).toEqual([
        expect.stringMatching(new RegExp(`E2158.*"${String(desk)}"`)),
        port,
      ]);
      await until(
        "the label is printed",
        async () => (await print(b, shipmentID)) === "QUEUED",
        20_000,
      );
    },
  );
});
