/** `npm run carrier-simulator`: runs a simulated carrier as a separate process. */
import { parseArgs } from "node:util";
import { SIMULATED, startCarrierSimulator } from "./simulator.ts";

const USAGE = `usage: npm run carrier-simulator -- ${Object.keys(SIMULATED).join("|")} [--port 9280] [--branch-ms 2000] [--json]\n`;

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    strict: true,
    allowPositionals: true,
    options: {
      port: { type: "string", default: "9280" },
      // Time until a carrier that makes labels has found the branch of an order, ms.
      "branch-ms": { type: "string" },
      // Prints the addresses as one line of JSON, for programs.
      json: { type: "boolean", default: false },
    },
  });
  const create = SIMULATED[positionals[0] ?? ""];
  const isPort = /^\d{1,5}$/.test(values.port) && Number(values.port) <= 65_535;
  if (create === undefined || positionals.length !== 1 || !isPort)
    throw new TypeError("name one carrier, and a port, 0 for any free one");
  const carrier = create();
  const branchMs = values["branch-ms"];
  if (branchMs !== undefined) {
    if (!/^\d{1,7}$/.test(branchMs) || carrier.setBranchMs === undefined)
      throw new TypeError("--branch-ms is a time in ms, of a carrier that makes labels");
    carrier.setBranchMs(Number(branchMs));
  }
  const { url, urls, pageUrl, close } = await startCarrierSimulator(carrier, Number(values.port));
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ url, urls, pageUrl })}\n`
      : Object.entries(urls)
          .map(([field, address]) => `${`${field}:`.padEnd(12)} ${address}\n`)
          .join("") +
          `page:        ${pageUrl}\nlogin:       packbench / packbench\n` +
          `The station calls this address when station.json has "carrierTargets": {"loopback": true}.\n`,
  );
  const stop = (): void => void close().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

run().catch((error: unknown) => {
  const isUsage = error instanceof TypeError;
  process.stderr.write(
    `${error instanceof Error ? error.message : String(error)}\n${isUsage ? USAGE : ""}`,
  );
  process.exit(isUsage ? 2 : 1);
});
