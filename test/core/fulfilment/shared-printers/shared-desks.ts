/** Two stations at a real hub, one of which shares a printer that stores its labels. */
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import type { BehaviourInput } from "../../../../core/printing/simulator/behaviour.ts";
import type { Simulator } from "../../../../core/printing/simulator/simulator.ts";
import type {
  PrintRequest,
  SharedPrinter,
} from "../../../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import { until } from "../../../helpers/bare-nats.ts";
import { hubHere, type HubHere } from "../../../helpers/hub.ts";
import { joinedHere, makeShipment, type StationAtHub } from "../../../helpers/joined-stations.ts";
import { aSimulator } from "../../printing/a-printer.ts";

type StationHere = Awaited<ReturnType<typeof joinedHere>>;
type PrinterThere = { readonly simulator: Simulator; readonly printerID: string };
export type SharedDesks = {
  readonly hub: HubHere;
  readonly owner: StationHere;
  readonly asker: StationHere;
} & PrinterThere;

/** Starts both stations in this process, the owner first, because it creates the organization. */
export async function sharedDesks(behaviour?: BehaviourInput): Promise<SharedDesks> {
  const hub = await hubHere();
  const owner = await joinedHere(["--join", hub.joinCode, "--demo"]);
  const asker = await joinedHere(["--join", await hub.add(), "--demo"]);
  return { hub, owner, asker, ...(await sharePrinter({ owner, asker }, behaviour)) };
}

/** Makes the owner share a printer, and waits until the asker sees it. */
export async function sharePrinter(
  { owner, asker }: { readonly owner: StationAtHub; readonly asker: StationAtHub },
  behaviour: BehaviourInput = { mode: "ok" },
): Promise<PrinterThere> {
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
  return { simulator, printerID };
}

/** Lists the printers of other stations as a station sees them. */
export async function sharedAt(station: StationAtHub): Promise<SharedPrinter[]> {
  return (await station.call<{ list: SharedPrinter[] }>("/station/shared-printers")).list;
}

/** Buys a test shipment. */
export async function bought(station: StationAtHub): Promise<{
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

/** Reads a request at a station. */
export function requestAt(
  station: StationAtHub,
  { id }: Pick<PrintRequest, "id">,
): Promise<PrintRequest> {
  return station.call<PrintRequest>(`/station/print-requests/${id}`);
}

/** Waits until a request has a state at a station. */
export async function reaches(
  station: StationAtHub,
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

/** Returns the error of a failed call as text, or "done". */
export function failure(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => "done",
    (error: unknown) => String(error),
  );
}

/** Reads rows of a station's database on a separate connection. */
export function rowsAt(
  { folder }: Pick<StationAtHub, "folder">,
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
