/** Lists all routes of the station, and the running parts that the routes use. */
import type { Actor } from "./http/actor.ts";
import { accountRoutes } from "./shipping/accounts/accounts.routes.ts";
import { addressBookRoutes } from "./shipping/addresses/address-book.routes.ts";
import { addressRoutes } from "./shipping/addresses/addresses.routes.ts";
import { auditRoutes } from "./records/audit/audit.routes.ts";
import type { LogRing } from "./base/log-ring.ts";
import type { Policy } from "./base/policy.ts";
import type { Backups } from "./station/backups/backups.ts";
import { backupRoutes } from "./station/backups/backups.routes.ts";
import { batchRoutes } from "./fulfilment/batches/batches.routes.ts";
import { handOverRoutes } from "./fulfilment/hand-over/hand-over.routes.ts";
import { boardRoutes } from "./shipping/board/board.routes.ts";
import type { CarrierShelf } from "./shipping/agreements/carrier-shelf.ts";
import { exportRoutes } from "./records/export/export.routes.ts";
import { geoRoutes } from "./shipping/geo/geo.routes.ts";
import { historyRoutes } from "./fulfilment/history/history.routes.ts";
import type { Deps } from "./deps.ts";
import type { Route } from "./http/route.ts";
import { addressImportRoutes } from "./shipping/imports/address-imports.routes.ts";
import type { AddressFiles } from "./shipping/imports/import-addresses.ts";
import { importRoutes } from "./shipping/imports/imports.routes.ts";
import type { OrderFiles } from "./shipping/imports/order-file.ts";
import type { CallLog } from "./http/integrations/call-log.ts";
import { eventRoutes } from "./http/integrations/events.routes.ts";
import { integrationRoutes } from "./http/integrations/integrations.routes.ts";
import type { Origins } from "./http/integrations/origins.ts";
import { jobRoutes } from "./jobs/jobs.routes.ts";
import { labelRoutes } from "./labels/labels.routes.ts";
import { ledgerRoutes } from "./organizations/ledger/ledger.routes.ts";
import { tokenRoutes } from "./organizations/api-tokens.routes.ts";
import { organizationRoutes } from "./organizations/organizations.routes.ts";
import { getOrganization } from "./organizations/organizations.service.ts";
import type { PackingNow } from "./fulfilment/packing/packing-now.ts";
import { orderChangeRoutes } from "./fulfilment/order-changes/order-changes.routes.ts";
import { packingRoutes } from "./fulfilment/packing/packing.routes.ts";
import { paperRoutes } from "./fulfilment/papers/papers.routes.ts";
import type { PriceLists } from "./shipping/agreements/load/price-lists.ts";
import { agreementRoutes } from "./shipping/agreements/agreements.routes.ts";
import { choosingRoutes } from "./shipping/choosing/choosing.routes.ts";
import { dryRunRoutes } from "./fulfilment/dry-runs/dry-runs.routes.ts";
import type { DryRuns } from "./fulfilment/dry-runs/dry-runs.ts";
import { parcelRoutes } from "./shipping/parcels/parcels.routes.ts";
import { priceRoutes } from "./shipping/prices/prices.routes.ts";
import type { ProductFiles } from "./shipping/products/product-files.ts";
import { productFileRoutes, productRoutes } from "./shipping/products/products.routes.ts";
import { privacyRoutes } from "./records/privacy/privacy.routes.ts";
import { printingRoutes } from "./printing/printing.routes.ts";
import { shipmentPaperRoutes } from "./printing/shipment-papers.routes.ts";
import type { PrinterWatch } from "./printing/watch-printer.ts";
import { reportRoutes } from "./fulfilment/reports/reports.routes.ts";
import type { RequestGate } from "./fulfilment/shared-printers/request-gate.ts";
import { sharedPrinterRoutes } from "./fulfilment/shared-printers/shared-printers.routes.ts";
import { shipmentStationRoutes } from "./shipping/shipments/shipments-station.routes.ts";
import { readTestParcel } from "./fulfilment/following/read-test-parcel.ts";
import { orderSourceRoutes } from "./shipping/sources/order-sources.routes.ts";
import { shipmentRoutes } from "./shipping/shipments/shipments.routes.ts";
import { trackingPageRoutes } from "./shipping/shipments/tracking-page.routes.ts";
import { listShipmentRows } from "./shipping/shipments/shipments.service.ts";
import type { ApiAccessOfStation } from "./station/api-access.ts";
import { scaleRoutes } from "./station/scales/scales.routes.ts";
import type { Scales } from "./station/scales/scales.service.ts";
import { keepOwnersBadge } from "./station/sign-in/badges.service.ts";
import { signInRoutes } from "./station/sign-in/sign-in.routes.ts";
import type { DeskSession } from "./station/sign-in/desk-session.ts";
import { keyRoutes } from "./station/keys/keys.routes.ts";
import type { StationKeys } from "./station/keys/station-keys.ts";
import { apiAccessRoutes } from "./station/api-access.routes.ts";
import type { Samples } from "./station/sample-set.ts";
import { diagnosticsRoutes } from "./station/diagnostics/diagnostics.routes.ts";
import { moveInRoutes } from "./station/move-in/move-in.routes.ts";
import { orderFolderRoutes } from "./station/order-folder/order-folder.routes.ts";
import type { WatchedFolder } from "./station/order-folder/order-folder.service.ts";
import { newOrderRoutes } from "./station/new-orders/new-orders.routes.ts";
import { stationFactRoutes } from "./station/station-facts.routes.ts";
import { stationRoutes } from "./station/station.routes.ts";
import { togetherRoutes } from "./station/together.routes.ts";
import { supportRoutes } from "./station/support/support.routes.ts";
import { syncRoutes } from "./sync/sync.routes.ts";
import type { Sync } from "./sync/sync.service.ts";
import { scanRoutes } from "./fulfilment/scans/scans.routes.ts";
import type { StatusFiles } from "./fulfilment/scans/status-files.ts";
import { todayRoutes } from "./fulfilment/today/today.routes.ts";
import { cancelAtDesk } from "./fulfilment/hand-over/cancel-at-desk.ts";
import { copyRoutes } from "./fulfilment/transactions/copies.routes.ts";
import {
  requireLoginUnused,
  requireNothingOpen,
} from "./fulfilment/transactions/account-in-use.ts";
import { endUnbought } from "./fulfilment/transactions/open-purchases.ts";
import type { ResponseTracker } from "./fulfilment/transactions/response-tracker.ts";
import { transactionRoutes } from "./fulfilment/transactions/transactions.routes.ts";
import { noteNotAnnounced } from "./fulfilment/announcements/decide-announcement.ts";
import { pickupRoutes } from "./fulfilment/pickups/pickups.routes.ts";
import { announcementRoutes } from "./fulfilment/announcements/announcements.routes.ts";
import { discardBeforeUnlink } from "./fulfilment/transactions/discard-job.ts";
import { endHookBeforeUnlink } from "./fulfilment/following/marketplace-hooks.ts";
import { hookRoutes } from "./fulfilment/following/hooks.routes.ts";
import { marketplaceRoutes } from "./shipping/accounts/marketplaces.routes.ts";
import { connectionRoutes } from "./shipping/accounts/connections.routes.ts";
import { webhookRoutes } from "./fulfilment/webhooks/webhooks.routes.ts";
import { reopenDelivery } from "./fulfilment/webhooks/deliveries.service.ts";

/** Parts that routes share with the station's background work. */
export type RunningParts = {
  readonly gate: RequestGate;
  readonly responses: ResponseTracker;
  readonly watch: PrinterWatch;
  readonly calls: CallLog;
  readonly origins: Origins;
  readonly orderFiles: OrderFiles;
  readonly orderFolder: WatchedFolder;
  readonly addressFiles: AddressFiles;
  readonly statusFiles: StatusFiles;
  readonly productFiles: ProductFiles;
  readonly priceLists: PriceLists;
  readonly dryRuns: DryRuns;
  readonly backups: Backups;
  readonly access: ApiAccessOfStation;
  readonly keys: StationKeys;
  /** Who is signed in at this desk's window. */
  readonly session: DeskSession;
  readonly scales: Scales;
  readonly sync: Sync;
  /** Tracks which order is open at this desk. */
  readonly packingNow: PackingNow;
  readonly faults: LogRing;
  /** Restarts the station after the response has been sent. */
  readonly restart: () => void;
  /** Version of Packbench. */
  readonly version: string;
  /** Policy of the company's IT. */
  readonly policy: Policy;
  readonly shelf: CarrierShelf;
  readonly sampleOrders: Samples["orders"];
};

/** Removes what an account has left at its marketplace. */
async function leaveMarketplace(deps: Deps, actor: Actor, accountID: string): Promise<void> {
  await Promise.all([
    discardBeforeUnlink(deps, actor, accountID),
    endHookBeforeUnlink(deps, actor, accountID),
  ]);
}

const ACCOUNT_USE = { requireNothingOpen, requireLoginUnused };
/** Routes of connections to carriers, and of what is asked of them. */
const liveCarrierRoutes = [
  ...announcementRoutes,
  ...pickupRoutes,
  ...connectionRoutes<Deps>(ACCOUNT_USE),
  ...marketplaceRoutes,
  ...hookRoutes,
];

/** Routes of the warehouse's day: parcels on their way, trucks, orders that are packed together. */
const DAY_ROUTES: readonly Route<Deps>[] = [
  ...boardRoutes,
  ...handOverRoutes,
  ...togetherRoutes,
  ...orderChangeRoutes,
];

/** Routes of what is connected to the desk, and of the people who use it. */
const deskRoutes = ({
  watch,
  scales,
  session,
}: Pick<RunningParts, "watch" | "scales" | "session">) => [
  ...printingRoutes(watch),
  ...scaleRoutes(scales),
  ...signInRoutes(session),
];

/** Routes of what is packed, and of the boxes. */
const productParts = ({ productFiles }: Pick<RunningParts, "productFiles">) => [
  ...parcelRoutes,
  ...productRoutes,
  ...orderSourceRoutes,
  ...productFileRoutes(productFiles),
];

/** Routes of order files, sent or found in the watched folder. */
const orderParts = ({
  orderFiles,
  orderFolder,
}: Pick<RunningParts, "orderFiles" | "orderFolder">) => [
  ...importRoutes(orderFiles),
  ...orderFolderRoutes(orderFolder),
];

/** Lists all routes in the order of the API's documentation page. */
export function allRoutes(parts: RunningParts): readonly Route<Deps>[] {
  return [
    ...geoRoutes,
    ...historyRoutes,
    ...organizationRoutes(keepOwnersBadge),
    ...ledgerRoutes(getOrganization),
    ...reportRoutes,
    ...todayRoutes(parts.sync.joined),
    ...DAY_ROUTES,
    ...scanRoutes(parts.statusFiles),
    ...tokenRoutes,
    ...addressRoutes,
    ...addressBookRoutes,
    ...productParts(parts),
    ...choosingRoutes,
    ...dryRunRoutes(parts.dryRuns),
    ...agreementRoutes(parts.priceLists),
    ...priceRoutes,
    ...accountRoutes<Deps>(requireNothingOpen, leaveMarketplace),
    ...shipmentRoutes<Deps>(cancelAtDesk, readTestParcel),
    ...shipmentStationRoutes,
    ...transactionRoutes(parts.responses),
    ...copyRoutes(parts.responses),
    ...labelRoutes,
    ...paperRoutes,
    ...trackingPageRoutes,
    ...orderParts(parts),
    ...addressImportRoutes(parts.addressFiles),
    ...webhookRoutes,
    ...liveCarrierRoutes,
    ...eventRoutes,
    ...deskRoutes(parts),
    ...shipmentPaperRoutes,
    ...sharedPrinterRoutes(parts.sync.stations, parts.gate),
    ...batchRoutes,
    ...packingRoutes(parts.packingNow),
    ...stationRoutes(parts.watch, parts.shelf, parts.orderFolder, parts.scales),
    ...newOrderRoutes(),
    ...moveInRoutes,
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
    ...jobRoutes<Deps>({
      shipmentsOf: listShipmentRows,
      begunAgain: { webhook: reopenDelivery },
      notDone: {
        buy: (deps, job) => endUnbought(deps, job.subjectID),
        announce: (deps, job) => noteNotAnnounced(deps, job.subjectID),
      },
    }),
    ...integrationRoutes(parts.calls, parts.origins),
  ];
}
