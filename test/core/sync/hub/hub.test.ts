import { randomUUID } from "node:crypto";
import { existsSync, writeFileSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { describe, expect, it, onTestFinished } from "vitest";
import { readCommand } from "../../../../core/sync/hub/command-line.ts";
import { HubError } from "../../../../core/sync/hub/hub-error.ts";
import { folderOnDisk, temporaryFolder } from "../../../helpers/folders.ts";
import {
  codeFrom,
  hubCommand,
  joinHub,
  natsPids,
  startHub,
  whyNoHub,
  type TestHub,
  type TestStation,
} from "../../../helpers/hub.ts";
import { openToOthers } from "../../../helpers/modes.ts";
import { eventually } from "../../../helpers/station.ts";

/** Publishes one event, and waits for its acknowledgement. */
async function publish(station: TestStation, text: string): Promise<void> {
  const connection = await station.connect({ waitOnFirstConnect: true });
  await jetstream(connection).publish(`ev.${station.stationID}.fact`, text);
  await connection.close();
}

async function countEvents(station: TestStation): Promise<number> {
  const connection = await station.connect({ waitOnFirstConnect: true });
  const { state } = await (await jetstreamManager(connection)).streams.info("EV");
  await connection.close();
  return state.messages;
}

/** Kills a hub, its server or both, and restarts what the hub does not restart itself. */
async function survives(which: "hub" | "nats" | "both"): Promise<void> {
  const dir = folderOnDisk();
  const first = await startHub({ dir });
  const station = await joinHub(first.joinCode);
  const connection = await station.connect();
  const old = first.natsPid();
  await jetstream(connection).publish(`ev.${station.stationID}.fact`, "just acknowledged");
  await first.kill9(which);
  const hub: TestHub = which === "nats" ? first : await startHub({ dir });
  await eventually(
    "exactly one server runs, and it is a new one",
    () => natsPids(dir).length === 1 && hub.natsPid() !== old,
  );
  if (which !== "nats")
    expect(hub.err()).toBe(
      which === "hub" ? "A nats-server that an earlier hub left running was ended.\n" : "",
    );
  expect(await countEvents(station)).toBe(1);
  // The open connection is restored automatically, and new stations can join.
  await eventually("the station is connected again", () =>
    connection.rtt().then(
      () => true,
      () => false,
    ),
  );
  await joinHub(await hub.add(), "Another");
  expect(await hub.stop()).toBe(0);
}

describe.skipIf(whyNoHub !== undefined)("a hub", () => {
  it("a hub prints one line when stations can join, keeps its folder private to its user, and ends its server with itself", async () => {
    const hub = await startHub();
    expect(codeFrom(hub.joinCode)).toMatchObject({ port: hub.port });
    expect(codeFrom(hub.joinCode).hosts.at(-1)).toBe("127.0.0.1");
    await joinHub(hub.joinCode);
    expect(openToOthers(hub.dir)).toEqual([]);
    expect(natsPids(hub.dir)).toHaveLength(1);
    expect(await hub.stop()).toBe(0);
    expect(natsPids(hub.dir)).toEqual([]);
    expect(hub.err()).toMatch(/^Station "Desk" \(.*\) has joined\.\n$/);
  });

  it("a hub continues with its port, its stations and their events at its next start", async () => {
    const dir = temporaryFolder();
    const first = await startHub({ dir });
    const station = await joinHub(first.joinCode);
    await publish(station, "1");
    await first.stop();
    const second = await startHub({ dir });
    expect(second.port).toBe(first.port);
    expect(await countEvents(station)).toBe(1);
  });

  it(
    "a hub creates its streams with the right settings, and applies changed settings without losing an event",
    { tags: "all" },
    async () => {
      const dir = temporaryFolder();
      const first = await startHub({ dir, keepDays: 20 });
      const station = await joinHub(first.joinCode);
      await publish(station, "1");
      await first.stop();
      await startHub({ dir, keepDays: 14 });
      const connection = await station.connect();
      const streams = (await jetstreamManager(connection)).streams;
      const day = 86_400 * 1e9;
      const shown = async (name: string) => (await streams.info(name)).config;
      expect(await shown("EV")).toMatchObject({
        subjects: ["ev.>"],
        storage: "file",
        retention: "limits",
        duplicate_window: 120e9,
        allow_direct: true,
        allow_atomic: true,
        deny_delete: true,
        compression: "s2",
        max_age: 14 * day,
        num_replicas: 1,
      });
      expect(await shown("KV_SCARCE")).toMatchObject({
        max_msgs_per_subject: 20,
        storage: "file",
        allow_rollup_hdrs: false,
        max_age: 0,
      });
      expect(await shown("KV_SEEN")).toMatchObject({ max_msgs_per_subject: 1, storage: "file" });
      expect(await shown("OBJ_SNAP")).toMatchObject({ storage: "file", max_age: 14 * day });
      expect(await shown("OBJ_FILES")).toMatchObject({ storage: "file", max_age: 14 * day });
      expect(await countEvents(station)).toBe(1);
    },
  );

  it("a hub recovers from a kill -9 of hub and server, with every acknowledged event", () =>
    survives("both"));

  it.each(["hub", "nats"] as const)(
    "a hub recovers from a kill -9 of %s alone, with every acknowledged event",
    { tags: "all" },
    survives,
  );
  it(
    "a hub restarts its server each time the server is killed, after a longer delay each time",
    { tags: "all" },
    async () => {
      const hub = await startHub();
      for (let times = 0; times < 3; times += 1) {
        const before = hub.natsPid();
        await hub.kill9("nats");
        await eventually(
          "the server runs again",
          () => hub.natsPid() !== -1 && hub.natsPid() !== before,
        );
      }
      const delays = [
        ...hub.err().matchAll(/has exited \(SIGKILL\) and is restarted in (\d+) ms/g),
      ].map(([, delay]) => Number(delay));
      const [first = NaN, second = NaN, third = NaN] = delays;
      // The delay doubles. Jitter changes it by at most a fifth, so constant delays never differ by a
      // factor of two.
      expect([delays.length, second > first, third > 2 * first]).toEqual([3, true, true]);
      await joinHub(await hub.add());
    },
  );

  it("a hub does not touch the server of another folder", { tags: "all" }, async () => {
    const [mine, another] = [await startHub(), await startHub()];
    const pid = another.natsPid();
    await mine.kill9("hub");
    await startHub({ dir: mine.dir });
    expect(another.natsPid()).toBe(pid);
  });
});

describe.skipIf(whyNoHub !== undefined)("a hub that cannot start", () => {
  const refused = async (dir: string, ...args: string[]) => {
    const { code, stdout, stderr } = await hubCommand(dir, ...args);
    return { code, stdout, stderr };
  };

  it("a hub exits with 1 when another hub uses the folder, and names that hub's process", async () => {
    const hub = await startHub();
    expect(await refused(hub.dir, "--port", "0")).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        new RegExp(
          `is in use by a hub \\(process ${hub.child.pid}, since .*\\)\\. Stop it, or choose another folder with --dir\\.\n$`,
        ),
      ),
    });
    expect(natsPids(hub.dir)).toHaveLength(1);
  });

  it("a hub exits with 1 when another program uses the port", async () => {
    const server = createServer().listen(0);
    onTestFinished(() => void server.close());
    const port = (server.address() as { port: number }).port;
    expect(await refused(temporaryFolder(), "--port", String(port))).toEqual({
      code: 1,
      stdout: "",
      stderr: `Port ${port} is in use by another program. Stop that, or choose another port with --port.\n`,
    });
  });

  it("a hub exits with 1 when its folder is not writable", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    expect(await refused(join(file, "hub"))).toEqual({
      code: 1,
      stdout: "",
      stderr: `The folder ${join(file, "hub")} cannot be written to (ENOTDIR). Choose another one with --dir.\n`,
    });
  });

  it("a hub exits with 1 when there is no nats-server at the given path", async () => {
    const { code, stderr } = await refused(
      temporaryFolder(),
      "--nats-server",
      "/nowhere/nats-server",
    );
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^There is no nats-server at \/nowhere\/nats-server\.\nGet it in one of these ways[\s\S]*winget install[\s\S]*brew install nats-server[\s\S]*--nats-server PATH\.\n$/,
      ),
    ]);
  });

  it("a hub exits with 1 when the nats-server is too old", async () => {
    const old = join(temporaryFolder(), "nats-server");
    writeFileSync(old, "#!/bin/sh\necho nats-server: v2.11.9\n", { mode: 0o755 });
    const { code, stderr } = await refused(temporaryFolder(), "--nats-server", old);
    expect([code, stderr.split("\n")[0]]).toEqual([
      1,
      `The hub needs nats-server 2.12 or newer; this is 2.11.9: ${old}.`,
    ]);
  });

  it(
    "a hub exits with 1 when its host is not an address of this machine",
    { tags: "all" },
    async () => {
      const dir = temporaryFolder();
      const words = (port: string): string =>
        `The hub cannot listen on 192.0.2.77${port} (EADDRNOTAVAIL). Choose an address of this machine with --host, and a port with --port.\n`;
      expect(await refused(dir, "--port", "0", "--host", "192.0.2.77")).toEqual({
        code: 1,
        stdout: "",
        stderr: words(""),
      });
      expect(await refused(dir, "--port", "4999", "--host", "192.0.2.77")).toEqual({
        code: 1,
        stdout: "",
        stderr: words(", port 4999"),
      });
      await startHub({ dir });
    },
  );

  it.each([
    [["--port", "70000"], '--port must be a whole number from 0 to 65535, not "70000".'],
    [["--port", "x"], '--port must be a whole number from 0 to 65535, not "x".'],
    [["--keep-days", "31"], '--keep-days must be a whole number from 1 to 30, not "31".'],
    [["add", "--desks", "0"], '--desks must be a whole number from 1 to 1000, not "0".'],
    [
      ["remove"],
      'There is no command "remove". Commands are add, list, revoke, streams and permissions.',
    ],
    [["revoke"], "revoke takes one station: its id or its name."],
    ...["0", "2", "4", "7", "x"].map((n): [string[], string] => [
      ["streams", "--server", "tls://a:4222", "--credentials", "a.creds", "--replicas", n],
      `--replicas must be 1, 3 or 5, not "${n}".`,
    ]),
  ])("a hub rejects the arguments %j with the reason", (args, words) => {
    expect(() => readCommand(["--dir", "hub", ...args])).toThrow(new HubError(words));
  });

  it("a hub with invalid options exits with 1 and makes no folder", async () => {
    const dir = join(temporaryFolder(), "hub");
    expect(await refused(dir, "--desks", "3")).toEqual({
      code: 1,
      stdout: "",
      stderr: "--desks, --station and --hours belong to add.\n",
    });
    expect(existsSync(dir)).toBe(false);
  });

  it("a hub set up by a trial version exits with 1 and changes nothing", async () => {
    const dir = temporaryFolder();
    const settings = JSON.stringify({ v: 1, hubID: randomUUID(), name: "Shop" });
    writeFileSync(join(dir, "hub.json"), settings);
    const { code, stderr } = await refused(dir, "--port", "0");
    const words = `The hub in ${dir} was set up by a trial version of Packbench, whose format is no longer supported. Choose another folder with --dir, or move this one away. Nothing was changed.\n`;
    expect([code, stderr, readFileSync(join(dir, "hub.json"), "utf8")]).toEqual([
      1,
      words,
      settings,
    ]);
  });

  it("a hub whose key file is damaged exits with 1 and makes no new keys", async () => {
    const dir = temporaryFolder();
    writeFileSync(join(dir, "hub.json"), "{");
    const { code, stderr } = await refused(dir, "--port", "0");
    expect([code, stderr]).toEqual([
      1,
      `${join(dir, "hub.json")} is not JSON. Put a good copy of ${join(dir, "hub.json")} back: it has the hub's keys.\n`,
    ]);
  });
});

it("the hub prints its usage for --help", async () => {
  const { code, stdout } = await hubCommand(temporaryFolder(), "--help");
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^usage: npm run hub -- --dir DIR/)]);
});
