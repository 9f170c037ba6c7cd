import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openReader } from "../../../core/db/open-reader.ts";
import { findMeta } from "../../../core/db/station-meta.ts";
import { signRequest } from "../../../core/sync/hub-request.ts";
import { newUserKeySeed } from "../../../core/sync/enrol.ts";
import { findNatsServer } from "../../../electron/scripts/nats-server.mjs";
import { until } from "../../helpers/bare-nats.ts";
import { deskAtHub, type DeskAtHub } from "../../helpers/desk-at-hub.ts";
import { folderOnDisk, temporaryFolder } from "../../helpers/folders.ts";
import { headlessStations } from "../../helpers/headless.ts";
import { hubCommand, hubHere, joinHub, natsPids, startHub, whyNoHub } from "../../helpers/hub.ts";
import { allInStep, joinedHere, makeShipment } from "../../helpers/joined-stations.ts";
import { ownOperator, startNatsServer } from "../../helpers/nats-server.ts";
import { boughtShipment, call, shipmentWithOffers } from "../../helpers/station.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

const TEMPLATE = {
  name: "Kutu",
  length: 1,
  width: 1,
  height: 1,
  weight: 1,
  distanceUnit: "cm",
  massUnit: "kg",
};

const inStep = (desk: DeskAtHub, stationsThere: number): Promise<void> =>
  until(
    "the desk is in step",
    async () => {
      const { state, stations: there } = await desk.status();
      return state === "in step" && there.length === stationsThere;
    },
    20_000,
  );

/** Leaves the hub once all changes are sent. */
async function left(desk: DeskAtHub, body: object = {}): Promise<unknown> {
  await until("no change waits", async () => (await desk.status()).waiting === 0);
  return desk.desk("POST", "/station/sync/leave", body);
}

async function founder(joinCode: string): Promise<DeskAtHub> {
  const desk = await deskAtHub();
  expect((await desk.desk("POST", "/station/sync/join", { code: joinCode })).status).toBe(200);
  await desk.startedAgain(1);
  await inStep(desk, 1);
  return desk;
}

describe.skipIf(whyNoHub !== undefined)(
  "the station that founded an organization at a hub",
  { timeout: 120_000 },
  () => {
    it("the founding station admits others by a code that it makes, and can revoke each of them, but not itself", async () => {
      const hub = await hubHere();
      const desk = await founder(hub.joinCode);
      expect((await desk.status()).hub).toMatchObject({ isHere: false, mayManage: true });
      const invited = await desk.desk<{ joinCode: string; desks: number; endsAt: string }>(
        "POST",
        "/station/sync/invitations",
        { desks: 2, hours: 1 },
      );
      expect(invited).toMatchObject({
        status: 201,
        data: { desks: 2, joinCode: expect.stringMatching(/^PB1-/) },
      });
      const b = await joinedHere(["--join", invited.data.joinCode, "--demo"]);
      const c = await joinedHere(["--join", invited.data.joinCode, "--demo"]);
      await inStep(desk, 3);
      await until(
        "the other stations have their share",
        async () =>
          (await desk.status()).stations.every(({ isThis, lease }) => isThis || Number(lease) > 0),
        20_000,
      );

      const { id } = (await b.status()).stations.find(({ isThis }) => isThis) ?? { id: "" };
      const before = (await desk.status()).stations;
      expect(before.map(({ waiting, version }) => ({ waiting, version }))).toEqual(
        before.map(() => ({ waiting: 0, version: expect.any(String) })),
      );
      expect((await desk.desk("POST", `/station/sync/stations/${id}/revoke`)).status).toBe(200);
      await until(
        "the revoked station is cut off and gone",
        async () =>
          (await b.status()).state === "cut off" && (await desk.status()).stations.length === 2,
        20_000,
      );
      const again = await desk.desk("POST", `/station/sync/stations/${id}/revoke`);
      expect(again.status).toBe(200);
      const own = (await desk.status()).stations.find(({ isThis }) => isThis)?.id ?? "";
      expect(await desk.desk("POST", `/station/sync/stations/${own}/revoke`)).toMatchObject({
        status: 409,
        code: "E2140",
      });
      expect(await desk.desk("POST", "/station/sync/stations/nobody/revoke")).toMatchObject({
        status: 409,
        code: "E2140",
        message: expect.stringContaining("no station"),
      });
      expect((await c.status()).hub?.mayManage).toBe(false);
    });

    it("only the founding station can admit and revoke: requests of others, forged and repeated requests change nothing", async () => {
      const hub = await hubHere();
      const desk = await founder(hub.joinCode);
      const lead = (await desk.status()).stations[0]?.id ?? "";
      const other = await joinHub(await hub.add());
      const nc = await other.connect();
      const ask = async (text: string): Promise<unknown> =>
        (await nc.request("hub.request", text, { timeout: 5_000 })).json();
      const request = (
        stationID: string,
        at = new Date().toISOString(),
        nonce: string = randomUUID(),
      ): Parameters<typeof signRequest>[0] => ({
        stationID,
        at,
        nonce,
        request: { command: "add", desks: 1, hours: 1 },
      });
      const { userKeySeed } = other.enrolled;
      expect(await ask(signRequest(request(other.stationID), userKeySeed))).toEqual({
        error: expect.stringContaining("may not let others in"),
      });
      expect(await ask(signRequest(request(lead), userKeySeed))).toEqual({
        error: expect.stringContaining("does not know"),
      });
      expect(await ask(signRequest(request(lead), newUserKeySeed()))).toEqual({
        error: expect.stringContaining("does not know"),
      });
      expect(await ask("nonsense")).toEqual({ error: expect.stringContaining("does not know") });
      expect(
        await ask(
          signRequest(
            { ...request(other.stationID), request: { command: "leave", station: lead } },
            userKeySeed,
          ),
        ),
      ).toEqual({ error: expect.stringContaining("for itself") });
      const { sealedSeed } = (
        desk.now.core.deps.settings.read("hub") as { signIn: { sealedSeed: string } }
      ).signIn;
      const seed = desk.now.core.deps.secrets.decrypt(sealedSeed);
      const signed = signRequest(request(lead, undefined, "fedcba9876543210ffff"), seed);
      // A request signed by the founding station counts once, and only within five minutes.
      expect(await ask(signed)).toMatchObject({ command: "add" });
      expect(await ask(signed)).toEqual({ error: expect.stringContaining("came twice") });
      expect(
        await ask(
          signRequest(
            request(lead, new Date(Date.now() - 6 * 60_000).toISOString(), "aaaabbbbccccdddd0000"),
            seed,
          ),
        ),
      ).toEqual({ error: expect.stringContaining("five minutes") });
      expect(JSON.parse((await hub.command("list", "--json")).stdout)).toMatchObject({
        openCodes: [{}],
        stations: [{}, {}],
      });
    });
  },
);

describe.skipIf(whyNoHub !== undefined)(
  "a station that leaves its hub",
  { timeout: 120_000 },
  () => {
    it("a station that leaves gives the others all its money, can still read the organization, and returns by a new code", async () => {
      const hub = await hubHere();
      const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
      const desk = await deskAtHub();
      const own = desk.now.started.organizationID;
      expect(
        (await desk.desk("POST", "/station/sync/join", { code: await hub.add() })).status,
      ).toBe(200);
      await desk.startedAgain(1);
      await inStep(desk, 2);
      const shared = desk.now;
      expect(shared.started.organizationID).toBe(a.ready.organizationID);
      const bought = await boughtShipment(shared);
      await until(
        "the shipment is at the other station too",
        async () => (await a.call<unknown[]>("/shipments")).length === 1,
        20_000,
      );
      const { token: kept } = (
        await shared.call<{ token: string }>("POST", "/apitokens", { name: "Kept" })
      ).body.data;
      const token = shared.started.token ?? "";

      expect(await left(desk)).toMatchObject({ status: 200 });
      const alone = await desk.startedAgain(2);
      expect(await desk.status()).toMatchObject({ state: "alone", hub: null });
      expect(alone.started.organizationID).toBe(own);
      await until(
        "the station is gone from the list, and its money is with the other station",
        async () => {
          const { stations: there } = await a.status();
          const [{ balance } = { balance: "" }] =
            await a.call<{ balance: string }[]>("/organizations");
          return there.length === 1 && Number(there[0]?.lease) > Number(balance) / 3;
        },
        30_000,
      );
      const path = `/shipments/${bought.shipment?.id}`;
      expect((await call(alone.url, token, { method: "GET", path })).status).toBe(200);
      expect((await call(alone.url, kept, { method: "GET", path: "/shipments" })).status).toBe(200);
      const template = { method: "POST", path: "/parceltemplates", body: TEMPLATE };
      expect(await call(alone.url, kept, template)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining("has left the organization") },
      });
      // The station works alone, and the rows that it had brought along stayed with the others.
      expect((await alone.call("POST", "/parceltemplates", TEMPLATE)).status).toBe(201);
      expect((await alone.call<unknown[]>("GET", "/addresses")).body.data).toEqual([]);

      expect(
        (await desk.desk("POST", "/station/sync/join", { code: await hub.add() })).status,
      ).toBe(200);
      const back = await desk.startedAgain(3);
      await inStep(desk, 2);
      expect(back.started.organizationID).toBe(a.ready.organizationID);
      await until(
        "the station can spend again",
        async () =>
          (await desk.status()).stations.some(({ isThis, lease }) => isThis && Number(lease) > 0),
        20_000,
      );
      expect((await boughtShipment(back)).id).toBeTruthy();
      const numbers = (await a.call<{ organizationShipmentID: number }[]>("/shipments")).map(
        ({ organizationShipmentID }) => organizationShipmentID,
      );
      expect(new Set(numbers).size).toBe(numbers.length);
    });

    it(
      "a station that leaves keeps the organization when no other works with it, and continues with its numbers",
      { tags: "all" },
      async () => {
        const hub = await hubHere();
        const desk = await founder(hub.joinCode);
        const first = await shipmentWithOffers(desk.now);
        const balance = (await desk.desk<{ balance: string }>("GET", "/station/desk")).data.balance;
        expect(
          await desk.desk("POST", "/station/sync/leave", { keepOrganization: true }),
        ).toMatchObject({ status: 200 });
        const alone = await desk.startedAgain(2);
        expect(alone.started.organizationID).toBe(desk.now.started.organizationID);
        expect(await desk.status()).toMatchObject({ state: "alone" });
        const next = await shipmentWithOffers(alone);
        expect(next.organizationShipmentID).toBeGreaterThan(first.organizationShipmentID);
        expect((await desk.desk<{ balance: string }>("GET", "/station/desk")).data.balance).toBe(
          balance,
        );
        expect((await boughtShipment(alone)).id).toBeTruthy();
      },
    );

    it(
      "a station may not keep an organization that others work with, nor leave while the hub is away",
      { tags: "all" },
      async () => {
        const hub = await startHub();
        const desk = await founder(hub.joinCode);
        const b = await joinedHere(["--join", await hub.add(), "--demo"]);
        await inStep(desk, 2);
        await until(
          "both have a share",
          async () => (await desk.status()).stations.every(({ lease }) => Number(lease) > 0),
          20_000,
        );
        expect(
          await desk.desk("POST", "/station/sync/leave", { keepOrganization: true }),
        ).toMatchObject({ status: 409, code: "E2142" });
        await hub.kill9("both");
        await until(
          "the station is cut off",
          async () => (await desk.status()).state === "cut off",
        );
        expect(await desk.desk("POST", "/station/sync/leave", {})).toMatchObject({
          status: 409,
          code: "E2112",
        });
        await startHub({ dir: hub.dir, port: hub.port });
        await inStep(desk, 2);
        await makeShipment(b);
        await until(
          "the station receives changes as before",
          async () => (await desk.desk<unknown[]>("GET", "/shipments")).data.length === 1,
        );
      },
    );

    it(
      "a station continues without a hub that is lost for good, and founds the organization at a new hub",
      { tags: "all" },
      async () => {
        const hub = await startHub();
        const desk = await founder(hub.joinCode);
        const bought = await boughtShipment(desk.now);
        await hub.kill9("both");
        await until(
          "the station is cut off",
          async () => (await desk.status()).state === "cut off",
        );
        expect(
          await desk.desk("POST", "/station/sync/leave", { keepOrganization: true }),
        ).toMatchObject({ status: 200 });
        const alone = await desk.startedAgain(2);
        expect((await boughtShipment(alone)).id).not.toBe(bought.id);
        const newHub = await hubHere();
        expect(
          await desk.desk("POST", "/station/sync/join", { code: newHub.joinCode }),
        ).toMatchObject({
          status: 200,
        });
        const founded = await desk.startedAgain(3);
        await inStep(desk, 1);
        const b = await joinedHere(["--join", await newHub.add(), "--demo"]);
        await inStep(desk, 2);
        expect(await b.call<unknown[]>("/shipments")).toHaveLength(2);
        expect((await boughtShipment(founded)).id).toBeTruthy();
      },
    );
  },
);

describe.skipIf(whyNoHub !== undefined)(
  "a computer that is made the hub",
  { timeout: 120_000 },
  () => {
    it("a computer made the hub founds the organization, admits others, restarts the hub with its station, and ends the hub when the station leaves", async () => {
      const desk = await deskAtHub();
      expect((await desk.desk("GET", "/station/sync/hub-server")).data).toMatchObject({
        state: "none",
        url: null,
      });
      const program = findNatsServer() ?? "";
      expect(
        await desk.desk("POST", "/station/sync/hub-server", {
          program: "/nowhere/nats-server",
          port: 0,
        }),
      ).toMatchObject({
        status: 409,
        code: "E2143",
        message: expect.stringContaining("/nowhere/nats-server"),
      });
      expect(
        await desk.desk("POST", "/station/sync/hub-server", { program, port: 0 }),
      ).toMatchObject({ status: 200 });
      await desk.startedAgain(1);
      await inStep(desk, 1);
      expect((await desk.status()).hub).toMatchObject({ isHere: true, mayManage: true });
      // The server accepts the station before the hub reports that it runs.
      const shown = async (): Promise<{ state: string }> =>
        (await desk.desk<{ state: string }>("GET", "/station/sync/hub-server")).data;
      await until("the hub runs", async () => (await shown()).state === "running");
      expect(await shown()).toMatchObject({
        program: { path: program },
        url: expect.stringContaining("tls://"),
      });
      const { data } = await desk.desk<{ joinCode: string }>(
        "POST",
        "/station/sync/invitations",
        {},
      );
      const b = await joinedHere(["--join", data.joinCode, "--demo"]);
      await inStep(desk, 2);
      expect(await desk.desk("POST", "/station/sync/leave", {})).toMatchObject({
        status: 409,
        code: "E2142",
      });

      await desk.now.stop();
      expect(natsPids(desk.dataDir)).toEqual([]);
      await until(
        "the other station is cut off",
        async () => (await b.status()).state === "cut off",
      );
      await makeShipment(b);
      const again = await deskAtHub(desk.dataDir);
      await inStep(again, 2);
      await until(
        "the other station's shipment is here",
        async () => (await again.desk<unknown[]>("GET", "/shipments")).data.length === 1,
        20_000,
      );

      const id = (await b.status()).stations.find(({ isThis }) => isThis)?.id ?? "";
      expect((await again.desk("POST", `/station/sync/stations/${id}/revoke`)).status).toBe(200);
      await inStep(again, 1);
      await until(
        "the revoked station's share is closed",
        async () =>
          (await again.desk("POST", "/station/sync/leave", { keepOrganization: true })).status ===
          200,
        20_000,
      );
      await again.startedAgain(1);
      expect((await again.desk("GET", "/station/sync/hub-server")).data).toMatchObject({
        state: "none",
      });
      expect(natsPids(desk.dataDir)).toEqual([]);
    });
  },
);

describe.skipIf(whyNoHub !== undefined)(
  "a station under a company's policy",
  { timeout: 120_000 },
  () => {
    const policyOf = (hub: object): string => {
      const file = join(temporaryFolder(), "policy.json");
      writeFileSync(file, JSON.stringify({ hub }), { mode: 0o600 });
      return file;
    };

    it(
      "a station joins by the policy's code at its first start, and a station that cannot reach the hub works alone until a later start joins",
      { tags: "all" },
      async () => {
        const hub = await startHub();
        const first = await joinedHere(["--join", hub.joinCode, "--demo"]);
        const policy = policyOf({ joinCode: await hub.add("--desks", "40") });
        const second = await joinedHere(["--policy", policy, "--demo"]);
        expect(second.ready.organizationID).toBe(first.ready.organizationID);
        await hub.kill9("both");
        const third = await joinedHere(["--policy", policy, "--demo"]);
        expect(await third.status()).toMatchObject({
          state: "alone",
          cause: expect.stringContaining("did not answer"),
          causeCode: "E2112",
          causeReason: null,
        });
        await third.stop();
        await startHub({ dir: hub.dir, port: hub.port });
        const again = await joinedHere(["--policy", policy, "--demo"], third.folder);
        expect(again.ready.organizationID).toBe(first.ready.organizationID);
      },
    );

    it("a station joins only the hub at the policy's address", { tags: "all" }, async () => {
      const hub = await hubHere();
      const policy = policyOf({ url: "tls://hub.example:4222" });
      expect(
        await stations.refused(folderOnDisk(), "--policy", policy, "--join", hub.joinCode),
      ).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("only the hub at tls://hub.example:4222"),
      });
      const allowed = policyOf({ url: `tls://127.0.0.1:${hub.port}` });
      expect(
        (await joinedHere(["--policy", allowed, "--join", hub.joinCode, "--demo"])).ready
          .organizationID,
      ).toBeTruthy();
    });
  },
);

describe.skipIf(whyNoHub !== undefined)(
  "an organization's own nats-server",
  { timeout: 120_000 },
  () => {
    it(
      "stations join an organization's own server by address and credentials file once its streams exist, and share work, money and secrets",
      { tags: "all" },
      async () => {
        const { config, credentials } = ownOperator();
        const port = await startNatsServer(config);
        const file = join(temporaryFolder(), "desk.creds");
        writeFileSync(file, credentials);
        const server = ["--join-server", `nats://127.0.0.1:${port}`, "--credentials", file];
        expect(await stations.refused(folderOnDisk(), ...server)).toMatchObject({
          code: 1,
          stderr: expect.stringContaining("These streams are missing"),
        });
        const set = await hubCommand(
          "/unused",
          "streams",
          "--server",
          `nats://127.0.0.1:${port}`,
          "--credentials",
          file,
          "--sync-always",
        );
        expect([set.code, set.stdout]).toEqual([0, expect.stringContaining("streams are there")]);
        const a = await joinedHere([...server, "--demo"]);
        const b = await joinedHere([...server, "--demo"]);
        expect(b.ready.organizationID).toBe(a.ready.organizationID);
        await Promise.all([makeShipment(a), makeShipment(b)]);
        await allInStep([a, b]);
        expect([(await a.status()).hub, (await b.status()).hub]).toMatchObject([
          { isHere: false, isOwnServer: true, mayManage: true },
          { isOwnServer: true, mayManage: false },
        ]);
        const { offers } = await makeShipment(b);
        await until(
          "the second station buys",
          async () =>
            b.call("/transactions", { offerID: offers.cheapest.id }).then(
              () => true,
              () => false,
            ),
          20_000,
        );
        await until("the second station has the secrets", () => hasSecrets(b.folder), 20_000);
        const text = join(temporaryFolder(), "no.creds");
        writeFileSync(text, "nothing");
        expect(
          await stations.refused(
            folderOnDisk(),
            "--join-server",
            `nats://127.0.0.1:${port}`,
            "--credentials",
            text,
          ),
        ).toMatchObject({ code: 1, stderr: expect.stringContaining("not a credentials file") });
      },
    );

    it("the permissions command prints a station's permissions at an organization's own server as JSON", async () => {
      const id = "01a20f00-41f3-7939-aae5-8bec6263eaee";
      const { code, stdout } = await hubCommand("/unused", "permissions", id);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        publish: { allow: expect.arrayContaining([`ev.${id}.>`]) },
        subscribe: { allow: expect.arrayContaining([`_INBOX_${id}.>`]) },
      });
      expect(await hubCommand("/unused", "permissions", "x>")).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("is not a station's id"),
      });
    });
  },
);

function hasSecrets(folder: string): boolean {
  const reader = openReader(join(folder, "packbench.db"));
  try {
    return findMeta(reader, "organization_secrets") !== undefined;
  } finally {
    reader.close();
  }
}
