/**
 * A station that buys and prints one label after the other and dies, like kill -9, at the n-th pass
 * of a fault point. At its start it answers questions about earlier prints by the files in the
 * printer's folder.
 *
 *     node printing-child.ts DATA PORT PAPER [POINT N]
 *
 * PAPER: the simulator's folder. POINT "none": it buys nothing and ends when all labels are printed
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createCore } from "../../core/core.ts";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { aZpl, instantLabels } from "../core/printing/a-printer.ts";
import { RESOURCES } from "../helpers/folders.ts";
import { parcel } from "../helpers/station.ts";
import { dyingAt } from "./a-dying-station.ts";

const [dataDir = "", port = "", paper = "", place = "none", n = "1"] = process.argv.slice(2);

const core = await createCore({
  dataDir,
  resourcesDir: RESOURCES,
  port: null,
  demo: true,
  world: {
    labels: {
      ...instantLabels,
      draw: ({ model }) =>
        Promise.resolve({
          bytes: aZpl(model.barcode),
          rasterHash: "",
          omitted: [],
          transliterated: [],
        }),
    },
    faultPoint: dyingAt(dataDir, place, Number(n)),
  },
});
await core.start();
const ask = async <T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> =>
  ((await core.request({ method, path, body })).body as { data: T }).data;
const { list: printers } = await ask<{ list: readonly unknown[] }>("GET", "/station/printers");
if (printers.length === 0)
  await ask("POST", "/station/printers", {
    name: "Zebra",
    driver: "tcp",
    host: "127.0.0.1",
    port: Number(port),
  });

/** Answers questions about prints as a person does who checks the paper. */
async function answerQuestions(): Promise<number> {
  const { list } = await ask<{ list: readonly PrintJob[] }>(
    "GET",
    "/station/printjobs?status=UNKNOWN&limit=500",
  );
  const labels =
    list.length === 0
      ? ""
      : readdirSync(paper)
          .filter((file) => file.endsWith(".zpl"))
          .map((file) => readFileSync(join(paper, file), "latin1"))
          .join("");
  for (const { id, barcode } of list)
    await ask("POST", `/station/printjobs/${id}/answer`, {
      printed: labels.includes(`^FD${barcode}^FS`),
    });
  return list.length;
}

await answerQuestions();
process.stdout.write(`${JSON.stringify({ url: "", token: "" })}\n`);
while (place !== "none") {
  const shipment = await ask<Shipment>("POST", "/shipments", parcel({ test: true }));
  const offerID = shipment.offers?.cheapest?.id;
  if (offerID !== undefined) await ask("POST", "/station/purchases", { offerID });
}
for (;;) {
  const asked = await answerQuestions();
  const { queued } = await ask<{ queued: number }>("GET", "/station/desk");
  if (
    asked === 0 &&
    queued === 0 &&
    (await ask<{ list: readonly PrintJob[] }>("GET", "/station/printjobs?status=SENDING")).list
      .length === 0
  )
    break;
  await wait(50);
}
await core.stop();
