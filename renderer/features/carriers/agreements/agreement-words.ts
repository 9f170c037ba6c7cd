/** Short words for an agreement: its prices, barcodes and payment. */
import type { TFunction } from "i18next";
import type {
  AgreementVersionView,
  AgreementView,
} from "../../../../core/shipping/agreements/agreements.schema.ts";
import type { Tone } from "../../../ui/Mark.tsx";
import type { useFormat } from "../../../ui/use-format.ts";

type Format = ReturnType<typeof useFormat>;

/** Returns the version in force, else the next coming version. */
export function currentVersion({ versions }: AgreementView): AgreementVersionView | undefined {
  return (
    versions.find(({ state }) => state === "inForce") ??
    versions.find(({ state }) => state === "coming")
  );
}

/** Describes the prices: "since 01/12/2026", "begins 01/01/2027", "no prices yet". */
export function pricesWords(agreement: AgreementView, t: TFunction, format: Format): string {
  const version = currentVersion(agreement);
  if (version === undefined)
    return t(agreement.versions.length === 0 ? "agreements.prices.none" : "agreements.prices.past");
  const day = format.day(version.validFrom);
  if (version.state === "coming") return t("agreements.prices.begins", { day });
  return version.validUntil === null
    ? t("agreements.prices.since", { day })
    : t("agreements.prices.until", { day, until: format.day(version.validUntil) });
}

/** Describes the days of a version. */
export function daysWords(version: AgreementVersionView, t: TFunction, format: Format): string {
  const day = format.day(version.validFrom);
  return version.validUntil === null
    ? t("agreements.prices.from", { day })
    : t("agreements.prices.until", { day, until: format.day(version.validUntil) });
}

/** Describes the barcodes that are left, with the tone of a mark; tone null: no mark. */
export function leftWords(
  { ranges, left, isLow }: AgreementView,
  t: TFunction,
): { readonly tone: Tone | null; readonly words: string } {
  if (ranges.length === 0) return { tone: "stop", words: t("agreements.left.noRange") };
  if (left === 0) return { tone: "stop", words: t("agreements.left.none") };
  if (!isLow) return { tone: null, words: t("agreements.left.count", { count: left }) };
  const total = ranges.reduce(
    (sum, range) => sum + (range.state === "overlapping" ? 0 : range.total),
    0,
  );
  const percent = Math.max(1, Math.round((100 * left) / Math.max(1, total)));
  return { tone: "attention", words: t("agreements.left.low", { count: left, percent }) };
}

/** Describes how labels are paid. */
export function paymentWords(
  { onAccount, creditLimit }: AgreementView,
  t: TFunction,
  format: Format,
): string {
  if (!onAccount) return t("agreements.payment.balance");
  return creditLimit === null
    ? t("agreements.payment.account")
    : t("agreements.payment.limited", { limit: format.money(creditLimit, "TL") });
}
