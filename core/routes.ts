/** Every route of the station, with the running parts that some of them act on. */
import { accountRoutes } from "./accounts/accounts.routes.ts";
import { addressBookRoutes } from "./addresses/address-book.routes.ts";
import { addressRoutes } from "./addresses/addresses.routes.ts";
import { auditRoutes } from "./audit/audit.routes.ts";
import type { LogRing } from "./base/log-ring.ts";
import type { Policy } from "./base/policy.ts";
import type { Backups } from "./backups/backups.ts";
import { backupRoutes } from "./backups/backups.routes.ts";
import { batchRoutes } from "./batches/batches.routes.ts";
import { boardRoutes } from "./board/board.routes.ts";
import type { CarrierShelf } from "./carriers/carrier.ts";
import { exportRoutes } from "./export/export.routes.ts";
import { geoRoutes } from "./geo/geo.routes.ts";
import { historyRoutes } from "./history/history.routes.ts";
import type { Route } from "./http/route.ts";
import { addressImportRoutes } from "./imports/address-imports.routes.ts";
import type { AddressFiles } from "./imports/import-addresses.ts";
import { importRoutes } from "./imports/imports.routes.ts";
import type { OrderFiles } from "./imports/order-file.ts";
import type { CallLog } from "./integrations/call-log.ts";
import { eventRoutes } from "./integrations/events.routes.ts";
import { integrationRoutes } from "./integrations/integrations.routes.ts";
import type { Origins } from "./integrations/origins.ts";
import { jobRoutes } from "./jobs/jobs.routes.ts";
import { labelRoutes } from "./labels/labels.routes.ts";
import { ledgerRoutes } from "./ledger/ledger.routes.ts";
import { tokenRoutes } from "./organizations/api-tokens.routes.ts";
import { organizationRoutes } from "./organizations/organizations.routes.ts";
import { getOrganization } from "./organizations/organizations.service.ts";
import type { PackingNow } from "./packing/packing-now.ts";
import { packingRoutes } from "./packing/packing.routes.ts";
import { paperRoutes } from "./papers/papers.routes.ts";
import { parcelRoutes } from "./parcels/parcels.routes.ts";
import { priceRoutes } from "./prices/prices.routes.ts";
import { privacyRoutes } from "./privacy/privacy.routes.ts";
import { printingRoutes } from "./printing/printing.routes.ts";
import { shipmentPaperRoutes } from "./printing/shipment-papers.routes.ts";
import type { PrinterWatch } from "./printing/watch-printer.ts";
import { reportRoutes } from "./reports/reports.routes.ts";
import type { RequestGate } from "./shared-printers/request-gate.ts";
import { sharedPrinterRoutes } from "./shared-printers/shared-printers.routes.ts";
import { shipmentStationRoutes } from "./shipments/shipments-station.routes.ts";
import { shipmentRoutes } from "./shipments/shipments.routes.ts";
import { trackingPageRoutes } from "./shipments/tracking-page.routes.ts";
import { listShipmentRows } from "./shipments/shipments.service.ts";
import type { ApiAccessOfStation } from "./station/api-access.ts";
import { keyRoutes } from "./keys/keys.routes.ts";
import type { StationKeys } from "./keys/station-keys.ts";
import { apiAccessRoutes } from "./station/api-access.routes.ts";
import type { Samples } from "./station/sample-set.ts";
import { diagnosticsRoutes } from "./diagnostics/diagnostics.routes.ts";
import { stationFactRoutes } from "./station/station-facts.routes.ts";
import { stationRoutes } from "./station/station.routes.ts";
import { supportRoutes } from "./support/support.routes.ts";
import { syncRoutes } from "./sync/sync.routes.ts";
import type { Sync } from "./sync/sync.service.ts";
import { cancelShipment } from "./transactions/cancel-shipment.ts";
import { copyRoutes } from "./transactions/copies.routes.ts";
import { endUnbought } from "./transactions/purchase-job.ts";
import type { ResponseTracker } from "./transactions/response-tracker.ts";
import { transactionRoutes } from "./transactions/transactions.routes.ts";
import { webhookRoutes } from "./webhooks/webhooks.routes.ts";
import { reopenDelivery } from "./webhooks/deliveries.service.ts";

/** What routes share with the station's own work. */
export type RunningParts = {
  readonly gate: RequestGate;
  readonly responses: ResponseTracker;
  readonly watch: PrinterWatch;
  readonly calls: CallLog;
  readonly origins: Origins;
  readonly orderFiles: OrderFiles;
  readonly addressFiles: AddressFiles;
  readonly backups: Backups;
  readonly access: ApiAccessOfStation;
  readonly keys: StationKeys;
  readonly sync: Sync;
  /** Which order is open at this desk. */
  readonly board: PackingNow;
  readonly faults: LogRing;
  /** Starts the station again, once what has been asked is answered. */
  readonly restart: () => void;
  /** Of Packbench. */
  readonly version: string;
  /** Of the company's IT. */
  readonly policy: Policy;
  readonly shelf: CarrierShelf;
  readonly sampleOrders: Samples["orders"];
};

/** Every route, in the order of the API's readable page. */
export function allRoutes(parts: RunningParts): readonly Route[] {
  return [
    ...geoRoutes,
    ...historyRoutes,
    ...organizationRoutes,
    ...ledgerRoutes(getOrganization),
    ...reportRoutes,
    ...boardRoutes,
    ...tokenRoutes,
    ...addressRoutes,
    ...addressBookRoutes,
    ...parcelRoutes,
    ...priceRoutes,
    ...accountRoutes,
    ...shipmentRoutes(cancelShipment),
    ...shipmentStationRoutes,
    ...transactionRoutes(parts.responses),
    ...copyRoutes(parts.responses),
    ...labelRoutes,
    ...paperRoutes,
    ...trackingPageRoutes,
    ...importRoutes(parts.orderFiles),
    ...addressImportRoutes(parts.addressFiles),
    ...webhookRoutes,
    ...eventRoutes,
    ...printingRoutes(parts.watch),
    ...shipmentPaperRoutes,
    ...sharedPrinterRoutes(parts.sync.stations, parts.gate),
    ...batchRoutes,
    ...packingRoutes(parts.board),
    ...stationRoutes(parts.watch, parts.shelf),
    ...apiAccessRoutes(parts.access),
    ...keyRoutes(parts.keys),
    ...syncRoutes(parts.sync),
    ...diagnosticsRoutes(parts),
    ...privacyRoutes,
    ...auditRoutes,
    ...backupRoutes(parts.backups, parts.restart),
    ...exportRoutes,
    ...supportRoutes(parts.version),
    ...stationFactRoutes({ shelf: parts.shelf, orders: parts.sampleOrders }),
    ...jobRoutes({
      shipmentsOf: listShipmentRows,
      begunAgain: { webhook: reopenDelivery },
      notDone: { buy: (deps, job) => endUnbought(deps, job.subject_id) },
    }),
    ...integrationRoutes(parts.calls, parts.origins),
  ];
}
