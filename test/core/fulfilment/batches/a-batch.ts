/**
 * Helpers for tests of batches: a station with a simulated printer, bought labels, and actions on a
 * batch.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Batch, BatchItem } from "../../../../core/fulfilment/batches/batches.schema.ts";
import type { BehaviourInput } from "../../../../core/printing/simulator/behaviour.ts";
import { createSimulator, type Simulator } from "../../../../core/printing/simulator/simulator.ts";
import type { DeskPurchase } from "../../../../core/station/station.schema.ts";
import {
  eventually,
  shipmentWithOffers,
  station,
  temporaryFolder,
  type Station,
  type StationOptions,
} from "../../../helpers/station.ts";

/** Starts a station with one label printer, which is a simulator. */
export async function withSimulator(
  behaviour: BehaviourInput = { mode: "ok" },
  options: StationOptions = {},
): Promise<{
  readonly s: Station;
  readonly simulator: Simulator;
  /** Folder in which the simulator stores the bytes of each label. */
  readonly dir: string;
}> {
  const s = await station(options);
  const dir = join(temporaryFolder(), "jobs");
  const simulator = await createSimulator({ port: 0, httpPort: 0, dir, behaviour });
  onTestFinished(() => simulator.close());
  await s.desk("POST", "/station/printers", {
    name: "Zebra",
    driver: "tcp",
    host: "127.0.0.1",
    port: simulator.port,
  });
  return { s, simulator, dir };
}

/**
 * Lists the printed barcodes in order, read from their ZPL fields, because drawing and reading a
 * label takes a third of a second of processor time. A test in batches.test.ts checks that a
 * barcode on paper is readable.
 */
export const printedBarcodes = (dir: string): string[] =>
  readdirSync(dir)
    .filter((file) => file.endsWith(".zpl"))
    .toSorted()
    .map(
      (file) => /\^BC.*\^FD([^^]*)\^FS/.exec(readFileSync(join(dir, file), "latin1"))?.[1] ?? "",
    );

/** Buys labels without printing them. */
export async function bought(
  s: Station,
  count: number,
): Promise<{ readonly id: string; readonly barcode: string }[]> {
  const labels = [];
  for (let i = 0; i < count; i += 1) {
    const shipment = await shipmentWithOffers(s);
    const { data } = await s.desk<DeskPurchase>("POST", "/station/purchases", {
      offerID: shipment.offers?.cheapest?.id,
      print: false,
    });
    labels.push({ id: shipment.id, barcode: data.transaction.shipment.barcode });
  }
  return labels;
}

export const start = async (
  s: Station,
  labels: readonly { readonly id: string }[],
  more: object = {},
): Promise<Batch> =>
  (
    await s.desk<Batch>("POST", "/station/batches", {
      shipmentIDs: labels.map(({ id }) => id),
      ...more,
    })
  ).data;
export const act = async (
  s: Station,
  { id }: Batch,
  verb: string,
  body: object = {},
): Promise<Batch> => (await s.desk<Batch>("POST", `/station/batches/${id}/${verb}`, body)).data;
export const items = async (s: Station, { id }: Batch): Promise<BatchItem[]> =>
  (await s.desk<{ list: BatchItem[] }>("GET", `/station/batches/${id}/items?limit=200`)).data.list;
export const until = (
  s: Station,
  { id }: Batch,
  what: string,
  is: (batch: Batch) => boolean,
): Promise<Batch> =>
  eventually(what, async () => {
    const { data } = await s.desk<Batch>("GET", `/station/batches/${id}`);
    return is(data) && data;
  });
/** Waits longer than printing a label takes. */
export const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400));
