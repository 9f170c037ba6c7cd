/**
 * Runs the product's own programs for Windows under wine, with the parts that
 * `npm run test:windows` has downloaded.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { aFolder } from "../core/printing/a-printer.ts";

export const PATIENCE_MS = 120_000;

/**
 * Paths of the parts; undefined outside of `npm run test:windows`. `dnsapi`: a library in place of
 * Windows's search; undefined without a compiler for Windows.
 */
export const windowsParts = z
  .object({ node: z.string(), main: z.string(), prefix: z.string(), dnsapi: z.string().optional() })
  .optional()
  .parse(
    process.env["PACKBENCH_WINDOWS"] === undefined
      ? undefined
      : JSON.parse(process.env["PACKBENCH_WINDOWS"]),
  );

/**
 * Runs a program and waits for its end.
 * @param program Name of a bundled file in main.js's folder.
 * @throws Error when it fails or takes more than two minutes.
 */
export async function runUnderWine(program: string, args: readonly string[]): Promise<void> {
  if (windowsParts === undefined) throw new Error("the parts are missing");
  const { node, main, prefix } = windowsParts;
  const place = join(aFolder(), "output");
  // The output goes to a file, because Node for Windows cannot open wine's pipes.
  const output = openSync(place, "w");
  const child = spawn("wine", [node, join(dirname(main), program), ...args], {
    env: {
      ...process.env,
      WINEPREFIX: prefix,
      WINEDEBUG: "-all",
      NODE_OPTIONS: "",
      NODE_COMPILE_CACHE: "",
    },
    stdio: ["ignore", output, output],
    timeout: PATIENCE_MS,
  });
  const [code] = await once(child, "exit");
  closeSync(output);
  if (code !== 0)
    throw new Error(`${program} ended with ${String(code)}: ${readFileSync(place, "utf8")}`);
}
