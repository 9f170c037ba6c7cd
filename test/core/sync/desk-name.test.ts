import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import type { SyncStatus } from "../../../core/sync/sync.schema.ts";
import { until } from "../../helpers/bare-nats.ts";
import { hubHere, startHub, whyNoHub, type HubHere } from "../../helpers/hub.ts";
import { joinedHere, type StationAtHub } from "../../helpers/joined-stations.ts";
import { memberWithToken, station } from "../../helpers/station.ts";

const named = (desk: StationAtHub, name: string): Promise<SyncStatus> =>
  desk.call<SyncStatus>("/station/sync/name", { name }, "PUT");
const ownName = ({ stations: all }: SyncStatus): string | undefined =>
  all.find(({ isThis }) => isThis)?.name;
const namesAt = async (desk: StationAtHub): Promise<string[]> =>
  (await desk.status()).stations.map(({ name }) => name).sort();
const listed = async (hub: HubHere): Promise<string[]> =>
  (
    JSON.parse((await hub.command("list", "--json")).stdout) as { stations: { name: string }[] }
  ).stations
    .map(({ name }) => name)
    .sort();

describe("a desk without a hub", () => {
  it("a desk has the computer's name until it gets a name, which is trimmed and survives a restart", async () => {
    const desk = await joinedHere(["--demo"]);
    expect(ownName(await desk.status())).toBe(hostname());
    expect(ownName(await named(desk, "  Masa 3  "))).toBe("Masa 3");
    await desk.stop();
    expect(ownName(await (await joinedHere(["--demo"], desk.folder)).status())).toBe("Masa 3");
  });

  it("an empty, too long or two-line name is answered 400, and the desk keeps its name", async () => {
    const s = await station();
    await s.call("PUT", "/station/sync/name", { name: "Masa 1" });
    for (const name of ["", "   ", "x".repeat(61), "a\nb"]) {
      expect((await s.call("PUT", "/station/sync/name", { name })).status, name).toBe(400);
      expect(ownName((await s.call<SyncStatus>("GET", "/station/sync")).body.data)).toBe("Masa 1");
    }
  });

  it("only an owner or admin may name a desk, and the audit log records which member named it", async () => {
    const s = await station();
    const { token } = memberWithToken(s, "user");
    expect(
      (
        await s.call(
          "PUT",
          "/station/sync/name",
          { name: "Masa" },
          { authorization: `Bearer ${token}` },
        )
      ).status,
    ).toBe(403);
    expect((await s.call("PUT", "/station/sync/name", { name: "Masa" })).status).toBe(200);
    const { data } = await s.desk<{ list: unknown[] }>("GET", "/station/audit");
    expect(data.list).toMatchObject([{ operation: "nameStation", memberID: s.started.memberID }]);
  });
});

describe.skipIf(whyNoHub !== undefined)("a desk that has joined a hub", { timeout: 60_000 }, () => {
  it(
    "a joining desk keeps its name, and a new name appears at every station and in the hub's list within moments",
    { tags: "all" },
    async () => {
      const hub = await hubHere();
      const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
      const alone = await joinedHere(["--demo"]);
      await named(alone, "Masa 2");
      await alone.stop();
      const b = await joinedHere(["--join", await hub.add()], alone.folder);
      await until("the name is at the other station", async () =>
        (await namesAt(a)).includes("Masa 2"),
      );
      expect(await listed(hub)).toEqual(["Masa 2", hostname()].sort());
      await named(b, "Köşe");
      await until(
        "the new name is at the other station",
        async () => (await namesAt(a)).includes("Köşe"),
        5_000,
      );
      await until(
        "the new name is in the hub's list",
        async () => (await listed(hub)).includes("Köşe"),
        5_000,
      );
      expect((await hub.command("revoke", "Köşe")).stdout).toContain(`Station "Köşe"`);
    },
  );

  it(
    "a desk may be renamed while the hub is away, and the other desk and the hub's list show the name when the hub is back",
    { tags: "all" },
    async () => {
      const hub = await startHub();
      const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
      const b = await joinedHere(["--join", await hub.add(), "--demo"]);
      await hub.kill9("both");
      await until("the desk is cut off", async () => (await b.status()).state === "cut off");
      await named(b, "Yeni masa");
      const back = await startHub({ dir: hub.dir, port: hub.port });
      await until(
        "the other desk shows the name",
        async () => (await namesAt(a)).includes("Yeni masa"),
        20_000,
      );
      await until(
        "the hub's list shows the name",
        async () => (await listed(back)).includes("Yeni masa"),
        10_000,
      );
    },
  );
});
