/** /station/scales: set-up, weights, the stream, and codes of serial scanners. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { LiveDevice } from "../../../../core/station/scales/scales.schema.ts";
import { DataFolderError } from "../../../../core/base/disk.ts";
import { LEAD_PIN, signInAs, withBadges } from "../../../helpers/sign-in.ts";
import { station, temporaryFolder, type Station } from "../../../helpers/station.ts";
import { QUICK_SCALES, simulatedScale, soon } from "./scale-line.ts";

const quickStation = (): Promise<Station> => station({ world: { scaleTimes: QUICK_SCALES } });

/** Settings of a device at a simulator's address. */
const at = (address: string, more: object = {}) => ({
  name: "Scale",
  driver: "tcp",
  host: "127.0.0.1",
  port: Number(address.split(":").at(-1)),
  ...more,
});

const stateOf = async (s: Station, id: string) =>
  (await s.call<{ list: LiveDevice[] }>("GET", "/station/scales")).body.data.list.find(
    ({ device }) => device.id === id,
  )?.now.state;

describe("a scale of the desk", () => {
  it("is set up, weighs a parcel once, and is removed", async () => {
    const [s, scale] = [await quickStation(), await simulatedScale()];
    const made = await s.call<LiveDevice>("POST", "/station/scales", at(scale.address()));
    expect(made.status).toBe(201);
    const { id } = made.body.data.device;
    await soon(() => stateOf(s, id)).toBe("empty");

    const early = await s.call("GET", `/station/scales/${id}/weight`);
    expect([early.status, early.body.code, early.body.message]).toEqual([
      409,
      "E2221",
      "The scale is empty. Put the parcel on it.",
    ]);
    scale.put(1_234);
    await soon(() => stateOf(s, id)).toBe("ready");
    const weighed = await s.call("GET", `/station/scales/${id}/weight`);
    expect([weighed.status, weighed.body.data]).toEqual([200, { grams: 1_234 }]);

    const wrong = await s.call("POST", `/station/scales/${id}/taken`, { grams: 1_235 });
    expect([wrong.status, wrong.body.code]).toEqual([409, "E2221"]);
    const taken = await s.call<LiveDevice>("POST", `/station/scales/${id}/taken`, { grams: 1_234 });
    expect([taken.status, taken.body.data.now.state]).toEqual([200, "needsZero"]);
    const twice = await s.call("POST", `/station/scales/${id}/taken`, { grams: 1_234 });
    expect([twice.status, twice.body.code]).toEqual([409, "E2221"]);

    // Whatever is on the scale, also a weight that does not count yet.
    scale.put(0);
    await soon(() => stateOf(s, id)).toBe("empty");
    await scale.setMood("wobbling");
    scale.put(5_000);
    await soon(() => stateOf(s, id)).toBe("moving");
    expect((await s.call("POST", `/station/scales/${id}/taken`, {})).status).toBe(200);
    await scale.setMood("steady");
    await soon(() => stateOf(s, id)).toBe("needsZero");

    expect((await s.call("DELETE", `/station/scales/${id}`)).status).toBe(200);
    expect((await s.call("GET", `/station/scales/${id}/weight`)).body.code).toBe("E2220");
  });

  it("needs a zero after another person has signed in, and not after the same person has", async () => {
    const [s, scale] = [await quickStation(), await simulatedScale()];
    const made = await s.call<LiveDevice>("POST", "/station/scales", at(scale.address()));
    const { id } = made.body.data.device;
    const { packer, lead } = await withBadges(s);
    await signInAs(s, packer);
    await soon(() => stateOf(s, id)).toBe("empty");
    scale.put(1_700);
    await soon(() => stateOf(s, id)).toBe("ready");
    await s.desk("POST", "/station/sign-in/lock");
    await signInAs(s, packer);
    expect(await stateOf(s, id)).toBe("ready");
    await s.desk("POST", "/station/sign-in/lock");
    await signInAs(s, lead, LEAD_PIN);
    expect(await stateOf(s, id)).toBe("needsZero");
  });

  it(
    "is read again after a change of its settings, and not while it is switched off",
    { tags: "all" },
    async () => {
      const s = await quickStation();
      const scale = await simulatedScale({ format: "number" });
      const made = await s.desk<LiveDevice>("POST", "/station/scales", at(scale.address()));
      const { id } = made.data.device;
      await soon(() => stateOf(s, id)).toBe("unreadable");
      const changed = await s.desk<LiveDevice>("PATCH", `/station/scales/${id}`, {
        format: "number",
        name: "Left",
      });
      expect(changed.data.device).toMatchObject({ name: "Left", format: "number", driver: "tcp" });
      await soon(() => stateOf(s, id)).toBe("empty");
      await s.desk("PATCH", `/station/scales/${id}`, { isActive: false });
      expect(await stateOf(s, id)).toBe("off");
    },
  );

  it("is remembered by the desk, and started with the station", async () => {
    const [dataDir, scale] = [temporaryFolder(), await simulatedScale()];
    const first = await station({ dataDir, world: { scaleTimes: QUICK_SCALES } });
    const made = await first.desk<LiveDevice>("POST", "/station/scales", at(scale.address()));
    await first.stop();
    const s = await station({ dataDir, world: { scaleTimes: QUICK_SCALES } });
    await soon(() => stateOf(s, made.data.device.id)).toBe("empty");
  });

  it("is refused when another device has its port, and when a field does not fit its driver", async () => {
    const s = await quickStation();
    const serial = { name: "A", driver: "serial", serialPort: "/dev/ttyUSB7" };
    await s.desk("POST", "/station/scales", serial);
    const again = await s.desk("POST", "/station/scales", { ...serial, name: "B" });
    expect([again.status, again.code, again.message]).toEqual([
      409,
      "E2222",
      "A already uses this connection.",
    ]);
    const statusOf = async (body: object) =>
      (await s.desk("POST", "/station/scales", { name: "C", ...body })).status;
    const network = { driver: "tcp", port: 4_001 };
    expect(await statusOf({ ...network, host: "127.0.0.1" })).toBe(201);
    expect(await statusOf({ ...network, host: "Localhost" })).toBe(409);
    expect(await statusOf({ driver: "serial", serialPort: "/etc/passwd" })).toBe(400);
    expect(await statusOf({ driver: "serial", serialPort: "/dev/../etc/passwd" })).toBe(400);
    expect(await statusOf({ driver: "hid", vendorID: 1, productID: 2, kind: "scanner" })).toBe(400);
    expect(await statusOf({ driver: "tcp", host: "a", port: 1, format: "own" })).toBe(400);
    expect(await statusOf({ driver: "tcp", host: "a", port: 1, pattern: "(" })).toBe(400);
    expect(await statusOf({ driver: "tcp", host: "a", port: 1, pattern: "x" })).toBe(400);
    expect(await statusOf({ driver: "tcp", host: "a", port: 1, baudRate: 9600 })).toBe(400);
    const { data } = await s.desk<{ list: LiveDevice[] }>("GET", "/station/scales");
    const [{ device }] = data.list as [LiveDevice];
    const changed = await s.desk("PATCH", `/station/scales/${device.id}`, { host: "b" });
    expect([changed.status, data.list.length]).toEqual([400, 2]);
  });

  it("is one of sixteen devices at most", async () => {
    const s = await quickStation();
    const add = async (port: number) =>
      (
        await s.desk("POST", "/station/scales", {
          name: "S",
          driver: "tcp",
          host: "h",
          port,
          isActive: false,
        })
      ).status;
    const statuses: number[] = [];
    for (let port = 1; port <= 17; port++) statuses.push(await add(port));
    expect(statuses).toEqual([...Array.from({ length: 16 }, () => 201), 400]);
  });

  it("that a person has entered wrongly in the settings file ends the start with words", async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, "station.json"), JSON.stringify({ scales: [{ name: 1 }] }));
    const failed = await station({ dataDir }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(DataFolderError);
    expect(String(failed)).toContain("The scales in the settings file");
  });

  it("is searched for on this computer without being opened", async () => {
    const s = await quickStation();
    const { status, data } = await s.desk<{ list: unknown[]; isSearched: boolean }>(
      "GET",
      "/station/scales/found",
    );
    expect([status, data.isSearched, Array.isArray(data.list)]).toEqual([200, true, true]);
  });
});

describe("the stream of a scale", () => {
  it("sends the present state first, then each change, and ends when the scale is removed", async () => {
    const [s, scale] = [await quickStation(), await simulatedScale()];
    const made = await s.call<LiveDevice>("POST", "/station/scales", at(scale.address()));
    const { id } = made.body.data.device;
    await soon(() => stateOf(s, id)).toBe("empty");
    const { token } = (await s.call<{ token: string }>("POST", "/apitokens", { scopes: ["print"] }))
      .body.data;
    const answer = await fetch(`${s.url}/station/scales/${id}/events`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    let text = "";
    const reading = (async () => {
      for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString();
    })().catch(() => {});
    scale.put(500);
    await soon(() => text).toContain('"state":"ready","grams":500');
    expect(text).toMatch(/^event: scale\ndata: \{"state":"empty","grams":0/);
    await s.call("DELETE", `/station/scales/${id}`);
    await reading;
  });
});

describe("a serial scanner", () => {
  it("gives its codes to the window alone, each once and in order", async () => {
    const [s, line] = [await quickStation(), await simulatedScale({ format: "number" })];
    await line.setMood("silent");
    const facts: string[] = [];
    s.core.onFact(({ topic }) => facts.push(topic));
    const made = await s.desk<LiveDevice>(
      "POST",
      "/station/scales",
      at(line.address(), { kind: "scanner" }),
    );
    await soon(() => stateOf(s, made.data.device.id)).toBe("ready");
    const weight = await s.desk("GET", `/station/scales/${made.data.device.id}/weight`);
    expect(weight.code).toBe("E2220");
    line.put(7_000);
    await line.setMood("steady");
    await expect
      .poll(() => facts.filter((topic) => topic === "scanner.read").length)
      .toBeGreaterThan(1);
    await line.setMood("silent");
    const asProgram = await s.call("POST", "/station/scales/codes");
    expect([asProgram.status, asProgram.body.code]).toEqual([403, "E1055"]);
    const taken = await s.desk<{ codes: string[] }>("POST", "/station/scales/codes");
    expect(taken.data.codes.slice(0, 2)).toEqual(["+   7.000 kg", "+   7.000 kg"]);
    // A busy computer delivers the last codes late.
    const takeAgain = () => s.desk<{ codes: string[] }>("POST", "/station/scales/codes");
    await soon(async () => (await takeAgain()).data.codes).toEqual([]);
  });
});
