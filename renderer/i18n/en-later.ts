/** English words of everything that opens after the first screen. */
import { enAddresses } from "./en-addresses.ts";
import { enAgreements } from "./en-agreements.ts";
import { enBatches } from "./en-batches.ts";
import { enCauses } from "./en-causes.ts";
import { enComputer } from "./en-computer.ts";
import { enConnections } from "./en-connections.ts";
import { enErrors } from "./en-errors.ts";
import { enFirstStart } from "./en-first-start.ts";
import { enHandOver } from "./en-hand-over.ts";
import { enHelp } from "./en-help.ts";
import { enImports } from "./en-imports.ts";
import { enJobs } from "./en-jobs.ts";
import { enKeeping } from "./en-keeping.ts";
import { enLabels } from "./en-labels.ts";
import { enLists } from "./en-lists.ts";
import { enMarketplaces } from "./en-marketplaces.ts";
import { enMoney } from "./en-money.ts";
import { enMoveIn } from "./en-move-in.ts";
import { enOffers } from "./en-offers.ts";
import { enOrderFolder } from "./en-order-folder.ts";
import { enOrders } from "./en-orders.ts";
import { enOrderChanges } from "./en-order-changes.ts";
import { enOrganization } from "./en-organization.ts";
import { enTogether } from "./en-together.ts";
import { enPackPanels } from "./en-pack-panels.ts";
import { enPrices } from "./en-prices.ts";
import { enPrinters } from "./en-printers.ts";
import { enPrinting } from "./en-printing.ts";
import { enProducts } from "./en-products.ts";
import { enReasons } from "./en-reasons.ts";
import { enScales } from "./en-scales.ts";
import { enSettings } from "./en-settings.ts";
import { enRecords } from "./en-records.ts";
import { enRules } from "./en-rules.ts";
import { enSignIn } from "./en-sign-in.ts";
import { enSources } from "./en-sources.ts";
import { enShipments } from "./en-shipments.ts";
import { enStations } from "./en-stations.ts";
import { enToday } from "./en-today.ts";
import { enTracking } from "./en-tracking.ts";
import { enWindow } from "./en-window.ts";

export const words = {
  ...enComputer,
  ...enSignIn,
  ...enSources,
  ...enImports,
  ...enOrderChanges,
  ...enConnections,
  ...enKeeping,
  ...enHelp,
  addresses: enAddresses,
  agreements: enAgreements,
  batches: enBatches,
  because: enCauses,
  errors: enErrors,
  firstStart: enFirstStart,
  handOver: enHandOver,
  jobs: enJobs,
  labels: enLabels,
  list: enLists,
  marketplaces: enMarketplaces,
  money: enMoney,
  moveIn: enMoveIn,
  offers: enOffers,
  orders: enOrders,
  organization: enOrganization,
  ...enPackPanels,
  ...enTogether,
  ...enPrinters,
  ...enPrinting,
  prices: enPrices,
  products: enProducts,
  reasons: enReasons,
  ...enRecords,
  ...enSettings,
  rules: enRules,
  orderFolder: enOrderFolder,
  scales: enScales,
  shipments: enShipments,
  stations: enStations,
  today: enToday,
  tracking: enTracking,
  ...enWindow,
};
