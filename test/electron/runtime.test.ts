/** The built code on the Node inside the installed Electron: the oldest Node it must run on. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { eventContract, invokeContract } from "../../electron/ipc/contract.ts";
import { RESOURCES, ROOT, temporaryFolder } from "../helpers/folders.ts";

const electron = createRequire(import.meta.url)("electron") as unknown as string;
const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a module on Electron's Node, which needs no display. @returns The module's output. */
function onElectronsNode(module: string): Promise<string> {
  return new Promise((done, fail) => {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
    execFile(
      electron,
      ["--input-type=module", "-e", module],
      { cwd: ROOT, env, timeout: 50_000 },
      (error, stdout, stderr) =>
        error === null ? done(stdout.trim()) : fail(new Error(stderr || error.message)),
    );
  });
}

/** Returns the packages outside the bundles, as the bundles themselves name them. */
function packagesOutside(): string[] {
  const text = readdirSync(join(ROOT, "dist/electron"))
    .filter((file) => file.endsWith(".js"))
    .map((file) => readFileSync(join(ROOT, "dist/electron", file), "utf8"))
    .join("\n");
  const names = [
    ...text.matchAll(/(?:^|[;}])import(?:[\w$*{}, ]*from)? ?["']([^"'./][^"']*)["']/gm),
  ].map((match) => match[1] ?? "");
  return [...new Set(names)]
    .filter(
      (name) => !name.startsWith("node:") && name !== "electron" && !builtinModules.includes(name),
    )
    .sort();
}

describe("the code on Electron's Node", () => {
  it("every package outside the bundles can be imported", async () => {
    const names = packagesOutside();
    expect(names).toContain("better-sqlite3");
    const script = `const failed = []; for (const name of ${JSON.stringify(names)}) await import(name).catch((error) => failed.push(name + ": " + error.message)); console.log(JSON.stringify(failed));`;
    expect(JSON.parse(await onElectronsNode(script))).toEqual([]);
  });

  it("the built core opens a folder, answers, and stops", async () => {
    const config = { dataDir: folder, resourcesDir: RESOURCES, port: 0, demo: true };
    const script = `
      import { Worker } from "node:worker_threads";
      const core = new Worker(${JSON.stringify(join(ROOT, "dist/electron/core-worker.js"))}, { execArgv: [], workerData: ${JSON.stringify(config)} });
      core.on("message", (message) => {
        if (message.type === "started") core.postMessage({ type: "request", id: 1, request: { method: "GET", path: "/cities", memberID: message.started.memberID } });
        else if (message.type === "keyNeeded") core.postMessage({ type: "key", key: { kind: "file" } });
        else if (message.type === "answer") { console.log(message.response.status); core.postMessage({ type: "stop" }); }
        else if (message.type !== "fact" && message.type !== "log") { console.error(JSON.stringify(message)); process.exit(1); }
      });
      core.on("exit", (code) => { console.log("ended with " + code); });`;
    expect((await onElectronsNode(script)).split("\n")).toEqual(["200", "ended with 0"]);
  });
});

describe("the process of a device on Electron's Node", () => {
  it("loads both drivers, and lists the devices of this computer", async () => {
    const script = `
      import { fork } from "node:child_process";
      const child = fork(${JSON.stringify(join(ROOT, "dist/electron/device-worker.js"))}, [], { execArgv: [] });
      child.on("message", (message) => {
        if (message.type === "ready") child.send({ type: "list" });
        else { console.log(JSON.stringify(message)); child.kill(); }
      });`;
    expect(JSON.parse(await onElectronsNode(script))).toMatchObject({
      type: "listed",
      isWhole: true,
    });
  });
});

describe("the preload", () => {
  it("the preload passes the contract's channels and no others", () => {
    const preload = readFileSync(join(ROOT, "electron/preload.ts"), "utf8");
    const listed = (type: string) =>
      [
        ...(new RegExp(`new Set<${type}>\\(\\[([^\\]]*)\\]`).exec(preload)?.[1] ?? "").matchAll(
          /"([^"]+)"/g,
        ),
      ].map((match) => match[1]);
    expect(listed("InvokeChannel").sort()).toEqual(Object.keys(invokeContract).sort());
    expect(listed("EventChannel").sort()).toEqual(Object.keys(eventContract).sort());
  });
});
