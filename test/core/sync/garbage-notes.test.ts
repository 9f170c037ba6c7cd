import { Kvm, type KV } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { describe, expect, it } from "vitest";
import { listRanges } from "../../../core/db/raise-ranges.ts";
import { moneyDocument } from "../../../core/sync/leases/obtain-money.ts";
import { numbersDocument } from "../../../core/sync/leases/obtain-numbers.ts";
import { until } from "../../helpers/bare-nats.ts";
import { deskAtHub, type DeskAtHub } from "../../helpers/desk-at-hub.ts";
import { hubHere, joinHub, whyNoHub, type HubHere, type TestStation } from "../../helpers/hub.ts";
import { eventually, shipmentWithOffers } from "../../helpers/station.ts";

const GARBAGE: readonly (string | Uint8Array)[] = [
  "",
  "not { JSON",
  "null",
  "[]",
  `"${"x".repeat(50 * 1024)}"`,
  "[".repeat(60_000),
  Uint8Array.of(0xff, 0xfe, 0),
  JSON.stringify({ id: 1e300, lostAt: 7, reported: "all", st: [], next: "1", holder: 5 }),
  `{"id":"x","lostAt":"9999","reported":["${"y".repeat(100)}"],"st":{"__proto__":{"e":0,"c":0,"g":1e300,"r":-1},"constructor":{"e":1}},"next":1e300,"holder":"toString","founder":"__proto__"}`,
];

async function buys(desk: DeskAtHub): Promise<number> {
  const made = await shipmentWithOffers(desk.now);
  return (await desk.desk("POST", "/transactions", { offerID: made.offers?.cheapest?.id })).status;
}

type Scene = {
  readonly hub: HubHere;
  readonly desk: DeskAtHub;
  readonly evil: TestStation;
  readonly nc: NatsConnection;
  readonly kv: KV;
  readonly seen: KV;
  readonly keys: readonly string[];
  readonly organizationID: string;
};

async function scene(): Promise<Scene> {
  const hub = await hubHere();
  const desk = await deskAtHub();
  await desk.desk("POST", "/station/sync/join", { code: hub.joinCode });
  await desk.startedAgain(1);
  await eventually(
    "the desk is in step and has a lease",
    async () =>
      (await desk.status()).state === "in step" &&
      (await desk.status()).stations.some(({ lease }) => Number(lease) > 0),
  );
  expect(await buys(desk)).toBe(201);
  const evil = await joinHub(await hub.add(), "Evil");
  const nc = await evil.connect();
  const [kv, seen] = [await new Kvm(nc).open("SCARCE"), await new Kvm(nc).open("SEEN")];
  const { db } = desk.now.core.deps;
  const organizationID = (await desk.status()).hub?.organizationID ?? "";
  const keys = [
    "mark",
    "organization",
    moneyDocument(organizationID).key,
    ...listRanges(db).map((range) => numbersDocument(range).key),
  ];
  return { hub, desk, evil, nc, kv, seen, keys, organizationID };
}

/** Waits until each document is readable again, with the stations' content. */
async function wholeAgain({ kv, keys, organizationID }: Scene): Promise<void> {
  for (const key of keys)
    await until(`${key} is whole`, async () => {
      try {
        const note = JSON.parse((await kv.get(key))?.string() ?? "");
        if (key === "organization") return note.id === organizationID;
        if (key === "mark") return typeof note.id === "string" && note.lostAt === null;
        return key.startsWith("bal.")
          ? Object.keys(note.st).length > 0
          : Number.isSafeInteger(note.next);
      } catch {
        return false;
      }
    });
}

/**
 * Writes status entries of a desk with odd names and times, and checks what the list shows of them.
 */
async function showsPlainNames({ desk, evil, seen }: Scene): Promise<void> {
  const line = {
    name: `${"\u202e"}Kasa\u0007 ${"1".repeat(200)}`,
    at: "9999-12-31T23:59:59.000Z",
    version: "1",
    schema: 1,
    lease: null,
    skewMs: 0,
    waiting: 0,
    packing: null,
    keeps: "everything",
  };
  await seen.put(evil.stationID, JSON.stringify(line));
  const shown = await eventually("the hostile desk is listed", async () =>
    (await desk.status()).stations.find(({ id }) => id === evil.stationID),
  );
  expect(shown.name).toBe(`Kasa ${"1".repeat(75)}`);
  expect(Date.parse(shown.lastSeen ?? "")).toBeLessThan(Date.now() + 5_000);
  for (const wrong of [
    { name: "x".repeat(50 * 1024) },
    { waiting: 1e300 },
    { skewMs: "1" },
    { lease: "1e9" },
    { at: "never" },
    { schema: -1 },
  ])
    await seen.put(evil.stationID, JSON.stringify({ ...line, name: "Other", ...wrong }));
  await seen.put(evil.stationID, JSON.stringify({ ...line, name: "Last" }));
  await until(
    "the last line is read",
    async () =>
      (await desk.status()).stations.find(({ id }) => id === evil.stationID)?.name === "Last",
  );
}

describe.skipIf(whyNoHub !== undefined)(
  "hub records overwritten by a desk",
  { timeout: 180_000 },
  () => {
    it(
      "a running or starting station buys despite overwritten records, shows the conflict, and repairs the records",
      { tags: "all" },
      async () => {
        const all = await scene();
        const { desk, evil, nc, kv, seen, keys } = all;
        const idem = await new Kvm(nc).open("IDEM");
        const others = [
          `claim.${crypto.randomUUID()}`,
          "claim.snapshot",
          `deliver.${crypto.randomUUID()}`,
          "key.provider",
          "range.x",
        ];
        for (const garbage of GARBAGE) {
          for (const key of [...keys, ...others]) await kv.put(key, garbage);
          for (const key of [evil.stationID, "key.x", `key.${desk.now.core.deps.db.stationID}`])
            await seen.put(key, garbage);
          await idem.put("x", garbage);
          const began = performance.now();
          expect((await desk.status()).state).not.toBe("cut off");
          expect(performance.now() - began).toBeLessThan(1_000);
        }
        expect(await buys(desk)).toBe(201);
        await wholeAgain({ ...all, keys: ["mark", "organization", keys[2] ?? ""] });

        await desk.now.stop();
        for (const key of keys)
          await kv.put(key, JSON.stringify({ by: evil.stationID, note: "mine" }));
        await kv.put(
          "organization",
          JSON.stringify({
            id: crypto.randomUUID(),
            name: "Evil",
            founder: evil.stationID,
            by: evil.stationID,
          }),
        );
        const again = await deskAtHub(desk.dataDir);
        expect(await buys(again)).toBe(201);
        await until(
          "the desk is in step",
          async () => (await again.status()).state === "in step",
          20_000,
        );
        await wholeAgain(all);
        const named = (await again.status()).conflicts.filter(({ kind }) => kind === "note");
        expect(named).toContainEqual(
          expect.objectContaining({
            kind: "note",
            subjectID: "mark",
            station: evil.stationID,
            message: expect.stringContaining(evil.stationID),
          }),
        );
        expect(named.map(({ subjectID }) => subjectID)).toEqual(
          expect.arrayContaining(["mark", keys[2]]),
        );
        expect(await buys(again)).toBe(201);
      },
    );

    it(
      "overwritten or deleted records are soon rewritten, and a desk's name is shown shortened and without control characters, and its future time is not shown",
      { tags: "all" },
      async () => {
        const all = await scene();
        // The last key never was a document, so its content is not a loss.
        for (const key of [...all.keys, "num.unknown"]) await all.kv.put(key, GARBAGE[1] ?? "");
        await wholeAgain(all);
        for (const key of all.keys) await all.kv.delete(key).catch(() => undefined);
        await wholeAgain(all);
        expect((await all.desk.status()).conflicts.map(({ kind }) => kind)).not.toContain(
          "hub set back",
        );
        await showsPlainNames(all);
      },
    );

    it(
      "a station buys from its leases when no readable revision of the records is left, and the records are repaired once the other stations have reported or are revoked",
      { tags: "all" },
      async () => {
        const all = await scene();
        const { hub, desk, evil, kv, keys } = all;
        const before = (await desk.status()).stations.find(({ isThis }) => isThis)?.lease;
        await desk.now.stop();
        for (let i = 0; i < 25; i += 1)
          for (const key of keys.filter((one) => one !== "organization"))
            await kv.put(key, GARBAGE[1] ?? "");
        const again = await deskAtHub(desk.dataDir);
        expect(await buys(again)).toBe(201);
        await until(
          "the desk that does not report is named",
          async () =>
            (await again.status()).conflicts.some(
              ({ kind, subjectID }) => kind === "hub set back" && subjectID === evil.stationID,
            ),
          20_000,
        );
        await hub.command("revoke", evil.stationID);
        await until(
          "the records are repaired",
          async () => (await again.status()).conflicts.every(({ kind }) => kind !== "hub set back"),
          20_000,
        );
        const reader = await (await joinHub(await hub.add(), "Reader")).connect();
        await wholeAgain({ ...all, kv: await new Kvm(reader).open("SCARCE") });
        expect(
          Number((await again.status()).stations.find(({ isThis }) => isThis)?.lease),
        ).toBeLessThanOrEqual(Number(before));
        expect(await buys(again)).toBe(201);
      },
    );
  },
);
