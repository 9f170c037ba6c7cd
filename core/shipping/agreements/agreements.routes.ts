/** Serves /station/agreements. */
import { setImmediate } from "node:timers/promises";
import { turkishDay } from "../../base/turkish-day.ts";
import { serve, type Route } from "../route.ts";
import * as api from "./agreements.api.ts";
import { enterFile } from "./enter-file.ts";
import {
  addRange,
  addVersion,
  changeAgreement,
  endAgreement,
  enterAgreement,
  enterPayment,
  findVersion,
  listAll,
  listPaid,
  removeVersion,
} from "./manage-agreements.ts";
import { parseAll } from "./parse-ahead.ts";
import type { PriceLists } from "./load/price-lists.ts";
import { templateText } from "./load/template.ts";
import { previewVersion } from "./preview-version.ts";
import { prepareVersion } from "./versions.ts";

const versionRoutes: readonly Route[] = [
  serve(api.previewVersion, ({ deps, actor }, { params, body }) =>
    previewVersion(deps, actor, params.agreementID, body),
  ),
  serve(
    api.createVersion,
    ({ deps, actor }, { params, body }) => addVersion(deps, actor, params.agreementID, body),
    {
      prepare: async (_context, { body }, run) => {
        await prepareVersion(body);
        return run();
      },
    },
  ),
  serve(api.getVersion, async ({ deps, actor }, { params }) => {
    const version = findVersion(deps, actor, params.agreementID, params.versionID);
    // Reading the largest tariff and writing the answer take 20 ms each.
    await setImmediate();
    return version;
  }),
  serve(api.withdrawVersion, ({ deps, actor }, { params }) =>
    removeVersion(deps, actor, params.agreementID, params.versionID),
  ),
];

/** Creates the routes. @param lists Reads price lists in a separate thread. */
export const agreementRoutes = (lists: PriceLists): readonly Route[] => [
  serve(api.listAgreements, async ({ deps, actor }) => {
    await parseAll(deps);
    return listAll(deps, actor);
  }),
  serve(api.createAgreement, ({ deps, actor }, { body }) => enterAgreement(deps, actor, body)),
  serve(
    api.enterAgreementFile,
    ({ deps, actor, bytes }) => enterFile(deps, actor, lists, bytes),
    // A file that is sent again is found as entered.
    { repeat: "again" },
  ),
  serve(api.updateAgreement, ({ deps, actor }, { params, body }) =>
    changeAgreement(deps, actor, params.agreementID, body),
  ),
  serve(api.endAgreement, ({ deps, actor }, { params }) =>
    endAgreement(deps, actor, params.agreementID),
  ),
  serve(api.addBarcodeRange, ({ deps, actor }, { params, body }) =>
    addRange(deps, actor, params.agreementID, body),
  ),
  serve(api.addAgreementPayment, ({ deps, actor }, { params, body }) =>
    enterPayment(deps, actor, params.agreementID, body),
  ),
  serve(api.listAgreementPayments, ({ deps, actor }, { params }) =>
    listPaid(deps, actor, params.agreementID),
  ),
  serve(
    api.readPriceList,
    ({ deps, actor, bytes }, { params }) => lists.read(deps, actor, params.agreementID, bytes),
    { repeat: "again" },
  ),
  serve(api.getPriceListTemplate, ({ deps }, { query }) => ({
    bytes: Buffer.from(
      templateText(query.shape, query.language, nextMonth(turkishDay(deps.now()))),
    ),
    type: "text/csv; charset=utf-8",
    fileName: query.language === "tr" ? "fiyat-listesi.csv" : "price-list.csv",
  })),
  ...versionRoutes,
];

/** Finds the first day of the month after a day. */
function nextMonth(day: string): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
