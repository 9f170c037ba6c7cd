import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Transaction } from "../../core/transactions/transactions.schema.ts";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { call, eventually, parcel, station, type Station } from "../helpers/station.ts";

const MINUTE_MS = 60_000;
let dataDir = "";
let child: ChildProcess | undefined;
beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

type Lost = { readonly body: Record<string, unknown>; readonly id: string; readonly shipmentID: string };

/** Buys in one step and kills the station before it has noted that the answer left. */
async function buyAndDie(test: boolean): Promise<Lost> {
  child = spawn(process.execPath, [join(ROOT, "core/serve.ts"), "--data", dataDir, "--port", "0", "--demo", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString()));
  await eventually("the station is ready", () => out.includes("\n"));
  const { url, token } = JSON.parse(out) as { url: string; token: string };
  const sender = await call<{ id: string }[]>(url, token, { method: "GET", path: "/addresses?isDefaultSenderAddress=true" });
  const body = { providerServiceCode: test ? "PACKBENCH_STANDART" : "SURAT_STANDART", shipment: { ...parcel({ test }), returnAddressID: sender.body.data[0]?.id } };
  const bought = await call<Transaction>(url, token, { method: "POST", path: "/transactions", body });
  child.kill("SIGKILL");
  await once(child, "exit");
  return { body, id: bought.body.data.id, shipmentID: bought.body.data.shipment.id };
}

/** The same folder, opened anew, at a time that the test says. */
async function reopened(afterMs: number): Promise<Station> {
  const s = await station({ dataDir });
  s.clock.nowMs = Date.now() + afterMs;
  return s;
}

const repeat = async (s: Station, { body }: Lost): Promise<string> => (await s.call<Transaction>("POST", "/transactions", body)).body.data.id;

describe("a one-step purchase whose answer was lost with the station", () => {
  it("is joined by its repeat within ten minutes, and only once it was answered is the same body another parcel", async () => {
    const lost = await buyAndDie(false);
    const s = await reopened(9 * MINUTE_MS);
    expect(await repeat(s, lost)).toBe(lost.id);
    await eventually("the answer is noted", () => s.core.deps.db.raw.prepare("SELECT 1 FROM transactions WHERE id = ? AND answered_at IS NOT NULL").get(lost.id) !== undefined);
    expect(await repeat(s, lost)).not.toBe(lost.id);
  });

  it("is another purchase after ten minutes", async () => {
    const lost = await buyAndDie(false);
    const s = await reopened(11 * MINUTE_MS);
    expect(await repeat(s, lost)).not.toBe(lost.id);
  });

  it("is another purchase once its parcel is on the road or delivered, however soon", async () => {
    const lost = await buyAndDie(true);
    const s = await reopened(MINUTE_MS);
    await s.call("GET", `/shipments/${lost.shipmentID}`);
    expect(await repeat(s, lost)).toBe(lost.id); // announced, and still here
    s.core.deps.db.raw.prepare("UPDATE transactions SET answered_at = NULL").run(); // and that answer was lost, too
    await new Promise((done) => setTimeout(done, 500));
    s.core.deps.db.raw.prepare("UPDATE transactions SET answered_at = NULL").run();
    for (let i = 0; i < 3; i += 1) await s.call("GET", `/shipments/${lost.shipmentID}`);
    expect(await repeat(s, lost)).not.toBe(lost.id);
  });
});
