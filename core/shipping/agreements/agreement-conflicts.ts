/**
 * Finds what stations entered about agreements while they were disconnected from each other, and
 * what a person must therefore look at.
 */
import { moneyText } from "../../base/money.ts";
import { turkishDay } from "../../base/turkish-day.ts";
import { readDebt } from "../../organizations/debts/debts.service.ts";
import type { ShippingDeps } from "../deps.ts";
import { listEntered, type AgreementRow } from "./agreements.store.ts";
import { presentRanges } from "./barcode-ranges.ts";
import { describeVersions } from "./versions.ts";

/**
 * `credit`: the debt is above the limit. `versions`: two versions begin on one day; the later
 * entered counts. `ranges`: a range has barcodes of an older one, and is not used.
 */
export type AgreementConflict = {
  readonly kind: "credit" | "versions" | "ranges";
  readonly agreementID: string;
  readonly name: string;
  readonly since: string;
  /** English, with what to do. */
  readonly message: string;
};

/** Lists the conflicts of an organization's agreements. */
export function listAgreementConflicts(
  deps: Pick<ShippingDeps, "db" | "now">,
  organizationID: string,
): AgreementConflict[] {
  return listEntered(deps.db, organizationID).flatMap((row) =>
    [overLimit(deps, row), sameDay(deps, row), overlapping(deps, row)].flatMap((found) =>
      found === undefined
        ? []
        : { agreementID: row.id, name: row.name, since: row.updatedAt, ...found },
    ),
  );
}

type Found = Pick<AgreementConflict, "kind" | "message"> | undefined;

function overLimit({ db }: Pick<ShippingDeps, "db">, row: AgreementRow): Found {
  const { id, name, organizationID, creditLimitMinor } = row;
  const debt = readDebt(db, organizationID, id);
  return creditLimitMinor === null || debt <= creditLimitMinor
    ? undefined
    : {
        kind: "credit",
        message: `${name}: the debt is ${moneyText(debt)} TL, and the credit limit is ${moneyText(creditLimitMinor)} TL. Stations that were cut off from each other bought above it together, or the limit was lowered. Enter the payments that were made, or raise the limit.`,
      };
}

function sameDay(deps: Pick<ShippingDeps, "db" | "now">, row: AgreementRow): Found {
  const versions = describeVersions(deps, row);
  const today = turkishDay(deps.now());
  const replaced = versions.find(
    ({ state }, i) => state === "replaced" && isOpen(versions.slice(i + 1), today),
  );
  return replaced === undefined
    ? undefined
    : {
        kind: "versions",
        message: `${row.name}: two stations entered prices from ${replaced.validFrom} on. The prices that were entered later count. Compare both, and enter another version if the earlier ones were right.`,
      };
}

/** Returns whether the version that counts is in force or coming. */
function isOpen(later: ReturnType<typeof describeVersions>, today: string): boolean {
  const counts = later.find(({ state }) => state !== "replaced");
  return counts !== undefined && (counts.state === "inForce" || counts.validFrom > today);
}

function overlapping(deps: Pick<ShippingDeps, "db">, row: AgreementRow): Found {
  const range = presentRanges(deps, row).find(({ state }) => state === "overlapping");
  return range === undefined
    ? undefined
    : {
        kind: "ranges",
        message: `${row.name}: the range ${range.firstBarcode} to ${range.lastBarcode} has barcodes of an older range, because two stations entered ranges at the same time. It is not used. Add the part that is in no other range.`,
      };
}
