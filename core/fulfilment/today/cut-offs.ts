/**
 * Finds until when a carrier takes parcels today. A cut-off that a person entered for an account of
 * the carrier counts before those of its price lists, which tell when a delivery is promised.
 */
import { dayNumberOf, instantsOfDays, turkishDay } from "../../base/turkish-day.ts";
import { instant, type Instant } from "../../base/units.ts";
import { listLinkedAccounts } from "../../shipping/accounts/accounts.service.ts";
import {
  createTariffReader,
  listAgreements,
} from "../../shipping/agreements/agreements.service.ts";
import { lastMomentOn } from "../../shipping/agreements/promised-day.ts";
import type { DeliveryPromise, TariffService } from "../../shipping/agreements/tariff.schema.ts";
import type { FulfilmentDeps } from "../deps.ts";

/**
 * Cut-off of a service whose parcels leave on the day of their purchase, at any time: no cut-off,
 * except noon on a half day.
 */
const ALL_DAY = "23:59";
/** Days on which a carrier without a price list takes parcels. */
const WITHOUT_TARIFF = { onSaturdays: true, onSundays: false } as const;

/** `closed`: the carrier takes no parcels today. `cutOffAt`: null when no cut-off is known. */
export type CutOff = { readonly isClosed: boolean; readonly cutOffAt: Instant | null };

type CutOffDeps = Pick<FulfilmentDeps, "db" | "now" | "calendar">;

/**
 * Finds the latest cut-off of a carrier today.
 *
 * @param used Codes of the carrier's services that have labels of today; only their cut-offs count
 *   if there are any.
 */
export function findCutOff(
  deps: CutOffDeps,
  organizationID: string,
  providerCode: string,
  used: readonly string[],
): CutOff {
  const today = turkishDay(deps.now());
  const day = dayNumberOf(today);
  const services = servicesOf(deps, organizationID, providerCode);
  const inUse = services.filter(({ code }) => used.includes(code));
  const promises = (inUse.length > 0 ? inUse : services).map(({ promise }) => promise);
  const entered = listLinkedAccounts(deps.db, organizationID)
    .filter((account) => account.isActive === 1 && account.providerCode === providerCode)
    .map(({ cutOff }) => cutOff)
    .filter((cutOff) => cutOff !== "");
  const lastOf = (promise: Omit<DeliveryPromise, "days" | "sameDayHours">): number | undefined =>
    lastMomentOn(deps.calendar, day, promise);
  const open = promises.filter((promise) => lastOf(promise) !== undefined);
  const byAccount = entered.map((cutOff) => lastOf({ ...(open[0] ?? WITHOUT_TARIFF), cutOff }));
  const isClosed =
    promises.length > 0
      ? open.length === 0
      : byAccount.length > 0 && byAccount.every((moment) => moment === undefined);
  const moments = (
    byAccount.length > 0
      ? byAccount
      : open
          .filter(({ cutOff }) => cutOff !== ALL_DAY || deps.calendar.isHalfDayNumber(day))
          .map((promise) => lastOf(promise))
  ).filter((moment) => moment !== undefined);
  if (isClosed || moments.length === 0) return { isClosed, cutOffAt: null };
  const midnight = Date.parse(instantsOfDays(today, 1).from);
  return { isClosed, cutOffAt: instant(new Date(midnight + Math.max(...moments)).toISOString()) };
}

/** Lists the services of a carrier's price lists in force; samples only without other lists. */
function servicesOf(
  { db, now }: CutOffDeps,
  organizationID: string,
  providerCode: string,
): readonly TariffService[] {
  const rows = listAgreements(db, organizationID).filter(
    (row) => row.providerCode === providerCode,
  );
  const own = rows.filter(({ isSample }) => isSample === 0);
  const tariffs = createTariffReader(db);
  const at = instant(now());
  return (own.length > 0 ? own : rows).flatMap(({ id }) => {
    const read = tariffs.inForce(id, at)?.read;
    return read?.kind === "tariff" ? read.tariff.services : [];
  });
}
