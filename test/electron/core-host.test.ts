import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLog, type LogFields } from "../../core/base/log.ts";
import { startCore, type CoreHost, type CoreState } from "../../electron/core-host.ts";
import { eventually } from "../helpers/station.ts";
import { temporaryFolder } from "../helpers/folders.ts";

/**
 * A thread that speaks the core's messages without a core: it answers, dies on request, and may
 * ignore a stop.
 */
const THREAD = `
import { parentPort, workerData } from "node:worker_threads";
if (workerData.demo === false && workerData.port === 1) parentPort.postMessage({ type: "notStarted", why: { name: "PortTakenError", message: "taken", port: 1 } });
else parentPort.postMessage({ type: "started", started: { url: null, organizationID: "o", memberID: "m", token: null } });
let warmed = 0;
parentPort.on("message", (message) => {
  if (message.type === "stop") { if (workerData.port !== 2) parentPort.close(); }
  else if (message.type === "warmUp") warmed += 1;
  else if (message.type === "fromDevice") parentPort.postMessage({ type: "toDevice", id: message.id, message: "heard" });
  else if (message.request.path === "/device") parentPort.postMessage({ type: "startDevice", id: 7 });
  else if (message.request.path === "/warmed") parentPort.postMessage({ type: "answer", id: message.id, response: { status: 200, body: warmed } });
  else if (message.request.path === "/die") throw new Error("died as asked");
  else if (message.request.path !== "/silence") parentPort.postMessage({ type: "answer", id: message.id, response: { status: 200, body: message.request.path } });
});
`;

const folder = temporaryFolder();
const thread = join(folder, "thread.mjs");
const config = { dataDir: folder, resourcesDir: folder, port: null, demo: false };
const get = (path: string) => ({ method: "GET", path }) as const;

const logged: { message: string; err: unknown }[] = [];
const log = {
  ...silentLog,
  error: (fields: LogFields, message: string) => void logged.push({ message, err: fields["err"] }),
  writeLine: () => {},
};

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(thread, THREAD);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Messages to the core's devices, and how many devices were ended. */
const devices = { told: [] as unknown[], ended: 0 };

async function host(port: number | null = null): Promise<{ core: CoreHost; states: CoreState[] }> {
  const states: CoreState[] = [];
  return {
    core: await startCore(
      thread,
      { ...config, port },
      {
        onFact: () => {},
        onState: (state) => states.push(state),
        onUpgrade: () => {},
        keyFor: () => Promise.resolve({ kind: "file" }),
        devices: {
          start({ message }) {
            message({ type: "ready" });
            return {
              send: (sent) => devices.told.push(sent),
              kill: () => (devices.ended += 1),
            };
          },
        },
        log,
      },
    ),
    states,
  };
}

describe("the core's thread", () => {
  it("each of several requests at once gets its own answer", async () => {
    const { core } = await host();
    const answers = await Promise.all(["/a", "/b", "/c"].map((path) => core.request(get(path))));
    expect(answers.map((answer) => answer.body)).toEqual(["/a", "/b", "/c"]);
    await core.stop();
  });

  it("a thread that dies is restarted, and its open requests fail with E2091", async () => {
    const { core, states } = await host();
    const open = core.request(get("/silence"));
    const killer = core.request(get("/die"));
    await expect(open).rejects.toMatchObject({ code: "E2091" });
    await expect(killer).rejects.toMatchObject({ code: "E2091" });
    await eventually("the thread runs again", () => states.at(-1) === "running");
    expect(states).toEqual(["restarting", "running"]);
    expect(logged.at(-1)).toEqual({
      message: "the core's thread died",
      err: expect.objectContaining({
        message: "died as asked",
        stack: expect.stringContaining("thread.mjs") as string,
      }) as Error,
    });
    expect(await core.request(get("/a"))).toEqual({ status: 200, body: "/a" });
    await core.stop();
  });

  it("a thread is warmed up on request, and so is each restarted thread afterwards", async () => {
    const { core, states } = await host();
    expect(await core.request(get("/warmed"))).toMatchObject({ body: 0 });
    core.warmUp();
    expect(await core.request(get("/warmed"))).toMatchObject({ body: 1 });
    await core.request(get("/die")).catch(() => undefined);
    await eventually("the thread runs again", () => states.at(-1) === "running");
    expect(await core.request(get("/warmed"))).toMatchObject({ body: 1 });
    await core.stop();
  });

  it("the thread stays down after the fourth death in a minute, until a person starts it", async () => {
    const { core, states } = await host();
    for (let death = 1; death <= 4; death += 1) {
      await core.request(get("/die")).catch(() => {});
      await eventually(
        `death ${death} is over`,
        () =>
          states.at(-1) === (death < 4 ? "running" : "stopped") &&
          states.length === 2 * death - (death < 4 ? 0 : 1),
      );
    }
    await expect(core.request(get("/a"))).rejects.toMatchObject({ code: "E2091" });
    await core.restart();
    expect([states.slice(-2), await core.request(get("/a"))]).toEqual([
      ["restarting", "running"],
      { status: 200, body: "/a" },
    ]);
    await core.restart();
    await core.request(get("/die")).catch(() => {});
    await eventually(
      "the thread is restarted without a person, because a person's start resets the count",
      () => states.at(-1) === "running" && states.length === 11,
    );
    await core.stop();
  });

  it("a thread that cannot start reports why, with the port", async () => {
    await expect(host(1)).rejects.toMatchObject({
      name: "BadStartError",
      why: { name: "PortTakenError", port: 1 },
    });
  });

  it("the processes of a core's devices end with its thread", async () => {
    const { core, states } = await host();
    void core.request(get("/device")).catch(() => undefined);
    await eventually("the thread has answered its device", () => devices.told.length === 1);
    expect([devices.told, devices.ended]).toEqual([["heard"], 0]);
    await core.request(get("/die")).catch(() => undefined);
    await eventually("the thread runs again", () => states.at(-1) === "running");
    expect(devices.ended).toBe(1);
    await core.stop();
  });

  it("a thread that ignores a stop is terminated", async () => {
    const { core, states } = await host(2);
    await core.stop();
    expect(states).toEqual([]);
    await expect(core.request(get("/a"))).rejects.toMatchObject({ code: "E2091" });
  });
});
