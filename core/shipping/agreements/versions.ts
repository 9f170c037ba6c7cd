/** Enters, shows and withdraws versions of agreements. */
import { setImmediate } from "node:timers/promises";
import { errors } from "../../base/errors.ts";
import { instantsOfDays, turkishDay } from "../../base/turkish-day.ts";
import { instant } from "../../base/units.ts";
import { inTransaction } from "../../db/change.ts";
import type { ShippingDeps } from "../deps.ts";
import type { AgreementVersionView, NewVersionInput, WholeVersion } from "./agreements.schema.ts";
import type { AgreementRow } from "./agreements.store.ts";
import { createVersionOf, type Validity } from "./make-agreement.ts";
import { readTariff } from "./read-tariff.ts";
import { getContents, keepContents, summaryOf, type Contents } from "./tariff-cache.ts";
import { tariffOf, type TariffInput } from "./tariff.schema.ts";
import { listVersions, readCard, withdrawVersion, type VersionHead } from "./versions.store.ts";

type VersionDeps = Pick<ShippingDeps, "db" | "now">;

/** Tariffs as JSON text, of versions that are about to be entered. */
const cards = new WeakMap<TariffInput, string>();

/**
 * Writes the tariff of a version as JSON text in a separate turn of the event loop, so that the
 * transaction that enters the version is shorter. The largest tariff takes 17 ms.
 */
export async function prepareVersion({ tariff }: NewVersionInput): Promise<void> {
  await setImmediate();
  cards.set(tariff, cardOf(tariff));
  await setImmediate();
}

function cardOf(tariff: TariffInput): string {
  return cards.get(tariff) ?? JSON.stringify(tariffOf(tariff));
}

/**
 * Enters a version.
 *
 * @throws AppError E2171 when the version begins before today, or on the same day as another one.
 */
export function enterVersion(
  deps: VersionDeps & Pick<ShippingDeps, "newId">,
  agreement: AgreementRow,
  input: NewVersionInput,
): void {
  const validity = validityOf(input);
  const today = turkishDay(deps.now());
  if (input.validFrom < today)
    throw errors.versionRefused(
      `The version begins on ${input.validFrom}, which is over: labels were bought at other prices since. Let it begin today or later. Nothing was saved.`,
      { reason: "past", day: input.validFrom },
    );
  inTransaction(deps, () => {
    const same = listVersions(deps.db, agreement.id).some(
      ({ validFrom }) => validFrom === validity.from,
    );
    if (same)
      throw errors.versionRefused(
        `Another version begins on ${input.validFrom} already. Withdraw it first, or choose another day. Nothing was saved.`,
        { reason: "sameDay", day: input.validFrom },
      );
    const id = createVersionOf(deps, agreement, cardOf(input.tariff), validity);
    keepContents(deps.db, id, summaryOf(input.tariff));
  });
}

function validityOf({ validFrom, validUntil }: NewVersionInput): Validity {
  return {
    from: instant(instantsOfDays(validFrom, 1).from),
    to: validUntil === null ? null : instant(instantsOfDays(validUntil, 1).to),
  };
}

/**
 * Withdraws a version that is not in force yet.
 *
 * @throws AppError E2169; E2171 when the version is or was in force.
 */
export function withdraw(
  deps: VersionDeps & Pick<ShippingDeps, "newId">,
  agreement: AgreementRow,
  id: string,
): void {
  inTransaction(deps, () => {
    const version = getVersion(deps, agreement, id);
    if (version.validFrom <= deps.now())
      throw errors.versionRefused(
        "This version is already in force: labels may have been bought at its prices. Enter a version with a later first day. Nothing was changed.",
        { reason: "inForce" },
      );
    withdrawVersion(deps.db, id, deps.now());
  });
}

/**
 * Shows a version with its prices.
 *
 * @throws AppError E2169 for an unknown version, or one that only a newer Packbench can read.
 */
export function showVersion(deps: VersionDeps, agreement: AgreementRow, id: string): WholeVersion {
  const version = getVersion(deps, agreement, id);
  const read = readTariff(readCard(deps.db, id));
  if (read.kind !== "tariff")
    throw errors.versionNotFound(
      "Only a newer Packbench can show the prices of this version. Update Packbench.",
    );
  const view = presentVersions(deps, agreement).find((one) => one.id === version.id);
  if (view === undefined) throw errors.versionNotFound();
  return { version: view, tariff: read.tariff };
}

function getVersion({ db }: VersionDeps, agreement: AgreementRow, id: string): VersionHead {
  const version = listVersions(db, agreement.id).find((one) => one.id === id);
  if (version === undefined) throw errors.versionNotFound();
  return version;
}

/** Describes the versions of an agreement with their services, earliest first. */
export function presentVersions(
  deps: VersionDeps,
  agreement: AgreementRow,
): AgreementVersionView[] {
  return describeVersions(deps, agreement).map((version) => ({
    ...version,
    ...getContents(deps.db, version.id),
  }));
}

/** Describes the periods of an agreement's versions, earliest first; parses no tariff. */
export function describeVersions(
  { db, now }: VersionDeps,
  agreement: AgreementRow,
): Omit<AgreementVersionView, keyof Contents>[] {
  const versions = listVersions(db, agreement.id);
  const at = now();
  return versions.map((version, i) => {
    const next = versions[i + 1]?.validFrom;
    return {
      id: version.id,
      createdAt: version.createdAt,
      validFrom: turkishDay(version.validFrom),
      validUntil: version.validTo === null ? null : dayBefore(version.validTo),
      state: stateOf(version, next, at),
    };
  });
}

function stateOf(
  { validFrom, validTo }: VersionHead,
  next: string | undefined,
  at: string,
): AgreementVersionView["state"] {
  if (next === validFrom) return "replaced";
  if (validFrom > at) return "coming";
  return (validTo !== null && validTo <= at) || (next !== undefined && next <= at)
    ? "past"
    : "inForce";
}

/** Finds the last day of a version from the first instant after it. */
function dayBefore(instantAfter: string): string {
  return turkishDay(new Date(Date.parse(instantAfter) - 1).toISOString());
}
