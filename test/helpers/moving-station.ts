/** Two stations: one that has everything, and an empty one to which its organization moves. */
import type { MoveIn, MoveInQuestion } from "../../core/station/move-in/move-in.schema.ts";
import { marketplaceStation } from "./marketplace.ts";
import {
  boughtShipment,
  eventually,
  shipmentWithOffers,
  station,
  trueTime,
  type Answer,
  type Station,
  type StationOptions,
} from "./station.ts";

/** Starts a station without data that may call servers of this machine. */
export async function emptyStation(options: StationOptions = {}): Promise<Station> {
  return await station({
    demo: false,
    newToken: "Move",
    ...options,
    world: { now: trueTime, ...options.world },
    settings: { carrierTargets: { loopback: true }, rateLimit: null, ...options.settings },
  });
}

/** Starts a station with shipments in several states, addresses, a template, a webhook, a member. */
export async function fullStation(options: StationOptions = {}): Promise<Station> {
  const s = await marketplaceStation(options);
  await s.call("POST", "/parceltemplates", { name: "Kutu", length: 30, width: 20, height: 10 });
  await s.call("POST", "/webhook", { url: "https://ornek.test/haber" });
  await s.call("POST", "/members", { email: "ayse@ornek.test", name: "Ayşe", role: "user" });
  await s.call("POST", "/addresses", {
    name: "Kayıtlı Alıcı",
    email: "kayitli@ornek.test",
    phone: "+905551112200",
    address1: "Atatürk Cd. 1",
    countryCode: "TR",
    cityCode: "06",
    districtName: "Çankaya",
    isRecipientAddress: true,
  });
  await shipmentWithOffers(s, {
    order: { sourceCode: "API", orderNumber: "W-1" },
    items: [{ title: "Kitap", quantity: 2 }],
  });
  await boughtShipment(s, { order: { sourceCode: "API", orderNumber: "B-1" } });
  const cancelled = await boughtShipment(s);
  await s.call("DELETE", `/shipments/${cancelled.shipment.id}`);
  const dropped = await shipmentWithOffers(s);
  await s.call("DELETE", `/shipments/${dropped.id}`);
  const tested = await boughtShipment(s, { test: true });
  for (let step = 0; step < 3; step += 1) await s.call("GET", `/shipments/${tested.shipment.id}`);
  return s;
}

/** Starts a move, or continues it. */
export async function moveIn(to: Station, from: Station): Promise<Answer<MoveIn>> {
  return await to.call<MoveIn>("POST", "/station/move-in", {
    url: from.url,
    token: from.started.token,
  });
}

export async function progressOf(to: Station): Promise<MoveIn> {
  const { body } = await to.call<MoveIn[]>("GET", "/station/move-in");
  const [found] = body.data;
  if (found === undefined) throw new Error("no move");
  return found;
}

/** Waits until everything was read. */
export async function whenRead(to: Station): Promise<MoveIn> {
  return await eventually("everything was read", async () => {
    const found = await progressOf(to);
    if (found.state === "PAUSED") throw new Error(found.problem);
    return found.state === "READ" && found;
  });
}

/** Moves everything. */
export async function moved(to: Station, from: Station): Promise<MoveIn> {
  const { status, body } = await moveIn(to, from);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return await whenRead(to);
}

export async function questionsOf(to: Station): Promise<MoveInQuestion[]> {
  const { accountID } = await progressOf(to);
  const path = `/station/move-in/${accountID}/questions?limit=100`;
  return (await to.call<MoveInQuestion[]>("GET", path)).body.data;
}

/** Settles a question. */
export async function settle(
  to: Station,
  { kind, key }: Pick<MoveInQuestion, "kind" | "key">,
  choice: Record<string, unknown>,
): Promise<Answer<MoveInQuestion>> {
  const { accountID } = await progressOf(to);
  return await to.call<MoveInQuestion>(
    "POST",
    `/station/move-in/${accountID}/questions/${kind}/${encodeURIComponent(key)}`,
    choice,
  );
}
