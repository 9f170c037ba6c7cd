/**
 * Two stations of one organization at a real hub: one stays connected, the other disconnects and
 * comes back by the stream or by a snapshot.
 */
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { onTestFinished } from "vitest";
import { addressInputSchema } from "../../core/shipping/addresses/addresses.schema.ts";
import { createAddress } from "../../core/shipping/addresses/addresses.service.ts";
import { minor } from "../../core/base/money.ts";
import { addSampleAgreements } from "../../core/shipping/agreements/sample-agreements.ts";
import { makeSnapshot } from "../../core/db/snapshot/make-snapshot.ts";
import type { Actor } from "../../core/http/actor.ts";
import type { Deps } from "../../core/deps.ts";
import { topUp } from "../../core/organizations/ledger/top-up.ts";
import { createOrganizationWithOwner } from "../../core/organizations/organizations.service.ts";
import { mergeSnapshot } from "../../core/sync/snapshot/merge-snapshot.ts";
import { bareNats, until } from "./bare-nats.ts";
import { RESOURCES, temporaryFolder } from "./folders.ts";
import { hashRows, connectedStation, type ConnectedStation } from "./connected-station.ts";
import { owner } from "./loose-stations.ts";
import { RECIPIENT } from "./station.ts";
import { ALL_TABLES } from "../../core/all-tables.ts";

export type TwoAtHub = {
  readonly a: ConnectedStation;
  /** The station that disconnects; a new object after each reconnect. */
  readonly b: ConnectedStation;
  readonly actor: Actor;
  /** Disconnects the second station; its database stays open and keeps working. */
  cutOff(): Promise<Deps>;
  /**
   * Reconnects the second station.
   * @param how "snapshot": the stream no longer has the missing changes.
   */
  back(how: "stream" | "snapshot"): Promise<void>;
  inStep(): Promise<void>;
};

/**
 * Starts both stations, stopped after the test. The stations share an organization with sample
 * price lists, an address and 1,000.00 TL.
 */
export async function twoAtHub(): Promise<TwoAtHub> {
  const nats = await bareNats();
  const folder = temporaryFolder();
  const [pathA, pathB] = [
    join(temporaryFolder(), "packbench.db"),
    join(temporaryFolder(), "packbench.db"),
  ];
  let snapshots = 0;
  const open = (path: string): ConnectedStation => {
    const made: ConnectedStation = connectedStation(nats, path, {
      async takeSnapshot() {
        const file = join(folder, `snapshot-${(snapshots += 1)}.db`);
        const of = made.deps.db.raw.name === pathA ? pathB : pathA;
        makeSnapshot(
          {
            tables: ALL_TABLES,
            database: of,
            file,
            organizationID: actor.organizationID,
            now: a.deps.now(),
          },
          () => true,
        );
        await mergeSnapshot(made.deps, file);
      },
    });
    return made;
  };
  const a = open(pathA);
  const actor = found(a.deps);
  let b = open(pathB);
  onTestFinished(async () => {
    for (const station of [a, b]) await station.stop();
    await nats.stop();
  });
  const inStep = async (): Promise<void> => {
    await until(
      "both stations have the same rows",
      () =>
        [a, b].every(
          ({ connection }) =>
            connection.status().state === "in step" && connection.status().waiting === 0,
        ) && JSON.stringify(hashRows(a.deps.db)) === JSON.stringify(hashRows(b.deps.db)),
    );
  };
  await inStep();
  return {
    a,
    actor,
    get b() {
      return b;
    },
    async cutOff() {
      await b.connection.stop();
      return b.deps;
    },
    async back(how) {
      b.deps.db.close();
      await until("the connected station has published", () => a.connection.status().waiting === 0);
      if (how === "snapshot") {
        const connection = await nats.connect();
        await (await jetstreamManager(connection)).streams.purge("EV");
        await connection.close();
      }
      b = open(pathB);
      await inStep();
      if (how === "snapshot") expectSnapshot(snapshots);
    },
    inStep,
  };
}

function expectSnapshot(n: number): void {
  if (n === 0) throw new Error("no snapshot was merged");
}

function found(deps: Deps): Actor {
  const { organizationID, memberID } = createOrganizationWithOwner(
    deps,
    {
      name: "O",
      countryCode: "TR",
      taxOffice: "",
      taxNumber: "",
      phone: "",
      email: "",
      test: true,
    },
    { userID: deps.newId(), email: "a@ornek.test", name: "A" },
  );
  const actor = owner(organizationID, memberID);
  addSampleAgreements(deps, organizationID, RESOURCES);
  topUp(deps, organizationID, minor(1_000_00), "start");
  createAddress(deps, actor, {
    ...addressInputSchema.parse({ ...RECIPIENT, name: "Depo", shortName: "depo" }),
    isRecipientAddress: false,
  });
  return actor;
}
