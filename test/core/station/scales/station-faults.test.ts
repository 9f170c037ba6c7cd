/** A station whose device hangs, and a station that is killed. */
import { afterEach, describe, expect, it } from "vitest";
import type { LiveDevice } from "../../../../core/station/scales/scales.schema.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";
import { headlessStations } from "../../../helpers/headless.ts";
import { station } from "../../../helpers/station.ts";
import { bareServer, drivers } from "./device-processes.ts";
import { QUICK_SCALES, simulatedScale, soon } from "./scale-line.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

const scaleAt = (address: string) => ({
  name: "Scale",
  driver: "tcp",
  host: "127.0.0.1",
  port: Number(address.split(":").at(-1)),
});

describe.runIf(process.platform === "linux")("a station", () => {
  it("weighs at another scale, buys and stops while the driver of a scale hangs", async () => {
    const s = await station({ world: { scaleTimes: { ...QUICK_SCALES, pingMs: 60_000 } } });
    const [hanging, other] = [await simulatedScale(), await simulatedScale()];
    const add = async (address: string): Promise<string> =>
      (await s.call<LiveDevice>("POST", "/station/scales", scaleAt(address))).body.data.device.id;
    const stateOf = async (id: string) =>
      (await s.call<{ list: LiveDevice[] }>("GET", "/station/scales")).body.data.list.find(
        ({ device }) => device.id === id,
      )?.now.state;
    const first = await add(hanging.address());
    await soon(() => stateOf(first)).toBe("empty");
    const [pid = 0] = drivers();
    const second = await add(other.address());
    await soon(() => stateOf(second)).toBe("empty");
    process.kill(pid, "SIGSTOP");
    other.put(4_200);
    await soon(() => stateOf(first)).toBe("silent");
    await soon(() => stateOf(second)).toBe("ready");
    const weighed = await s.call("GET", `/station/scales/${second}/weight`);
    expect([weighed.status, weighed.body.data]).toEqual([200, { grams: 4_200 }]);
    expect((await s.call("GET", `/station/scales/${first}/weight`)).body.message).toContain(
      "sends nothing",
    );
    expect((await s.call("PATCH", `/station/scales/${first}`, { isActive: false })).status).toBe(
      200,
    );
    await s.stop();
    await soon(drivers).toEqual([]);
  });

  it("that is killed leaves no process of its devices", { tags: "all" }, async () => {
    const { address, sockets } = await bareServer();
    const killed = await stations.serve(temporaryFolder(), "--demo");
    const made = await fetch(`${killed.ready.url}/station/scales`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${killed.ready.token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(scaleAt(address)),
    });
    expect(made.status).toBe(201);
    await soon(() => sockets.length).toBe(1);
    killed.child.kill("SIGKILL");
    await soon(() => sockets[0]?.destroyed).toBe(true);
  });
});
