import { AckPolicy, DeliverPolicy, jetstreamManager } from "@nats-io/jetstream";
import { createUser } from "@nats-io/nkeys";
import { nanos } from "@nats-io/transport-node";
import { describe, expect, it, onTestFinished } from "vitest";
import { inTransaction, insertRow } from "../../../core/db/change.ts";
import { bareNats, until } from "../../helpers/bare-nats.ts";
import { asEvil, packText } from "../../helpers/evil-messages.ts";
import { hubHere, joinHub, whyNoHub } from "../../helpers/hub.ts";
import { allInStep, joinedHere, makeShipment } from "../../helpers/joined-stations.ts";
import { connectedStation, type ConnectedStation } from "../../helpers/connected-station.ts";
import { folderOnDisk } from "../../helpers/folders.ts";
import { join } from "node:path";

describe.skipIf(whyNoHub !== undefined)("a message of a joined desk", { timeout: 120_000 }, () => {
  it("a message is applied if the desk has signed it, and quarantined if another key has signed it", async () => {
    const hub = await hubHere();
    const desk = await joinedHere(["--join", hub.joinCode, "--demo"]);
    const { stationID, enrolled, connect } = await joinHub(await hub.add(), "Other");
    const connection = await connect();
    const organization = desk.ready.organizationID;
    const template = (name: string): Buffer =>
      packText(
        JSON.stringify([
          [
            "parcel_templates",
            crypto.randomUUID(),
            {
              organization_id: organization,
              name,
              length: 1,
              width: 1,
              height: 1,
              weight: 1,
              distance_unit: "cm",
              mass_unit: "kg",
              is_active: 1,
              position: 0,
              barcode: "",
              created_at: "2026-11-01T00:00:00.000Z",
              updated_at: "2026-11-01T00:00:00.000Z",
            },
            1,
          ],
        ]),
      );
    const stranger = new TextDecoder().decode(createUser().getSeed());
    for (let i = 0; i < 3; i++)
      await asEvil(connection, stationID, stranger, `forged-${i}`).publish(template("forged"));
    await asEvil(connection, stationID, enrolled.userKeySeed).publish(template("signed"));
    const names = async (): Promise<string> => JSON.stringify(await desk.call("/parceltemplates"));
    await until("the signed message is applied", async () => (await names()).includes("signed"));
    expect(await names()).not.toContain("forged");
    const conflicts = (await desk.status()).conflicts.filter(
      ({ subjectID }) => subjectID === stationID,
    );
    expect(conflicts).toMatchObject([
      { kind: "foreign", message: expect.stringMatching(/^1 change that came .* was not its own/) },
    ]);
    await makeShipment(desk);
    await allInStep([desk]);
  });
});

describe("a message stored again at the hub", () => {
  it("a message stored again does not look like a loss of the hub, so its station republishes nothing", async () => {
    const nats = await bareNats();
    onTestFinished(() => nats.stop());
    const path = join(folderOnDisk(), "packbench.db");
    let station: ConnectedStation = connectedStation(nats, path);
    onTestFinished(() => station.stop());
    const write = (name: string): number =>
      inTransaction(station.deps, () =>
        insertRow(station.deps.db, "parcel_templates", {
          id: station.deps.newId(),
          organization_id: "o",
          name,
          length: 1,
          width: 1,
          height: 1,
          weight: 1,
          distance_unit: "cm",
          mass_unit: "kg",
          is_active: 1,
          position: 0,
          barcode: "",
          created_at: station.deps.now(),
          updated_at: station.deps.now(),
        }),
      );
    for (let i = 0; i < 6; i++) {
      write(`box ${i}`);
      await until(
        "the change is published in its own message",
        () =>
          station.connection.status().state === "in step" &&
          station.connection.status().waiting === 0,
      );
    }
    const connection = await nats.connect();
    onTestFinished(() => connection.close());
    const manager = await jetstreamManager(connection);
    const { config } = await manager.streams.info("EV");
    await manager.streams.update("EV", { ...config, duplicate_window: nanos(100) });
    const count = async (): Promise<number> => (await manager.streams.info("EV")).state.messages;
    const before = await count();
    await manager.consumers.add("EV", {
      durable_name: "pulled",
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: 3,
    });
    // The server forgets the ids of earlier messages some time after the change of its window; until
    // then it drops a repeated message, and the next one is pulled.
    const isStoredAgain = async (): Promise<boolean> => (await count()) > before;
    for (let pulled = 0; pulled < 4 && !(await isStoredAgain()); pulled += 1) {
      connection.publish("$JS.API.CONSUMER.MSG.NEXT.EV.pulled", JSON.stringify({ batch: 1 }), {
        reply: "ev.anything.commit",
      });
      await until("a message is stored once more", isStoredAgain, 2_000).catch(() => undefined);
    }
    expect(await count()).toBe(before + 1);
    const stored = await count();
    await station.stop();
    station = connectedStation(nats, path);
    await until("the station is in step", () => station.connection.status().state === "in step");
    write("later");
    await until(
      "the later change is published",
      async () => station.connection.status().waiting === 0 && (await count()) > stored,
    );
    expect(await count()).toBe(stored + 1);
  });
});
