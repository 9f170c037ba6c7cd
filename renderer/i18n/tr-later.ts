/** Turkish words of everything that opens after the first screen. */
import { trAddresses } from "./tr-addresses.ts";
import { trAgreements } from "./tr-agreements.ts";
import { trBatches } from "./tr-batches.ts";
import { trCauses } from "./tr-causes.ts";
import { trComputer } from "./tr-computer.ts";
import { trConnections } from "./tr-connections.ts";
import { trErrors } from "./tr-errors.ts";
import { trFirstStart } from "./tr-first-start.ts";
import { trHandOver } from "./tr-hand-over.ts";
import { trHelp } from "./tr-help.ts";
import { trImports } from "./tr-imports.ts";
import { trJobs } from "./tr-jobs.ts";
import { trKeeping } from "./tr-keeping.ts";
import { trLabels } from "./tr-labels.ts";
import { trLists } from "./tr-lists.ts";
import { trMarketplaces } from "./tr-marketplaces.ts";
import { trMoney } from "./tr-money.ts";
import { trMoveIn } from "./tr-move-in.ts";
import { trOffers } from "./tr-offers.ts";
import { trOrderFolder } from "./tr-order-folder.ts";
import { trOrders } from "./tr-orders.ts";
import { trOrderChanges } from "./tr-order-changes.ts";
import { trOrganization } from "./tr-organization.ts";
import { trTogether } from "./tr-together.ts";
import { trPackPanels } from "./tr-pack-panels.ts";
import { trPrices } from "./tr-prices.ts";
import { trPrinters } from "./tr-printers.ts";
import { trPrinting } from "./tr-printing.ts";
import { trProducts } from "./tr-products.ts";
import { trReasons } from "./tr-reasons.ts";
import { trScales } from "./tr-scales.ts";
import { trSettings } from "./tr-settings.ts";
import { trRecords } from "./tr-records.ts";
import { trRules } from "./tr-rules.ts";
import { trSignIn } from "./tr-sign-in.ts";
import { trSources } from "./tr-sources.ts";
import { trShipments } from "./tr-shipments.ts";
import { trStations } from "./tr-stations.ts";
import { trToday } from "./tr-today.ts";
import { trTracking } from "./tr-tracking.ts";
import { trWindow } from "./tr-window.ts";

export const words = {
  ...trComputer,
  ...trSignIn,
  ...trSources,
  ...trImports,
  ...trOrderChanges,
  ...trConnections,
  ...trKeeping,
  ...trHelp,
  addresses: trAddresses,
  agreements: trAgreements,
  batches: trBatches,
  because: trCauses,
  errors: trErrors,
  firstStart: trFirstStart,
  handOver: trHandOver,
  jobs: trJobs,
  labels: trLabels,
  list: trLists,
  marketplaces: trMarketplaces,
  money: trMoney,
  moveIn: trMoveIn,
  offers: trOffers,
  orders: trOrders,
  organization: trOrganization,
  ...trPackPanels,
  ...trTogether,
  ...trPrinters,
  ...trPrinting,
  prices: trPrices,
  products: trProducts,
  reasons: trReasons,
  ...trRecords,
  ...trSettings,
  rules: trRules,
  orderFolder: trOrderFolder,
  scales: trScales,
  shipments: trShipments,
  stations: trStations,
  today: trToday,
  tracking: trTracking,
  ...trWindow,
};
