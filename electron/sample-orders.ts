/**
 * Sample orders for trying the station. They are imported only into a station without shipments:
 * any other station has them already or is in use.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CoreHost } from "./core-host.ts";

/**
 * Imports the sample file into a station without a shipment.
 *
 * @throws Error when the core refuses the file.
 */
export async function importSampleOrders(
  core: Pick<CoreHost, "request" | "started">,
  resourcesDir: string,
): Promise<void> {
  if (core.started.hasShipments) return;
  const content = await readFile(join(resourcesDir, "samples", "orders.csv"));
  const answer = await core.request({
    method: "POST",
    memberID: core.started.memberID,
    path: "/station/imports",
    body: { fileName: "orders.csv", content: content.toString("base64") },
  });
  if (answer.status >= 300)
    throw new Error(`the sample orders were refused: ${JSON.stringify(answer.body)}`);
}
