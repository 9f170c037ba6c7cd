/**
 * A program may ask any station of an organization, so three stations' answers to each GET about
 * shared data are compared.
 */
import { describe, expect, it } from "vitest";
import { hubHere, whyNoHub } from "../../helpers/hub.ts";
import {
  allInStep,
  joinedHere,
  makeShipment,
  type StationAtHub,
} from "../../helpers/joined-stations.ts";

/** Starts of paths whose data belongs to one desk or changes with events. */
const OF_ONE_DESK = [
  "/events",
  // A station learns of the number blocks of the others late, so the numbers left differ.
  "/station/agreements",
  "/station/printers",
  "/station/printjobs",
  "/station/batches",
  "/station/packing/today",
  // Each station lists itself first; today-together.test.ts compares what is shared.
  "/station/today",
  "/station/packing/settings",
  "/station/desk",
  "/station/integrity",
  "/station/api-access",
  "/station/secrets",
  "/station/sync",
  "/station/diagnostics",
  "/station/audit",
  "/station/backup",
  "/station/support-bundle",
  "/station/data",
  "/station/samples",
  "/station/jobs",
  "/station/calls",
  "/station/pairings",
  "/station/export",
  "/station/imports",
  "/station/shared-printers",
  "/webhook/{webhookID}/deliveries",
];
/** Only the station where a token was used knows its last use. */
const WORDS_OF_ONE_DESK = /"lastUsedAt":("[^"]*"|null)/g;

/**
 * Asks all stations until their answers are equal: papers and workbooks name the time at which they
 * were made, which may pass from one second or minute to the next between two stations.
 */
async function sameAnswer(desks: readonly StationAtHub[], path: string): Promise<string> {
  const end = performance.now() + SETTLES_MS;
  for (;;) {
    const answers = await Promise.all(desks.map((desk) => answerOf(desk, path)));
    const [one = ""] = answers;
    if (answers.every((other) => other === one)) return one;
    if (performance.now() > end) throw new Error(`${path}: ${differenceOf(answers)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Shows each answer around the first character that differs. */
function differenceOf([one = "", ...others]: readonly string[]): string {
  const other = others.find((text) => text !== one) ?? "";
  const at = [...one].findIndex((character, i) => character !== other[i]);
  return `${one.slice(Math.max(0, at - 80), at + 80)} / ${other.slice(Math.max(0, at - 80), at + 80)}`;
}

type Doc = { readonly paths: Record<string, { readonly get?: unknown }> };

async function answerOf({ ready: { url, token } }: StationAtHub, path: string): Promise<string> {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const text = Buffer.from(await answer.arrayBuffer()).toString("latin1");
  return `${answer.status} ${text.replaceAll(new URL(url).host, "HOST").replace(WORDS_OF_ONE_DESK, "")}`;
}

const SETTLES_MS = 5_000;

describe.skipIf(whyNoHub !== undefined)("three stations in step", { timeout: 180_000 }, () => {
  it("stations give the same answers to each question about their organization, whichever station created or bought a shipment", async () => {
    const hub = await hubHere();
    const first = await joinedHere(["--join", hub.joinCode, "--demo"]);
    const code = await hub.add("--desks", "2");
    const desks = [
      first,
      await joinedHere(["--join", code, "--demo"]),
      await joinedHere(["--join", code, "--demo"]),
    ];
    const known: Record<string, string> = {
      organizationID: (await first.call<{ id: string }[]>("/organizations"))[0]?.id ?? "",
      districtID: "1",
      file: "label.pdf",
    };
    for (const [i, desk] of desks.entries()) {
      const shipment = await makeShipment(desk, `Alıcı ${i}`);
      await allInStep(desks);
      await desks[(i + 1) % desks.length]?.call("/transactions", {
        offerID: shipment.offers.cheapest.id,
      });
      known["shipmentID"] = shipment.id;
    }
    known["addressID"] = (await first.call<{ id: string }[]>("/addresses"))[0]?.id ?? "";
    known["parcelTemplateID"] =
      (await first.call<{ id: string }[]>("/parceltemplates"))[0]?.id ?? "";
    known["userID"] = (await first.call<{ userID: string }[]>("/members"))[0]?.userID ?? "";
    await allInStep(desks);
    const doc = (await (await fetch(`${first.ready.url}/openapi.json`)).json()) as Doc;
    const paths = Object.entries(doc.paths).flatMap(([path, { get }]) =>
      get === undefined || OF_ONE_DESK.some((own) => path.startsWith(own))
        ? []
        : [path.replace(/\{(\w+)\}/g, (name, key: string) => known[key] ?? name)],
    );
    const compared: string[] = [];
    for (const path of paths.filter((one) => !one.includes("{"))) {
      const answer = await sameAnswer(desks, path);
      if (answer.startsWith("200 ")) compared.push(path);
    }
    expect(compared.length).toBeGreaterThan(40);
  });
});
