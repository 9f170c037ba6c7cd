import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { call, eventually, parcel } from "../helpers/station.ts";

type Ready = { url: string; organizationID: string; token: string };
type Served = { child: ChildProcess; ready: Ready; stdout: () => string };

let dataDir = "";
const running = new Set<ChildProcess>();
beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
  rmSync(dataDir, { recursive: true, force: true });
});

async function serve(...args: string[]): Promise<Served> {
  const child = spawn(process.execPath, [join(ROOT, "core/serve.ts"), "--data", dataDir, "--port", "0", "--json", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  await eventually("the station is ready", () => {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${err}`);
    return out.includes("\n");
  });
  return { child, ready: JSON.parse(out) as Ready, stdout: () => out };
}

async function stopped(child: ChildProcess, signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }> {
  const begun = performance.now();
  const exit = once(child, "exit") as Promise<[number | null]>;
  child.kill(signal);
  const [code] = await exit;
  running.delete(child);
  return { code, ms: performance.now() - begun };
}

const get = (ready: Ready, path: string) => call<{ id: string }[]>(ready.url, ready.token, { method: "GET", path });

describe("the headless station", () => {
  it("prints one line of JSON, serves with the token in it, and tells no token in api.json", async () => {
    const { ready, stdout } = await serve("--demo");
    expect(Object.keys(ready).sort()).toEqual(["organizationID", "token", "url"]);
    expect(stdout().trimEnd().split("\n")).toHaveLength(1);
    expect((await get(ready, "/addresses")).body["totalRows"]).toBe(1);
    const file = join(dataDir, "api.json");
    expect([readFileSync(file, "utf8").includes(ready.token), readFileSync(file, "utf8").includes(ready.url), statSync(file).mode & 0o777]).toEqual([false, true, 0o600]);
  });

  it("seeds once, and each start's token ends the one before", async () => {
    const first = await serve("--demo");
    await call(first.ready.url, first.ready.token, { method: "POST", path: "/shipments", body: parcel({ test: true }) });
    await stopped(first.child, "SIGTERM");
    const second = await serve("--demo");
    expect(second.ready.organizationID).toBe(first.ready.organizationID);
    expect([(await get(second.ready, "/addresses")).body["totalRows"], (await get(second.ready, "/shipments")).body["totalRows"]]).toEqual([1, 1]);
    const balance = await call<string>(second.ready.url, second.ready.token, { method: "GET", path: `/organizations/${second.ready.organizationID}/balance` });
    expect(balance.body.data).toBe("100000.00");
    expect((await call(second.ready.url, first.ready.token, { method: "GET", path: "/shipments" })).status).toBe(401);
  });

  it("stops cleanly within two seconds, also while a printer keeps it waiting", async () => {
    const silent = createServer((socket) => socket.on("error", () => {}).resume()).listen(0, "127.0.0.1");
    await once(silent, "listening");
    try {
      const { child, ready } = await serve("--demo");
      const desk = (path: string, body: unknown) => call<{ id: string; offers: { cheapest: { id: string } } }>(ready.url, ready.token, { method: "POST", path, body });
      await desk("/station/printers", { name: "Silent", driver: "tcp", host: "127.0.0.1", port: (silent.address() as { port: number }).port });
      const { body } = await desk("/shipments", parcel({ test: true }));
      await desk("/station/purchases", { offerID: body.data.offers.cheapest.id, print: true });
      const { code, ms } = await stopped(child, "SIGTERM");
      expect(code).toBe(0);
      expect(ms).toBeLessThan(4_000); // two seconds, and what a busy machine takes to notice
    } finally {
      silent.close();
    }
  });

  it("leaves a folder that opens again when it is killed in the middle of work", async () => {
    const { child, ready } = await serve("--demo");
    const open = Array.from({ length: 20 }, () => call(ready.url, ready.token, { method: "POST", path: "/shipments", body: parcel() }).catch(() => undefined));
    await open[0];
    await stopped(child, "SIGKILL");
    await Promise.all(open);
    const again = await serve("--demo");
    const { body } = await get(again.ready, "/shipments?limit=100");
    expect(body.data.length).toBe(body["totalRows"]);
    const integrity = await call<{ isWhole: boolean }>(again.ready.url, again.ready.token, { method: "GET", path: "/station/integrity" });
    expect(integrity.body.data.isWhole).toBe(true);
  });

  it.each([
    [["--port", "no"], 2, "--port must be a number"],
    [["--colour", "red"], 2, "usage:"],
  ])("says what is wrong with %j", async (args, code, said) => {
    const child = spawn(process.execPath, [join(ROOT, "core/serve.ts"), "--data", dataDir, ...args], { stdio: ["ignore", "ignore", "pipe"] });
    running.add(child);
    let err = "";
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    const [exit] = (await once(child, "exit")) as [number];
    expect([exit, err.includes(said)]).toEqual([code, true]);
  });
});
