/** Two real stations at a real hub, of which one shares a printer that keeps its labels. */
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import type { BehaviourInput } from "../../../core/printing/simulator/behaviour.ts";
import type { Simulator } from "../../../core/printing/simulator/simulator.ts";
import type {
  PrintRequest,
  SharedPrinter,
} from "../../../core/shared-printers/shared-printers.schema.ts";
import { until } from "../../helpers/bare-nats.ts";
import type { HeadlessStations } from "../../helpers/headless.ts";
import { startHub, type TestHub } from "../../helpers/hub.ts";
import { joined, makeShipment, type JoinedStation } from "../../helpers/joined-stations.ts";
import { aSimulator } from "../printing/a-printer.ts";

export type SharedDesks = {
  readonly hub: TestHub;
  readonly asker: JoinedStation;
  owner: JoinedStation;
  readonly simulator: Simulator;
  readonly printerID: string;
};

/** The owner founded the organization. @param askers Start the asker. */
export async function sharedDesks(
  stations: HeadlessStations,
  behaviour: BehaviourInput = { mode: "ok" },
  askers = stations,
): Promise<SharedDesks> {
  const hub = await startHub();
  const owner = await joined(stations, ["--join", hub.joinCode, "--demo"]);
  const asker = await joined(askers, ["--join", await hub.add(), "--demo"]);
  const simulator = await aSimulator(behaviour);
  const { id: printerID } = await owner.call<{ id: string }>("/station/printers", {
    name: "Zebra",
    driver: "tcp",
    host: "127.0.0.1",
    port: simulator.port,
    isShared: true,
  });
  await until(
    "the printer is offered",
    async () =>
      (await sharedAt(asker)).some(
        ({ id, state, isReachable }) => id === printerID && state !== "unknown" && isReachable,
      ),
    20_000,
  );
  return { hub, asker, owner, simulator, printerID };
}

/** The printers of others, as a station lists them. */
export async function sharedAt(station: JoinedStation): Promise<SharedPrinter[]> {
  return (await station.call<{ list: SharedPrinter[] }>("/station/shared-printers")).list;
}

/** A bought test shipment. */
export async function bought(station: JoinedStation): Promise<{
  readonly shipmentID: string;
  readonly barcode: string;
  readonly transactionID: string;
}> {
  const { id: shipmentID, offers } = await makeShipment(station, "Deneme", true);
  const { id: transactionID, shipment } = await station.call<{
    id: string;
    shipment: { barcode: string };
  }>("/transactions", { offerID: offers.cheapest.id });
  return { shipmentID, barcode: shipment.barcode, transactionID };
}

/** As a station has it now. */
export function requestAt(
  station: JoinedStation,
  { id }: Pick<PrintRequest, "id">,
): Promise<PrintRequest> {
  return station.call<PrintRequest>(`/station/print-requests/${id}`);
}

/** Waits for a state at a station. */
export async function reaches(
  station: JoinedStation,
  request: Pick<PrintRequest, "id">,
  state: PrintRequest["state"],
  ms = 20_000,
): Promise<PrintRequest> {
  await until(
    `the request is ${state}`,
    async () => (await requestAt(station, request)).state === state,
    ms,
  );
  return requestAt(station, request);
}

/** The failure of a call, with its code. */
export function failure(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => "done",
    (error: unknown) => String(error),
  );
}

/** Rows of a station's database, read beside it. */
export function rowsAt(
  { folder }: Pick<JoinedStation, "folder">,
  sql: string,
  ...values: string[]
): unknown[] {
  const db = new BetterSqlite3(join(folder, "packbench.db"), { readonly: true });
  try {
    return db.prepare(sql).all(...values);
  } finally {
    db.close();
  }
}

/** As by a power cut. */
export async function killed({ child }: JoinedStation): Promise<void> {
  child.kill("SIGKILL");
  await until("the station has ended", () => child.exitCode !== null || child.signalCode !== null);
}
