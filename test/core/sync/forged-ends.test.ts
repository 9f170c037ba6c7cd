import { Kvm } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { describe, expect, it } from "vitest";
import type { SqlRow } from "../../../core/db/database.ts";
import { packChanges } from "../../../core/db/packed-changes.ts";
import { derivedId } from "../../../core/base/derived-id.ts";
import { inTransaction } from "../../../core/db/change.ts";
import { findEnd, writeEnd } from "../../../core/db/station-ends.ts";
import { until } from "../../helpers/bare-nats.ts";
import { deskAtHub, type DeskAtHub } from "../../helpers/desk-at-hub.ts";
import { asEvil } from "../../helpers/evil-messages.ts";
import { joinHub, hubHere, whyNoHub, type HubHere, type TestStation } from "../../helpers/hub.ts";
import {
  allInStep,
  joinedHere,
  makeShipment,
  type StationAtHub,
} from "../../helpers/joined-stations.ts";

const idOf = async (station: StationAtHub): Promise<string> =>
  (await station.status()).stations.find(({ isThis }) => isThis)?.id ?? "";
const addTemplate = (station: StationAtHub, name: string): Promise<unknown> =>
  station.call("/parceltemplates", {
    name,
    length: "1",
    width: "1",
    height: "1",
    weight: "1",
    distanceUnit: "cm",
    massUnit: "kg",
  });
const templates = async (desk: DeskAtHub): Promise<string[]> =>
  (await desk.desk<{ name: string }[]>("GET", "/parceltemplates")).data.map(({ name }) => name);

/** Joins a desk that publishes arbitrary messages with a valid credential. */
async function evilDesk(hub: HubHere): Promise<{
  readonly id: string;
  readonly nc: NatsConnection;
  readonly as: TestStation;
  publish(row: SqlRow, id?: string): Promise<void>;
}> {
  const as = await joinHub(await hub.add(), "Evil");
  const nc = await as.connect();
  const evil = asEvil(nc, as.stationID, as.enrolled.userKeySeed);
  return {
    id: as.stationID,
    nc,
    as,
    publish: (
      row,
      id = derivedId("station end", String(row["station_id"]), Number(row["incarnation"])),
    ) => evil.publish(packChanges([["station_ends", id, row, 1]])),
  };
}

describe.skipIf(whyNoHub !== undefined)(
  "the end of a station, stated by another desk",
  { timeout: 240_000 },
  () => {
    it("an end without the hub's signature is ignored, the station's changes are applied, and the forging desk is named", async () => {
      const hub = await hubHere();
      const a = await deskAtHub();
      await a.desk("POST", "/station/sync/join", { code: hub.joinCode });
      await a.startedAgain(1);
      const b = await joinedHere(["--join", await hub.add(), "--demo"]);
      const evil = await evilDesk(hub);
      const gone = await joinHub(await hub.add(), "Gone");
      await (await gone.connect()).close();
      await hub.command("revoke", gone.stationID);
      const victim = await idOf(b);
      const seen = await new Kvm(evil.nc).open("SEEN");
      const signed = async (id: string): Promise<string> =>
        (await seen.get(`station.${id}`))?.string() ?? "";
      const { organizationID } = b.ready;
      const end = {
        created_at: new Date().toISOString(),
        organization_id: organizationID,
        station_id: victim,
        incarnation: 1,
        last_number: 0,
      };
      for (const proof of [
        undefined,
        "",
        "{",
        "x".repeat(100_000),
        await signed(victim),
        await signed(gone.stationID),
        (await signed(gone.stationID)).replaceAll(gone.stationID, victim),
      ])
        await evil.publish({ ...end, ...(proof === undefined ? {} : { proof }) });
      await evil.publish({
        ...end,
        station_id: gone.stationID,
        incarnation: 99,
        proof: await signed(gone.stationID),
      });
      await evil.publish({ ...end, proof: await signed(victim) }, "another-id");

      await addTemplate(b, "after the forged ends");
      await until("the template is at the other station", async () =>
        (await templates(a)).includes("after the forged ends"),
      );
      const at = a.now.core.deps.db;
      expect([findEnd(at, victim), findEnd(at, gone.stationID)?.incarnation]).toEqual([
        undefined,
        undefined,
      ]);
      await until("both stations have quarantined all nine ends", async () =>
        [await a.status(), await b.status()].every(
          ({ state, conflicts }) =>
            state === "in step" && conflicts.some(({ message }) => message.startsWith("9 ")),
        ),
      );
      for (const { conflicts } of [await a.status(), await b.status()])
        expect(conflicts).toEqual([
          expect.objectContaining({
            kind: "foreign",
            subjectID: evil.id,
            message: expect.stringMatching(/^9 /),
          }),
        ]);
      // The victim's order is requested, and stays with the victim while it is away.
      const waiting = await makeShipment(b);
      await until("the order is at the other station", async () =>
        (await a.desk<{ id: string }[]>("GET", "/shipments")).data.some(
          ({ id }) => id === waiting.id,
        ),
      );
      await b.stop();
      expect(
        await a.desk("POST", "/transactions", { offerID: waiting.offers.cheapest.id }),
      ).toMatchObject({ code: "E2134" });

      // A desk that receives its own end reports that it is revoked.
      const { deps } = a.now.core;
      inTransaction(deps, () =>
        writeEnd(
          deps.db,
          {
            organizationID,
            stationID: deps.db.stationID,
            incarnation: deps.db.incarnation,
            lastNumber: 1,
          },
          deps.now(),
        ),
      );
      expect(await a.status()).toMatchObject({
        state: "cut off",
        causeCode: "E2117",
        causeReason: "revoked",
      });
    });

    it(
      "an end with the hub's signature of the station's last position is applied, and is changed by no copied message or reused proof",
      { tags: "all" },
      async () => {
        const hub = await hubHere();
        const a = await deskAtHub();
        await a.desk("POST", "/station/sync/join", { code: hub.joinCode });
        await a.startedAgain(1);
        const b = await joinedHere(["--join", await hub.add(), "--demo"]);
        const lost = await joinedHere(["--join", await hub.add(), "--demo"]);
        const [id, waiting] = [await idOf(lost), await makeShipment(lost)];
        await until(
          "the order is at the other station",
          async () =>
            (await a.desk<{ id: string }[]>("GET", "/shipments")).data.some(
              (one) => one.id === waiting.id,
            ) && (await lost.status()).waiting === 0,
        );
        // A copy under the lost station's subject does not change its last position.
        const evil = await evilDesk(hub);
        evil.nc.publish(`$JS.API.DIRECT.GET.EV.ev.${evil.id}.commit`, "", {
          reply: `ev.${id}.commit`,
        });
        await evil.publish({
          created_at: "t",
          organization_id: "o",
          station_id: id,
          incarnation: 1,
          last_number: 0,
        });
        evil.nc.publish(`$JS.API.DIRECT.GET.EV.ev.${evil.id}.commit`, "", {
          reply: `ev.${id}.commit`,
        });
        await evil.nc.flush();
        await hub.command("revoke", id);
        await until("the revoked station reports that it is cut off", async () => {
          const { state, causeCode } = await lost.status();
          return state === "cut off" && causeCode === "E2117";
        });
        const end = await until(
          "the station's end is known",
          () => findEnd(a.now.core.deps.db, id) !== undefined,
          20_000,
        ).then(() => findEnd(a.now.core.deps.db, id));
        expect(end?.lastNumber).toBeGreaterThan(0);
        const row = a.now.core.deps.db
          .sql<{ proof: string; incarnation: number }>(
            "SELECT proof, incarnation FROM station_ends",
          )
          .get();
        const stated = JSON.parse(JSON.parse(row?.proof ?? "").text) as {
          id: string;
          ended: { incarnation: number; lastNumber: number };
        };
        expect(stated).toMatchObject({
          id,
          ended: { incarnation: row?.incarnation, lastNumber: end?.lastNumber },
        });
        // The same proof with other values is ignored.
        await evil.publish({
          created_at: "t",
          organization_id: b.ready.organizationID,
          station_id: id,
          incarnation: (row?.incarnation ?? 0) + 1,
          last_number: 0,
          proof: row?.proof ?? "",
        });
        await addTemplate(b, "later");
        await until("the later template is here", async () =>
          (await templates(a)).includes("later"),
        );
        expect(findEnd(a.now.core.deps.db, id)).toEqual(end);
        // The revoked station's order is bought without a request.
        await until(
          "the revoked station's order can be bought",
          async () =>
            (await a.desk("POST", "/transactions", { offerID: waiting.offers.cheapest.id }))
              .status === 201,
          20_000,
        );

        // A station that is admitted again works as another incarnation, and all stations have the
        // same rows.
        const again = await hub.add("--station", id);
        await lost.stop();
        const back = await joinedHere(["--join", again, "--demo"], lost.folder);
        await addTemplate(back, "back");
        await until(
          "the readmitted station's change is applied",
          async () => (await templates(a)).includes("back"),
          20_000,
        );
        await allInStep([b, back], 20_000);
      },
    );
  },
);
