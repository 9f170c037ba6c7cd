/** The two languages of the screen. Both are in the bundle: a packing desk has no moment to load one. */
import { createInstance } from "i18next";
import { initReactI18next } from "react-i18next";
import { en } from "./en.ts";
import { enAddresses } from "./en-addresses.ts";
import { enBatches } from "./en-batches.ts";
import { enDesk } from "./en-desk.ts";
import { enErrors } from "./en-errors.ts";
import { enLabels } from "./en-labels.ts";
import { enMoney } from "./en-money.ts";
import { enOrganization } from "./en-organization.ts";
import { enPack } from "./en-pack.ts";
import { enPrinting } from "./en-printing.ts";
import { enReasons } from "./en-reasons.ts";
import { enShipments } from "./en-shipments.ts";
import { enTracking } from "./en-tracking.ts";
import { tr } from "./tr.ts";
import { trAddresses } from "./tr-addresses.ts";
import { trBatches } from "./tr-batches.ts";
import { trDesk } from "./tr-desk.ts";
import { trErrors } from "./tr-errors.ts";
import { trLabels } from "./tr-labels.ts";
import { trMoney } from "./tr-money.ts";
import { trOrganization } from "./tr-organization.ts";
import { trPack } from "./tr-pack.ts";
import { trPrinting } from "./tr-printing.ts";
import { trReasons } from "./tr-reasons.ts";
import { trShipments } from "./tr-shipments.ts";
import { trTracking } from "./tr-tracking.ts";

export const i18n = createInstance();

void i18n.use(initReactI18next).init({
  resources: {
    en: { translation: { ...en, ...enPack, ...enDesk, ...enPrinting, organization: enOrganization, money: enMoney, addresses: enAddresses, batches: enBatches, labels: enLabels, shipments: enShipments, tracking: enTracking, errors: enErrors, reasons: enReasons } },
    tr: { translation: { ...tr, ...trPack, ...trDesk, ...trPrinting, organization: trOrganization, money: trMoney, addresses: trAddresses, batches: trBatches, labels: trLabels, shipments: trShipments, tracking: trTracking, errors: trErrors, reasons: trReasons } },
  },
  lng: "en",
  fallbackLng: "en",
  initAsync: false,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

declare module "i18next" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be merged into i18next's own
  interface CustomTypeOptions {
    resources: { translation: typeof en & typeof enPack & typeof enDesk & typeof enPrinting & { organization: typeof enOrganization; money: typeof enMoney; addresses: typeof enAddresses; batches: typeof enBatches; labels: typeof enLabels; shipments: typeof enShipments; tracking: typeof enTracking; errors: typeof enErrors; reasons: typeof enReasons } };
  }
}
