/** Fields that a person corrects for the carrier. Pure. */
import type {
  Announcement,
  AnnouncingAccount,
  Corrections,
} from "../../../core/fulfilment/announcements/announcements.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";

/** Correctable fields, in the order of the form. */
export const CORRECTED = [
  "recipient.name",
  "recipient.phone",
  "recipient.email",
  "recipient.address1",
  "recipient.address2",
  "recipient.districtName",
  "recipient.cityName",
  "waybillNumber",
] as const satisfies readonly (keyof Corrections)[];
export type Correctable = (typeof CORRECTED)[number];
export type CorrectedTexts = Readonly<Record<Correctable, string>>;

/**
 * Returns whether this station can announce the label again: its account announces by calls, and
 * no other station announces it.
 */
export function canCorrect(label: Announcement, accounts: readonly AnnouncingAccount[]): boolean {
  const account = accounts.find(({ accountID }) => accountID === label.accountID);
  return label.isHere && label.state !== "WAITING" && account?.isByFile === false;
}

/**
 * Returns what opening a label is for. A person decides about a label that its carrier may have; a
 * wrong account is corrected in Settings, so its label is only announced again.
 */
export function commandOf(
  label: Announcement,
  accounts: readonly AnnouncingAccount[],
): "correct" | "again" | "decide" {
  if (!canCorrect(label, accounts) || label.state === "UNCERTAIN") return "decide";
  return label.field === "account" ? "again" : "correct";
}

/** Returns what the carrier got last: the shipment's fields with earlier corrections. */
export function lastTold(
  { recipientAddress: to, order }: Pick<Shipment, "recipientAddress" | "order">,
  corrections: Corrections,
): CorrectedTexts {
  return {
    "recipient.name": to?.name ?? "",
    "recipient.phone": to?.phone ?? "",
    "recipient.email": to?.email ?? "",
    "recipient.address1": to?.address1 ?? "",
    "recipient.address2": to?.address2 ?? "",
    "recipient.districtName": to?.districtName ?? "",
    "recipient.cityName": to?.cityName ?? "",
    waybillNumber: order?.waybillNumber ?? order?.orderNumber ?? "",
    ...corrections,
  };
}

/** Returns the fields that a person has changed. */
export function changedFields(before: CorrectedTexts, typed: CorrectedTexts): Corrections {
  return Object.fromEntries(
    CORRECTED.filter((name) => typed[name].trim() !== before[name]).map((name) => [
      name,
      typed[name].trim(),
    ]),
  );
}
