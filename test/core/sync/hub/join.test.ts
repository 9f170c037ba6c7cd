import { randomUUID } from "node:crypto";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectHub } from "../../../../core/sync/connect-hub.ts";
import { enrol, newUserKeySeed } from "../../../../core/sync/enrol.ts";
import { sign } from "../../../../core/sync/enrol-proof.ts";
import { makeJoinCode } from "../../../../core/sync/join-code.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";
import {
  codeFrom,
  hubCommand,
  hubHere,
  joinHub,
  startHub,
  whyNoHub,
  type HubHere,
} from "../../../helpers/hub.ts";
import { eventually } from "../../../helpers/station.ts";
import { ENROL_VERSION } from "../../../../core/sync/enrol.schema.ts";

type Listed = {
  stations: {
    id: string;
    name: string;
    revokedAt: string | null;
    lastConnectedAt: string | null;
    isConnected: boolean;
  }[];
  openCodes: { id: string; left: number; desks: number; endsAt: string }[];
};

async function list(hub: HubHere): Promise<Listed> {
  return JSON.parse((await hub.command("list", "--json")).stdout) as Listed;
}

const me = () => ({
  stationID: randomUUID(),
  name: "Desk",
  boxPublicKey: "box",
  userKeySeed: newUserKeySeed(),
});

/** Connects as a machine without a credential. */
async function stranger(joinCode: string, hub: HubHere): Promise<NatsConnection> {
  const { enrolled } = await joinHub(joinCode);
  const tls = {
    ca: enrolled.authority,
    handshakeFirst: true,
    checkServerIdentity: () => undefined,
  };
  const connection = await connect({
    servers: `tls://127.0.0.1:${hub.port}`,
    tls,
    inboxPrefix: "_INBOX_enrol",
  });
  onTestFinished(() => connection.close());
  return connection;
}

describe.skipIf(whyNoHub !== undefined)("a join code", () => {
  it("a join code admits one station, once, and the same station with the same keys gets the same answer again", async () => {
    const hub = await startHub({ args: ["--name", "Shop"] });
    const [code, station] = [codeFrom(hub.joinCode), me()];
    const first = await enrol(code, station);
    expect(first).toMatchObject({
      hubName: "Shop",
      inboxPrefix: `_INBOX_${station.stationID}`,
      userKeySeed: station.userKeySeed,
      authority: expect.stringContaining("BEGIN CERTIFICATE"),
    });
    expect(Math.abs(first.skewMs)).toBeLessThan(5_000);
    const { skewMs: _first, ...same } = first;
    expect(await enrol(code, station)).toMatchObject(same);
    await expect(enrol(code, me())).rejects.toMatchObject({
      code: "E2114",
      message: expect.stringContaining("used already"),
      details: { reason: "used" },
    });
    await expect(enrol(code, { ...station, userKeySeed: newUserKeySeed() })).rejects.toMatchObject({
      code: "E2117",
      message: expect.stringContaining("with another key"),
    });
    const { stdout } = await hubCommand(hub.dir, "list", "--json");
    expect((JSON.parse(stdout) as Listed).stations).toHaveLength(1);
  });

  it(
    "a code for 40 stations admits 40 at once without closing connections, and no further station",
    { tags: "all" },
    async () => {
      const hub = await hubHere();
      const early = await (await joinHub(hub.joinCode)).connect();
      const lost = vi.fn();
      void (async () => {
        for await (const { type } of early.status()) if (type === "disconnect") lost();
      })();
      const code = await hub.add("--desks", "40");
      const stations = await Promise.all(
        Array.from({ length: 40 }, (_, at) => joinHub(code, `Desk ${at}`)),
      );
      const connections = await Promise.all(stations.map((station) => station.connect()));
      expect(
        await Promise.all(connections.map((connection) => connection.rtt().then((ms) => ms >= 0))),
      ).toEqual(Array.from({ length: 40 }, () => true));
      await expect(joinHub(code)).rejects.toMatchObject({ code: "E2114" });
      expect(lost).not.toHaveBeenCalled();
      const { stations: listed, openCodes } = await list(hub);
      expect([
        listed.length,
        listed.filter(({ isConnected }) => isConnected).length,
        openCodes,
      ]).toEqual([41, 41, []]);
    },
  );

  it("a code that the hub never made admits no station", async () => {
    const hub = await hubHere();
    const code = codeFrom(hub.joinCode);
    await expect(enrol({ ...code, id: "0000000000" }, me())).rejects.toMatchObject({
      code: "E2114",
      message: expect.stringContaining("does not know"),
    });
    await expect(enrol({ ...code, secret: "00".repeat(16) }, me())).rejects.toMatchObject({
      code: "E2114",
      message: expect.stringContaining("does not know"),
    });
    expect((await list(hub)).stations).toEqual([]);
  });

  it(
    "a code can be made before the first start and while the hub runs, for a given number of hours",
    { tags: "all" },
    async () => {
      const dir = temporaryFolder();
      const before = await hubCommand(dir, "--port", "0", "add", "--desks", "3", "--hours", "2");
      const hub = await hubHere({ dir });
      await joinHub(before.stdout);
      await joinHub(await hub.add("--hours", "720"));
      const { openCodes } = await list(hub);
      const hours = openCodes.map(({ left, desks, endsAt }) => [
        left,
        desks,
        Math.round((Date.parse(endsAt) - Date.now()) / 3_600_000),
      ]);
      expect(hours).toEqual([
        [2, 3, 2],
        [1, 1, 24],
      ]);
    },
  );

  it("a code is rejected when another hub answers at its address", { tags: "all" }, async () => {
    const [mine, another] = [await hubHere(), await hubHere()];
    const wrong = codeFrom(makeJoinCode({ ...codeFrom(mine.joinCode), port: another.port }));
    await expect(enrol(wrong, me())).rejects.toMatchObject({
      code: "E2113",
      message: expect.stringContaining("Another machine answers there"),
    });
  });

  it("a code leads to the hub by any of its addresses that answers", async () => {
    const hub = await hubHere();
    const code = {
      ...codeFrom(hub.joinCode),
      hosts: ["192.0.2.200", "no-such-host.invalid", "127.0.0.1"],
    };
    expect((await enrol(code, me())).servers[0]).toBe(`tls://127.0.0.1:${hub.port}`);
  });

  it(
    "a join is rejected if this computer's clock is more than five minutes off, and a join at a stopped hub names the tried address",
    { tags: "all" },
    async () => {
      const hub = await startHub();
      const code = codeFrom(hub.joinCode);
      const real = Date.now;
      vi.spyOn(Date, "now").mockImplementation(() => real() + 6 * 60_000);
      onTestFinished(() => void vi.restoreAllMocks());
      await expect(enrol(code, me())).rejects.toMatchObject({
        code: "E2116",
        message: expect.stringContaining("6 minutes ahead of the hub's"),
      });
      vi.restoreAllMocks();
      await hub.stop();
      await expect(enrol(code, me())).rejects.toMatchObject({
        code: "E2112",
        message: expect.stringContaining(`tls://127.0.0.1:${hub.port}`),
      });
    },
  );
});

describe.skipIf(whyNoHub !== undefined)("a machine without a credential", () => {
  it("a machine without a credential may only request to join", async () => {
    const hub = await hubHere();
    const connection = await stranger(hub.joinCode, hub);
    for (const subject of ["ev.x", "control", "$JS.API.INFO", "$SYS.REQ.SERVER.PING"]) {
      await expect(connection.request(subject, "", { timeout: 1_000 }), subject).rejects.toThrow(
        /permissions violation/i,
      );
    }
    const refused = new Promise((resolve) =>
      connection.subscribe("enrol.>", { callback: (error) => resolve(error) }),
    );
    expect(String(await refused)).toMatch(/permissions violation/i);
  });

  it("a join with a line break in its name, an invalid id or key, a trial version's protocol or no signature is answered as unreadable", async () => {
    const hub = await hubHere();
    const connection = await stranger(await hub.add(), hub);
    const { id, secret } = codeFrom(hub.joinCode);
    const good = {
      v: ENROL_VERSION,
      codeID: id,
      stationID: randomUUID(),
      name: "Desk",
      userKey: `U${"A".repeat(55)}`,
      boxPublicKey: "",
      nonce: "",
    };
    for (const text of ["hello", "", JSON.stringify({ text: "{}" })])
      expect((await connection.request(`enrol.${id}`, text)).json(), text).toMatchObject({
        refused: "unreadable",
      });
    for (const wrong of [{ name: "a\nb" }, { stationID: ">" }, { userKey: "SUA" }, { v: 1 }]) {
      const answer = await connection.request(
        `enrol.${id}`,
        JSON.stringify(sign("request", secret, { ...good, ...wrong })),
      );
      expect(answer.json()).toMatchObject({ refused: "unreadable" });
    }
  });
});

describe.skipIf(whyNoHub !== undefined)("a revoked station", () => {
  it("a revoked station loses its connection within a second and cannot connect again, and other stations are unaffected", async () => {
    const hub = await hubHere();
    const code = await hub.add("--desks", "3");
    const [lost, kept] = [await joinHub(code, "Lost"), await joinHub(code, "Kept")];
    const [connection, other] = [await lost.connect(), await kept.connect()];
    const ended = eventually(
      "the connection ends",
      () => connection.isClosed() || connection.info === undefined,
    );
    const first = (async () => {
      for await (const { type } of connection.status())
        if (type === "disconnect") return performance.now();
      return performance.now();
    })();
    const { code: exit, stdout } = await hubCommand(hub.dir, "revoke", "Lost");
    // The command's program takes time to start.
    const revokedAt = performance.now();
    expect([exit, stdout]).toEqual([
      0,
      expect.stringContaining(`Station "Lost" (${lost.stationID}) is revoked.`),
    ]);
    expect((await first) - revokedAt).toBeLessThan(1_000);
    await ended;
    expect(String(await connection.closed())).toMatch(/Authorization Violation/i);
    await expect(lost.connect()).rejects.toMatchObject({ code: "E2117" });
    expect(await other.rtt()).toBeGreaterThanOrEqual(0);
    expect(
      (await list(hub)).stations.map(({ name, revokedAt, isConnected }) => [
        name,
        revokedAt !== null,
        isConnected,
      ]),
    ).toEqual([
      ["Kept", false, true],
      ["Lost", true, false],
    ]);
  });

  it("a revoked station joins again only with a new key and a new code", async () => {
    const hub = await hubHere();
    const code = await hub.add("--desks", "3");
    const lost = await joinHub(code, "Lost");
    await hub.command("revoke", lost.stationID);
    const again = { stationID: lost.stationID, name: "Lost", boxPublicKey: "box" };
    await expect(
      enrol(codeFrom(code), { ...again, userKeySeed: lost.enrolled.userKeySeed }),
    ).rejects.toMatchObject({
      code: "E2117",
      message: expect.stringContaining("has revoked this station"),
    });
    await expect(enrol(codeFrom(code), again)).rejects.toMatchObject({ code: "E2117" });
    await expect(enrol(codeFrom(code), me())).rejects.toMatchObject({
      code: "E2114",
      message: expect.stringContaining("has ended"),
    });
    const fresh = await hub.add();
    await expect(
      enrol(codeFrom(fresh), { ...again, userKeySeed: lost.enrolled.userKeySeed }),
    ).rejects.toMatchObject({ code: "E2117" });
    await (await joinHub(fresh, "Found", lost.stationID)).connect();
  });

  it(
    "a station revoked before the hub stopped or while it was off is rejected after the next start",
    { tags: "all" },
    async () => {
      const dir = temporaryFolder();
      const first = await startHub({ dir });
      const [lost, later] = [
        await joinHub(first.joinCode, "Lost"),
        await joinHub(await first.add(), "Later"),
      ];
      await first.command("revoke", "Lost");
      await first.stop();
      await first.command("revoke", "Later");
      await hubHere({ dir });
      for (const station of [lost, later])
        await expect(station.connect()).rejects.toMatchObject({ code: "E2117" });
    },
  );

  it(
    "revoking a station ends the server that a killed hub left running, and the station is disconnected once the hub starts again",
    { tags: "all" },
    async () => {
      const hub = await startHub();
      const lost = await joinHub(hub.joinCode, "Lost");
      const connection = await lost.connect();
      await hub.kill9("hub");
      await hub.command("revoke", "Lost");
      expect(hub.natsPid()).toBe(-1);
      await hubHere({ dir: hub.dir });
      expect(String(await connection.closed())).toMatch(/Authorization Violation/i);
    },
  );

  it(
    "a station must be named by its id if another has the same name",
    { tags: "all" },
    async () => {
      const hub = await hubHere();
      const code = await hub.add("--desks", "2");
      const [one, two] = [await joinHub(code), await joinHub(code)];
      const { code: exit, stderr } = await hub.command("revoke", "Desk");
      expect([exit, stderr]).toEqual([
        1,
        `There are 2 stations named "Desk". Give the id of one: ${one.stationID}, ${two.stationID}.\n`,
      ]);
      expect((await hub.command("revoke", "Nobody")).stderr).toBe(
        'There is no station "Nobody". The command list shows all, with their ids.\n',
      );
    },
  );
});

it.skipIf(whyNoHub !== undefined)(
  "the list shows when a station was last connected, and a station does not connect without encryption",
  async () => {
    const hub = await hubHere();
    const station = await joinHub(hub.joinCode);
    expect((await list(hub)).stations[0]).toMatchObject({
      isConnected: false,
      lastConnectedAt: null,
    });
    const connection = await station.connect();
    expect((await list(hub)).stations[0]).toMatchObject({ isConnected: true });
    await connection.close();
    const before = Date.now();
    await eventually(
      "the station is not connected",
      async () => (await list(hub)).stations[0]?.isConnected === false,
    );
    expect(
      Math.abs(Date.parse((await list(hub)).stations[0]?.lastConnectedAt ?? "") - before),
    ).toBeLessThan(5_000);
    await expect(
      connectHub({
        servers: ["nats://192.0.2.1:4222"],
        signIn: { seed: station.enrolled.userKeySeed },
        stationID: station.stationID,
        name: "Desk",
      }),
    ).rejects.toMatchObject({
      code: "E2112",
      message: expect.stringContaining("has no encryption"),
    });
  },
);
