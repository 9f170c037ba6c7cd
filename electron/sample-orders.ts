/** Orders to try the station with. Reading them again adds nothing, so every start with sample data may do it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CoreHost } from "./core-host.ts";

/** Imports the sample file; orders that are known already are not doubled. @throws Error when the core does not take it. */
export async function importSampleOrders(core: Pick<CoreHost, "request">, resourcesDir: string): Promise<void> {
  const content = await readFile(join(resourcesDir, "samples", "orders.csv"));
  const answer = await core.request({ method: "POST", path: "/station/imports", body: { fileName: "orders.csv", content: content.toString("base64") } });
  if (answer.status >= 300) throw new Error(`the sample orders were not taken: ${JSON.stringify(answer.body)}`);
}
