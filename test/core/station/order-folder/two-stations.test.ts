/** Several stations that watch one folder, joined by a real hub and not. */
import { describe, expect, it } from "vitest";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import type { OrderFolder } from "../../../../core/station/order-folder/order-folder.schema.ts";
import { until } from "../../../helpers/bare-nats.ts";
import { hubHere, whyNoHub } from "../../../helpers/hub.ts";
import { allInStep, joinedHere } from "../../../helpers/joined-stations.ts";
import { eventually, station, temporaryFolder } from "../../../helpers/station.ts";
import {
  aPDF,
  folderAt,
  folderOf,
  orderFile,
  watchFolder,
} from "../../../helpers/watched-folder.ts";

const FILES = 60;

type Desk = Awaited<ReturnType<typeof joinedHere>>;

async function ask<T>(
  { core }: Desk,
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: unknown,
) {
  const answer = await core.request({ method, path, body });
  return (answer.body as { data: T }).data;
}

const countOf = ({ core }: Desk, table: string): number =>
  core.deps.db.raw.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;

describe("stations that watch one folder", { timeout: 120_000 }, () => {
  it("of 60 files that are dropped at once each is imported by one station, and each order is imported once", async () => {
    const quiet = { settings: { rateLimit: null } };
    const stations = [await station(quiet), await station(quiet)];
    const path = temporaryFolder();
    const folder = folderAt(path);
    for (const s of stations) await watchFolder(s, path);
    for (let i = 0; i < FILES; i += 1) folder.drop(`${i}.csv`, orderFile(`N-${i}`));
    await eventually("all are moved", () => folder.list("done").length === FILES);
    const orders = stations.flatMap((s) =>
      s.core.deps.db.raw.prepare<[], string>("SELECT order_number FROM orders").pluck().all(),
    );
    const files = await Promise.all(stations.map(async (s) => (await folderOf(s)).files.length));
    expect([
      orders.length,
      new Set(orders).size,
      folder.list("in"),
      folder.list("refused"),
    ]).toEqual([FILES, FILES, [], []]);
    expect(files.every((count) => count > 0)).toBe(true);
  });
});

describe.skipIf(whyNoHub !== undefined)(
  "stations of one organization that watch one folder",
  { timeout: 120_000 },
  () => {
    it("a PDF is attached at both, printed by the station that buys, and each label and its cancellation are written once", async () => {
      const hub = await hubHere();
      const first = await joinedHere(["--join", hub.joinCode, "--demo"]);
      const second = await joinedHere(["--join", await hub.add("--desks", "1"), "--demo"]);
      await allInStep([first, second]);
      const path = temporaryFolder();
      const folder = folderAt(path);
      for (const desk of [first, second])
        await ask(desk, "PUT", "/station/order-folder", { folder: path, isOn: true });
      folder.drop("Z-1.pdf", aPDF());
      folder.drop("orders.csv", orderFile("Z-1"));
      const attached = async (desk: Desk): Promise<boolean> =>
        (await ask<OrderFolder>(desk, "GET", "/station/order-folder")).files.some(
          ({ name, state }) => name === "Z-1.pdf" && state === "ATTACHED",
        );
      await until("both have attached the paper", async () =>
        (await Promise.all([first, second].map(attached))).every(Boolean),
      );
      expect([countOf(first, "shipment_papers"), countOf(second, "shipment_papers")]).toEqual([
        1, 1,
      ]);
      const { shipment } = await ask<OpenedOrder>(second, "POST", "/station/orders/open", {
        code: "Z-1",
      });
      await ask(second, "POST", "/station/purchases", {
        offerID: shipment.offers?.cheapest?.id,
        print: false,
      });
      await until("the paper has ended", () => folder.list("papers").length === 0);
      await until(
        "the copy of the other station is gone",
        () => countOf(first, "shipment_papers") === 0,
      );
      expect([countOf(second, "shipment_papers"), folder.list("done").toSorted()]).toEqual([
        1,
        ["Z-1.pdf", "orders.csv"],
      ]);
      await allInStep([first, second]);
      await first.call(`/shipments/${shipment.id}`, undefined, "DELETE");
      const statuses = (): string[] =>
        folder
          .list("out")
          .flatMap((name) => folder.read("out", name).match(/LABEL_BOUGHT|CANCELLED/g) ?? []);
      await until("the cancellation is written", () => statuses().length === 2);
      await allInStep([first, second]);
      await new Promise((done) => setTimeout(done, 500));
      expect(statuses()).toEqual(["LABEL_BOUGHT", "CANCELLED"]);
    });
  },
);
