/** The same Idempotency-Key at two real stations of one organization, with a real hub. */
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../helpers/bare-nats.ts";
import { headlessStations } from "../../helpers/headless.ts";
import { hubHere, startHub, whyNoHub, type HubHere } from "../../helpers/hub.ts";
import {
  allInStep,
  joined,
  joinedHere,
  makeShipment,
  type StationAtHub,
} from "../../helpers/joined-stations.ts";
import { RECIPIENT } from "../../helpers/station.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

type Answer = {
  readonly status: number;
  readonly code: string | undefined;
  readonly id: string | undefined;
  readonly isReplayed: boolean;
};

/** Sends a call with an Idempotency-Key and a token that every station accepts. */
async function send(
  station: StationAtHub,
  token: string,
  key: string,
  path: string,
  body: unknown,
): Promise<Answer> {
  const answer = await fetch(`${station.ready.url}${path}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      "Idempotency-Key": key,
    },
    body: JSON.stringify(body),
  });
  const { data, code } = (await answer.json()) as { data?: { id: string }; code?: string };
  return {
    status: answer.status,
    code,
    id: data?.id,
    isReplayed: answer.headers.get("Idempotent-Replayed") === "true",
  };
}

/** @param first Starts the station that founds the organization. */
async function twoDesks<A extends StationAtHub>(
  hub: HubHere,
  first: (args: readonly string[]) => Promise<A>,
): Promise<{ readonly a: A; readonly b: StationAtHub; readonly token: string }> {
  const a = await first(["--join", hub.joinCode, "--demo"]);
  const b = await joinedHere(["--join", await hub.add(), "--demo"]);
  const { token } = await a.call<{ token: string }>("/apitokens", { name: "Program" });
  await allInStep([a, b]);
  return { a, b, token };
}

/** Sends each purchase to both stations at once. @param purchases Number of purchases. */
async function buysOnce(
  { a, b, token }: Awaited<ReturnType<typeof twoDesks>>,
  purchases: number,
): Promise<void> {
  const made = [];
  for (let i = 0; i < purchases; i += 1) made.push(await makeShipment(a, `Tek ${i}`));
  await allInStep([a, b]);
  for (const [i, { offers }] of made.entries()) {
    const body = { offerID: offers.cheapest.id };
    const [first, second] = await Promise.all(
      [a, b].map((station) => send(station, token, `order ${i}`, "/transactions", body)),
    );
    expect([first?.status, second?.status, second?.id]).toEqual([201, 201, first?.id]);
    expect([first?.isReplayed, second?.isReplayed].filter(Boolean)).toHaveLength(1);
  }
  await allInStep([a, b]);
  expect(
    (await a.call<{ statusCode: string }[]>("/shipments?limit=100")).filter(
      ({ statusCode }) => statusCode !== "GOT_OFFERS" && statusCode !== "CREATED",
    ),
  ).toHaveLength(purchases);
  expect((await b.status()).conflicts).toEqual([]);
}

describe.skipIf(whyNoHub !== undefined)("an Idempotency-Key at two stations", () => {
  it("a key makes one purchase and one order at two stations, rejects a request with another body (E2007), and works per station without the hub", async () => {
    const hub = await startHub();
    const { a, b, token } = await twoDesks(hub, joinedHere);
    await buysOnce({ a, b, token }, 8);
    const body = {
      test: true,
      recipientAddress: RECIPIENT,
      length: "30",
      width: "20",
      height: "10",
      weight: "1",
      distanceUnit: "cm",
      massUnit: "kg",
    };
    const first = await send(a, token, "k1", "/shipments", body);
    const second = await send(b, token, "k1", "/shipments", body);
    expect([first.status, second.status, second.id, second.isReplayed]).toEqual([
      201,
      201,
      first.id,
      true,
    ]);
    expect((await send(b, token, "k1", "/shipments", { ...body, weight: "2" })).code).toBe("E2007");
    await hub.kill9("both");
    await until("both stations are cut off", async () =>
      (await Promise.all([a, b].map((station) => station.status()))).every(
        ({ state }) => state === "cut off",
      ),
    );
    const [here, there, again] = [
      await send(a, token, "k2", "/shipments", body),
      await send(b, token, "k2", "/shipments", body),
      await send(a, token, "k2", "/shipments", body),
    ];
    expect([here.status, there.status, again.id]).toEqual([201, 201, here.id]);
    expect(there.id).not.toBe(here.id);
  }, 120_000);

  it(
    "fifty keys in simultaneous calls make one purchase each, answered equally by both stations",
    { tags: "all", timeout: 120_000 },
    async () => buysOnce(await twoDesks(await hubHere(), joinedHere), 50),
  );

  it(
    "a call that one station could not execute (E2134) is executed at the other with the same key",
    { tags: "all", timeout: 60_000 },
    async () => {
      const { a, b, token } = await twoDesks(await hubHere(), (args) => joined(stations, args));
      const { offers } = await makeShipment(a);
      await allInStep([a, b]);
      const body = { offerID: offers.cheapest.id };
      a.child.kill("SIGSTOP");
      expect((await send(b, token, "later", "/transactions", body)).code).toBe("E2134");
      a.child.kill("SIGCONT");
      await allInStep([a, b]);
      expect((await send(a, token, "later", "/transactions", body)).status).toBe(201);
      expect((await send(b, token, "later", "/transactions", body)).isReplayed).toBe(true);
    },
  );
});
