/**
 * Two stations without servers, the second of which shares a printer, and helpers for tests of
 * print requests.
 */
import { minor } from "../../../../core/base/money.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import type { Deps } from "../../../../core/deps.ts";
import { topUp } from "../../../../core/organizations/ledger/top-up.ts";
import { printerRecord } from "../../../../core/printing/printer.ts";
import * as journal from "../../../../core/printing/printing.store.ts";
import {
  findRequest,
  type PrintRequestRow,
} from "../../../../core/fulfilment/shared-printers/print-requests.store.ts";
import { createSharing } from "../../../../core/fulfilment/shared-printers/share-printers.ts";
import type { PrintRequestState } from "../../../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import { askForPrint } from "../../../../core/fulfilment/shared-printers/shared-printers.service.ts";
import type { Stations } from "../../../../core/fulfilment/shared-printers/stations.ts";
import { takeRequest } from "../../../../core/fulfilment/shared-printers/take-requests.ts";
import type { LooseStation } from "../../../helpers/loose-stations.ts";
import { aPrinter } from "../../printing/a-printer.ts";
import { buy, exchange, two } from "../../sync/two-stations.ts";

type PrinterState = "ready" | "paper out" | "busy" | "unknown";
export const PRINTER = aPrinter({ isShared: true });

/** Creates a station's knowledge of its hub: always connected, and with all changes received. */
function stationsOf({ clock }: LooseStation, organizationID: string): Stations {
  return {
    organizationID: () => organizationID,
    name: () => "Desk",
    hubNow: () => clock.nowMs,
    isCaughtUp: () => true,
    cutOffSince: () => null,
    find: () => undefined,
  };
}

/** Creates two stations; the second shares a printer, and both know a shipment with its label. */
export async function desks() {
  const { a, b, actor, id: shipmentID } = two();
  topUp(a.deps, actor.organizationID, minor(1_000_00), "");
  const transactionID = buy(a, actor, shipmentID);
  const kept: Record<string, unknown> = { printers: [printerRecord(PRINTER)] };
  const settings = {
    read: (key: string) => kept[key],
    write: (key: string, value: unknown) => void (kept[key] = value),
    writeAll: (all: object) => void Object.assign(kept, all),
  } as unknown as Deps["settings"];
  const owner: LooseStation = { ...b, deps: { ...b.deps, settings } };
  const [here, there] = [
    stationsOf(a, actor.organizationID),
    stationsOf(owner, actor.organizationID),
  ];
  let state: PrinterState = "ready";
  const share = createSharing(
    owner.deps,
    { stateOf: () => ({ state, message: "", at: null }) },
    there,
  );
  const sharing = (next: PrinterState): void => {
    state = next;
    share(actor.organizationID);
  };
  sharing("ready");
  exchange(a, owner);
  const ask = (change: object = {}) =>
    askForPrint(a.deps, actor, here, {
      printerID: PRINTER.id,
      shipmentID,
      document: "label",
      copies: 1,
      expiresInMinutes: 10,
      ...change,
    });
  const rowAt = (s: LooseStation, { id }: { id: string }): PrintRequestRow =>
    findRequest(s.deps.db, id) as PrintRequestRow;
  const take = (request: { id: string }): Promise<boolean> =>
    takeRequest(owner.deps, there, rowAt(owner, request));
  const jobs = (): unknown[] =>
    owner.deps.db.raw.prepare("SELECT id, status FROM print_jobs ORDER BY id").all();
  const states = (request: { id: string }): PrintRequestState[] =>
    [a, owner].map((s) => rowAt(s, request).state);
  const print = (id: string): void =>
    inTransaction(owner.deps, () => {
      journal.markSending(
        owner.deps.db,
        id,
        PRINTER,
        { hash: "h", verification: "verified" },
        owner.deps.now(),
      );
      journal.markSent(owner.deps.db, id, {
        state: "SENT",
        isConfirmed: false,
        words: "",
        now: owner.deps.now(),
      });
    });
  return {
    a,
    owner,
    actor,
    shipmentID,
    transactionID,
    kept,
    here,
    there,
    sharing,
    ask,
    rowAt,
    take,
    jobs,
    states,
    print,
  };
}
