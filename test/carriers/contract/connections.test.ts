/** Runs the contract against every kind of connection, with its simulated carrier over HTTP. */
import { afterAll } from "vitest";
import { instant } from "../../../core/base/units.ts";
import { createOutgoing } from "../../../core/http/outgoing/create-outgoing.ts";
import type { Connection, ConnectionKind } from "../../../core/shipping/carriers/connection.ts";
import {
  SIMULATED,
  startCarrierSimulator,
  type CarrierSimulator,
} from "../../../core/shipping/carriers/simulator/simulator.ts";
import type { SimulatedParcel } from "../../../core/shipping/carriers/simulator/parcels.ts";
import { yurtici } from "../../../core/shipping/carriers/yurtici/adapter.ts";
import {
  connectionContract,
  type ConnectionSubject,
  type FailingOperation,
} from "./connection-contract.ts";

const started: Promise<CarrierSimulator>[] = [];
afterAll(() => Promise.all(started.map(async (simulator) => (await simulator).close())));

/** Starts the simulated carrier of a kind, and connects an account to it. */
function subjectOf(
  kind: ConnectionKind,
  operations: Readonly<Record<FailingOperation, string>>,
): () => Promise<ConnectionSubject> {
  let subject: Promise<ConnectionSubject> | undefined;
  const create = async (): Promise<ConnectionSubject> => {
    const simulated = SIMULATED[kind.kind];
    if (simulated === undefined) throw new Error(`${kind.kind} has no simulated carrier`);
    const starting = startCarrierSimulator(simulated(), 0);
    started.push(starting);
    const { url, pageUrl } = await starting;
    const control = async (what: string, body: unknown): Promise<void> => {
      const { ok, status } = await fetch(`${pageUrl}control/${what}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (!ok) throw new Error(`the simulator answered ${status} to ${what}`);
    };
    const outgoing = createOutgoing({
      settings: {
        read: () => ({ loopback: true }),
        follow: () => {},
        write: () => {},
        writeAll: () => {},
      },
      origin: () => "",
      now: () => instant("2026-11-21T09:00:00.000Z"),
    });
    const connectionOf = (password: string, address: string): Connection =>
      kind.create(
        {
          id: "account",
          organizationID: "o",
          name: "Account",
          username: "packbench",
          password,
          settings: { url: address },
          secrets: {},
        },
        outgoing,
      );
    let labels = 0;
    return {
      connection: connectionOf("packbench", url),
      wrongLogin: connectionOf("another-word", url),
      gone: connectionOf("packbench", "http://127.0.0.1:2/"),
      newLabel: () => ({
        barcode: `PB${String((labels += 1)).padStart(10, "0")}`,
        providerServiceCode: `${kind.providerCode}_STANDART`,
      }),
      fail: (operation, ...faults) =>
        control("faults", { operation: operations[operation], faults }),
      move: (code, step, at) => control("move", { code, step, at }),
      announced: async (barcode) => {
        const { parcels } = (await (await fetch(`${pageUrl}state`)).json()) as {
          parcels: SimulatedParcel[];
        };
        return parcels.filter((parcel) => parcel.code === barcode && !parcel.isCancelled).length;
      },
      forgetQueries: () => control("forget-queries", {}),
      calls: () => outgoing.listCalls("account"),
      // The user name of the simulated carrier is the same word as its password, and is no secret.
      secrets: [">packbench</wsPassword", "another-word"],
    };
  };
  return () => (subject ??= create());
}

connectionContract(
  "yurtici",
  subjectOf(yurtici, {
    announce: "createShipment",
    cancel: "cancelShipment",
    track: "queryShipment",
  }),
);
