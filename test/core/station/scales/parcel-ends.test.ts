/** A purchase at the desk ends its parcel on the desk's scales. */
import { describe, expect, it } from "vitest";
import type { LiveDevice } from "../../../../core/station/scales/scales.schema.ts";
import { shipmentWithOffers, station, type Station } from "../../../helpers/station.ts";
import { QUICK_SCALES, simulatedScale, soon } from "./scale-line.ts";

/** A station with a scale on which a parcel is being held, and one on which a parcel lies still. */
async function deskWithTwoScales() {
  const s = await station({ world: { scaleTimes: { ...QUICK_SCALES, staleMs: 2_000 } } });
  const [held, still] = [await simulatedScale(), await simulatedScale()];
  for (const { address } of [held, still])
    await s.desk("POST", "/station/scales", {
      name: "Scale",
      driver: "tcp",
      host: "127.0.0.1",
      port: Number(address().split(":").at(-1)),
    });
  const states = async (): Promise<string[]> =>
    (await s.desk<{ list: LiveDevice[] }>("GET", "/station/scales")).data.list.map(
      ({ now }) => now.state,
    );
  await soon(states).toEqual(["empty", "empty"]);
  await held.setMood("wobbling");
  held.put(2_000);
  still.put(1_700);
  await soon(states).toEqual(["moving", "ready"]);
  return { s, states, scales: [held, still] };
}

const offerOf = async (s: Station) => (await shipmentWithOffers(s)).offers?.cheapest?.id;

describe("the parcel on the scales of a desk", () => {
  it("ends on each scale when the desk's window has bought its label, without a call of the window", async () => {
    const { s, states, scales } = await deskWithTwoScales();
    const body = { offerID: await offerOf(s) };
    expect((await s.desk("POST", "/station/purchases", body)).status).toBe(201);
    await soon(async () => (await states())[1]).toBe("needsZero");
    await scales[0]?.setMood("steady");
    await soon(states).toEqual(["needsZero", "needsZero"]);
    for (const scale of scales) scale.put(0);
    await soon(states).toEqual(["empty", "empty"]);
    for (const scale of scales) scale.put(900);
    await soon(states).toEqual(["ready", "ready"]);
  });

  it("does not end by a purchase of a program, by one from a list, or by one that is refused", async () => {
    const { s, states } = await deskWithTwoScales();
    const body = { offerID: await offerOf(s) };
    expect((await s.call("POST", "/station/purchases", body)).status).toBe(201);
    expect((await s.desk("POST", "/station/purchases", body)).status).toBe(409);
    const fromList = { offerID: await offerOf(s), print: false };
    expect((await s.desk("POST", "/station/purchases", fromList)).status).toBe(201);
    await soon(async () => (await states())[1]).toBe("ready");
  });
});
