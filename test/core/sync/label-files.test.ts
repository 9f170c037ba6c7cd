/**
 * Files that a carrier gave as labels at one real station, at another of the organization, through
 * a real hub.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jetstream } from "@nats-io/jetstream";
import { Objm } from "@nats-io/obj";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import { documentOf, keepDocument } from "../../../core/documents/documents.service.ts";
import { erasePurchase } from "../../../core/transactions/erase-purchase.ts";
import { until } from "../../helpers/bare-nats.ts";
import { farCarrier, sendFar } from "../../helpers/far-carrier.ts";
import { headlessStations } from "../../helpers/headless.ts";
import { joinHub, startHub, whyNoHub, type TestHub } from "../../helpers/hub.ts";
import { joined, type JoinedStation } from "../../helpers/joined-stations.ts";
import { shipmentWithOffers, station, trueTime, type Station } from "../../helpers/station.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

const LABEL = Buffer.from(`^XA^FO10,10^FDREMOTE0001^FS^XZ${"^FX far label ".repeat(20_000)}`);
const HASH = createHash("sha256").update(LABEL).digest("hex");

/**
 * A far carrier sells at the first desk and gives its label as a file; a second desk is a process
 * of its own.
 */
async function boughtFar(): Promise<{
  readonly hub: TestHub;
  readonly a: Station;
  readonly b: JoinedStation;
  readonly shipmentID: string;
  keep(): void;
}> {
  const hub = await startHub();
  const first = await joined(stations, ["--join", hub.joinCode, "--demo"]);
  const b = await joined(stations, ["--join", await hub.add(), "--demo"]);
  first.child.kill("SIGTERM");
  await until("the first desk has stopped", () => first.child.exitCode !== null);
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
  const keep = (): void =>
    keepDocument(
      a.core.deps,
      documentOf(LABEL, {
        kind: "label",
        media: { widthMm: 100, heightMm: 150 },
        language: "ZPL",
        dpi: 203,
        source: "downloaded",
      }),
      { shipmentID: shipment.id },
    );
  return { hub, a, b, shipmentID: shipment.id, keep };
}

function rowsAt({ folder }: Pick<JoinedStation, "folder">, sql: string): unknown[] {
  const db = new BetterSqlite3(join(folder, "packbench.db"), { readonly: true });
  try {
    return db.prepare(sql).pluck().all();
  } finally {
    db.close();
  }
}

/** The most memory that the process has had so far. */
const peakMiB = ({ child }: JoinedStation): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;

const print = (b: JoinedStation, shipmentID: string): Promise<string> =>
  b.call<{ status: string }>("/station/printjobs", { shipmentID, documentHash: HASH }).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  );

describe.skipIf(whyNoHub !== undefined)("a label file of a carrier", () => {
  it("that a desk has replaced in the hub's store by a quarter of a gigabyte of its own is not printed, and the station's memory does not notice", async () => {
    const { hub, a, b, shipmentID, keep } = await boughtFar();
    keep();
    await until(
      "the store has it",
      () =>
        a.core.deps.db.raw
          .prepare("SELECT shared_at FROM documents WHERE hash = ?")
          .pluck()
          .get(HASH) !== null,
    );
    await until("the other desk knows of it", () =>
      rowsAt(b, "SELECT hash FROM label_files").includes(HASH),
    );
    const files = await new Objm(
      jetstream(await (await joinHub(await hub.add(), "Evil")).connect()),
    ).open("FILES");
    let left = 256;
    const chunk = new Uint8Array(1024 * 1024);
    const source = new ReadableStream<Uint8Array>({
      pull: (to) => ((left -= 1) < 0 ? to.close() : to.enqueue(chunk)),
    });
    await files
      .put({ name: HASH, options: { max_chunk_size: 128 * 1024 } }, source)
      .catch(() => undefined); // to remove the parts of the one before is refused
    expect((await files.info(HASH))?.size).toBe(1024 ** 3 / 4);
    const before = peakMiB(b);
    expect(await print(b, shipmentID)).toContain("E2158");
    expect(peakMiB(b) - before).toBeLessThan(120);
  });

  it.each(["no JSON", "null"])(
    "whose entry in the hub's store another desk has made %s is put there all the same, and printed at another desk",
    async (entry) => {
      const { hub, a, b, shipmentID, keep } = await boughtFar();
      const evil = jetstream(await (await joinHub(await hub.add(), "Evil")).connect());
      await evil.publish(
        `$O.FILES.M.${Buffer.from(HASH).toString("base64").replaceAll("+", "-").replaceAll("/", "_")}`,
        entry,
      );
      keep();
      await until(
        "the store has it",
        () =>
          a.core.deps.db.raw
            .prepare("SELECT shared_at FROM documents WHERE hash = ?")
            .pluck()
            .get(HASH) !== null,
        20_000,
      );
      await until("it is printed", async () => (await print(b, shipmentID)) === "QUEUED", 20_000);
      expect(rowsAt(b, "SELECT bytes FROM documents WHERE source = 'downloaded'")).toEqual([LABEL]);
    },
    60_000,
  );

  it("that one desk got is got and printed at another, the same bytes, once the hub has it", async () => {
    const { a, b, shipmentID, keep } = await boughtFar();
    expect(await print(b, shipmentID)).toContain("E2056");
    keep();
    await until(
      "the store has it",
      () =>
        a.core.deps.db.raw
          .prepare("SELECT shared_at FROM documents WHERE hash = ?")
          .pluck()
          .get(HASH) !== null,
    );
    await until("the other desk knows of it", () =>
      rowsAt(b, "SELECT hash FROM label_files").includes(HASH),
    );
    expect(await print(b, shipmentID)).toBe("QUEUED");
    expect(rowsAt(b, "SELECT bytes FROM documents WHERE source = 'downloaded'")).toEqual([LABEL]);
    erasePurchase(a.core.deps, shipmentID);
    await until(
      "it is erased there too",
      () => rowsAt(b, "SELECT hash FROM documents WHERE source = 'downloaded'").length === 0,
    );
    expect(rowsAt(b, "SELECT hash FROM label_files")).toEqual([]);
  }, 60_000);

  it("that the hub does not have is refused at another desk with the desk that has it, and put there at the next connection", async () => {
    const { hub, a, b, shipmentID, keep } = await boughtFar();
    await hub.kill9("both");
    await until("it is cut off", async () => (await b.status()).state === "cut off");
    keep();
    await startHub({ dir: hub.dir, port: hub.port });
    await until(
      "the other desk knows of it",
      () => rowsAt(b, "SELECT hash FROM label_files").includes(HASH),
      20_000,
    );
    await until(
      "the store has it",
      () =>
        a.core.deps.db.raw
          .prepare("SELECT shared_at FROM documents WHERE hash = ?")
          .pluck()
          .get(HASH) !== null,
      20_000,
    );
    const [desk] = rowsAt(b, "SELECT desk FROM label_files");
    const { port } = hub;
    for (const pid of [hub.natsPid()].filter((pid) => pid > 0 && existsSync(`/proc/${pid}`)))
      process.kill(pid, "SIGSTOP");
    await until("it is cut off again", async () => (await b.status()).state === "cut off", 20_000);
    const refused = await print(b, shipmentID);
    for (const pid of [hub.natsPid()]) process.kill(pid, "SIGCONT");
    expect([refused, port]).toEqual([
      expect.stringMatching(new RegExp(`E2158.*"${String(desk)}"`)),
      port,
    ]);
    await until("it is printed", async () => (await print(b, shipmentID)) === "QUEUED", 20_000);
  }, 90_000);
});
