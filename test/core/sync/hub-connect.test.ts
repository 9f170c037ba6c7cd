import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { createUser } from "@nats-io/nkeys";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeAuthority, makeCertificate } from "../../../core/base/own-certificates.ts";
import { connectHub, type HubAccess } from "../../../core/sync/connect-hub.ts";
import { newUserKeySeed } from "../../../core/sync/enrol.ts";
import { checkHub, type HubCheck } from "../../../core/sync/hub-checks.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { hubHere, joinHub, startHub, whyNoHub } from "../../helpers/hub.ts";
import { ownOperator, startNatsServer } from "../../helpers/nats-server.ts";
import { eventually } from "../../helpers/station.ts";

const anyone = (): Pick<HubAccess, "signIn" | "stationID" | "name"> => ({
  signIn: { seed: newUserKeySeed() },
  stationID: randomUUID(),
  name: "Desk",
});
const verdicts = (checks: readonly HubCheck[]): Record<string, boolean | null> =>
  Object.fromEntries(checks.map(({ name, ok }) => [name, ok]));

async function connectFor(access: HubAccess, options: Parameters<typeof connectHub>[1] = {}) {
  const connection = await connectHub(access, options);
  onTestFinished(() => connection.close());
  return connection;
}

/** Creates a certificate for these names, in files as nats-server needs them, and its authority. */
async function companyCertificate(
  ...names: string[]
): Promise<{ readonly tls: object; readonly authority: string }> {
  const folder = temporaryFolder();
  const authority = await makeAuthority("A company", new Date());
  const { cert, key } = await makeCertificate(authority, names, new Date());
  writeFileSync(join(folder, "cert"), cert);
  writeFileSync(join(folder, "key"), key);
  return {
    tls: { cert_file: join(folder, "cert"), key_file: join(folder, "key"), min_version: "1.3" },
    authority: authority.cert,
  };
}

describe.skipIf(whyNoHub !== undefined)("a station's connection", () => {
  it("a station connects only to the hub it joined, tries the servers in order, and names them when none answers", async () => {
    const [mine, another] = [await hubHere(), await hubHere()];
    const { enrolled, stationID } = await joinHub(mine.joinCode);
    const access = {
      authority: enrolled.authority,
      signIn: { seed: enrolled.userKeySeed },
      stationID,
      name: "Desk",
    };
    await expect(
      connectHub({ ...access, servers: [`tls://127.0.0.1:${another.port}`] }),
    ).rejects.toMatchObject({
      code: "E2113",
      message: expect.stringContaining(`tls://127.0.0.1:${another.port}`),
    });
    const connection = await connectFor({
      ...access,
      servers: ["tls://127.0.0.1:1", `tls://127.0.0.1:${mine.port}`],
    });
    expect(connection.getServer()).toContain(String(mine.port));
    await expect(
      connectHub({ ...access, servers: ["tls://127.0.0.1:1", "tls://localhost:2"] }),
    ).rejects.toMatchObject({
      code: "E2112",
      message: expect.stringContaining("tls://127.0.0.1:1, tls://localhost:2"),
    });
  });

  it(
    "a station always gets an answer about the organization's streams while the hub admits other desks",
    { tags: "all", timeout: 60_000 },
    async () => {
      const hub = await hubHere();
      const jsm = await jetstreamManager(await (await joinHub(hub.joinCode)).connect(), {
        checkAPI: false,
      });
      const code = await hub.add("--desks", "12");
      let [isOver, answers] = [false, 0];
      const asking = (async () => {
        for (; !isOver; answers += 1) await jsm.streams.info("EV");
      })();
      for (let i = 0; i < 12; i += 1) await joinHub(code);
      isOver = true;
      await asking;
      expect(answers).toBeGreaterThan(100);
    },
  );

  it(
    "a connection and its subscriptions are restored within two seconds of the hub's return, and a first connection waits for the hub if requested",
    { tags: "all" },
    async () => {
      const hub = await startHub();
      const code = await hub.add("--desks", "3");
      const [one, two, late] = [await joinHub(code), await joinHub(code), await joinHub(code)];
      const [mine, theirs] = [await one.connect(), await two.connect()];
      theirs.subscribe(`ask.${two.stationID}.${one.stationID}.x`, {
        callback: (_error, message) => void message.respond("yes"),
      });
      await hub.stop();
      const waiting = late.connect({ waitOnFirstConnect: true });
      await hubHere({ dir: hub.dir });
      const began = performance.now();
      await eventually("asked and answered", () =>
        mine.request(`ask.${two.stationID}.${one.stationID}.x`, "", { timeout: 200 }).then(
          (message) => message.string() === "yes",
          () => false,
        ),
      );
      expect(performance.now() - began).toBeLessThan(2_000);
      expect(await (await waiting).rtt()).toBeGreaterThanOrEqual(0);
    },
  );

  it("a connection is unencrypted only within this machine", async () => {
    const user = createUser();
    const port = await startNatsServer({
      accounts: { ORG: { jetstream: "enabled", users: [{ nkey: user.getPublicKey() }] } },
    });
    const access = { ...anyone(), signIn: { seed: new TextDecoder().decode(user.getSeed()) } };
    expect(
      await (await connectFor({ ...access, servers: [`nats://127.0.0.1:${port}`] })).rtt(),
    ).toBeGreaterThanOrEqual(0);
    for (const server of [
      `nats://192.168.1.2:${port}`,
      `nats://127.0.0.1.example.com:${port}`,
      "nats://localhost@evil.example:1",
    ]) {
      await expect(connectHub({ ...access, servers: [server] }), server).rejects.toMatchObject({
        code: "E2112",
        message: expect.stringContaining("has no encryption"),
      });
    }
  });

  it("a connection authenticates with a .creds file at an organization's own server, whose certificate must have the server's name", async () => {
    const { config, credentials } = ownOperator();
    const [good, misnamed] = [
      await companyCertificate("127.0.0.1", "localhost"),
      await companyCertificate("nats.example.com"),
    ];
    const port = await startNatsServer({ ...config, tls: { ...good.tls, handshake_first: true } });
    const access = { ...anyone(), signIn: { credentials } };
    const connection = await connectFor({
      ...access,
      servers: [`tls://127.0.0.1:${port}`],
      authority: good.authority,
    });
    expect(await connection.rtt()).toBeGreaterThanOrEqual(0);
    const wrong = await startNatsServer({
      ...config,
      tls: { ...misnamed.tls, handshake_first: true },
    });
    await expect(
      connectHub({
        ...access,
        servers: [`tls://127.0.0.1:${wrong}`],
        authority: misnamed.authority,
      }),
    ).rejects.toMatchObject({ code: "E2113" });
    await expect(
      connectHub({ ...access, servers: [`tls://127.0.0.1:${wrong}`] }),
    ).rejects.toMatchObject({ code: "E2113" });
    const late = await startNatsServer({ ...config, tls: good.tls });
    expect(
      await (
        await connectFor(
          { ...access, servers: [`tls://localhost:${late}`], authority: good.authority },
          { handshakeFirst: false },
        )
      ).rtt(),
    ).toBeGreaterThanOrEqual(0);
  });

  it("no connection is made to a server that would accept it without encryption", async () => {
    const port = await startNatsServer({});
    await expect(
      connectHub(
        { ...anyone(), servers: [`tls://127.0.0.1:${port}`] },
        { handshakeFirst: false, timeoutMs: 1_000 },
      ),
    ).rejects.toMatchObject({ code: "E2112" });
  });

  it("a connection to a server that is too old is rejected", async () => {
    const server = createServer((socket) => {
      socket.write(
        `INFO ${JSON.stringify({ server_id: "x", version: "2.9.10", proto: 1, headers: true, max_payload: 1_000_000, nonce: "abc" })}\r\n`,
      );
      socket.on("data", (data) => data.includes("PING") && socket.write("PONG\r\n"));
      socket.on("error", () => undefined);
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await expect(
      connectHub({ ...anyone(), servers: [`nats://127.0.0.1:${port}`] }),
    ).rejects.toMatchObject({
      code: "E2115",
      message:
        "The hub runs nats-server 2.9.10. Stations need 2.10.23 or newer: update it on the hub's machine.",
    });
  });
});

describe.skipIf(whyNoHub !== undefined)("the checks of a hub", () => {
  it("all checks pass at our own hub, and leave no event there", async () => {
    const hub = await hubHere();
    const station = await joinHub(hub.joinCode);
    const connection = await station.connect();
    const checks = await checkHub(connection, station.stationID);
    expect(verdicts(checks)).toEqual({
      version: true,
      encryption: true,
      streams: true,
      publishing: true,
      clock: true,
      durability: true,
    });
    expect((await (await jetstreamManager(connection)).streams.info("EV")).state.messages).toBe(0);
  });

  it("the checks name what a bare server lacks", async () => {
    const port = await startNatsServer({});
    const connection = await connectFor({ ...anyone(), servers: [`nats://127.0.0.1:${port}`] });
    const checks = await checkHub(connection, randomUUID());
    expect(verdicts(checks)).toEqual({
      version: true,
      encryption: false,
      streams: false,
      publishing: false,
      clock: null,
      durability: null,
    });
    expect(checks[2]?.words).toBe(
      "These streams are missing, or this station may not read them: EV, KV_SCARCE, KV_SEEN, KV_IDEM, OBJ_SNAP, OBJ_FILES.",
    );
    await (
      await jetstreamManager(connection)
    ).streams.add({ name: "EV", subjects: ["ev.>"], storage: "file" });
    expect(verdicts(await checkHub(connection, randomUUID()))).toMatchObject({
      publishing: true,
      clock: true,
      durability: null,
    });
  });
});
