/** Checks that the kinds of connections share before they announce a parcel. */
import { nationalDigits } from "../../base/phone.ts";
import { volumetricDesi } from "../../base/units.ts";
import type { Refusal } from "./connection.ts";
import type { Consignment } from "./consignment.ts";

const LIRAS = ["TL", "TRY"];

export type Check = { readonly isFault: boolean; readonly field: string; readonly reason: string };

/** Returns the refusal of the first fault; undefined without a fault. */
export function firstFault(checks: readonly Check[]): Refusal | undefined {
  const found = checks.find(({ isFault }) => isFault);
  return found === undefined ? undefined : { code: "", field: found.field, reason: found.reason };
}

/** Checks that a recipient is in Turkey and has a Turkish phone. */
export function turkishRecipient(
  carrier: string,
  { recipient }: Pick<Consignment, "recipient">,
): readonly Check[] {
  return [
    {
      isFault: !["TR", ""].includes(recipient.countryCode),
      field: "recipient.countryCode",
      reason: `${carrier}'s service accepts only addresses in Turkey.`,
    },
    {
      isFault: nationalDigits(recipient.phone) === undefined,
      field: "recipient.phone",
      reason: "The recipient's phone must be a Turkish number of 10 digits.",
    },
  ];
}

/** Checks cash on delivery: a positive amount of liras of a parcel that the sender pays. */
export function collectedLiras(
  carrier: string,
  { cashOnDelivery: cod, payer }: Pick<Consignment, "cashOnDelivery" | "payer">,
): readonly Check[] {
  return [
    {
      isFault: cod !== null && !LIRAS.includes(cod.currency),
      field: "cashOnDelivery.currency",
      reason: `${carrier} collects only Turkish liras.`,
    },
    {
      isFault: cod !== null && cod.amount <= 0,
      field: "cashOnDelivery.amount",
      reason: "The amount to collect must be positive.",
    },
    {
      isFault: cod !== null && payer === "recipient",
      field: "payer",
      reason: "A parcel with cash on delivery is paid by the sender.",
    },
  ];
}

/** Text of a party with its limits. `what`: the name of the field in a sentence. */
export type LimitedText = {
  readonly field: string;
  readonly what: string;
  readonly text: string;
  readonly least?: number;
  readonly most: number;
};

/** Checks lengths of texts; a text that is not limited below needs one character. */
export function textLengths(texts: readonly LimitedText[]): readonly Check[] {
  return texts.map(({ field, what, text, least = 1, most }) => ({
    isFault: text.trim().length < least || text.length > most,
    field,
    reason: `The ${what} must have ${least} to ${most} characters.`,
  }));
}

/** Joins both lines of an address, without city and district. */
export function addressOf({
  address1,
  address2,
}: Pick<Consignment["recipient"], "address1" | "address2">): string {
  return [address1, address2].filter((line) => line !== "").join(" ");
}

/** Returns the sums of desi and weight (kg); 0 where unknown. */
export function measuresOf({ parcels }: Pick<Consignment, "parcels">): {
  readonly desi: number;
  readonly weightKg: number;
} {
  const desiOf = ({ lengthCm, widthCm, heightCm }: Consignment["parcels"][number]): number =>
    volumetricDesi({ length: lengthCm, width: widthCm, height: heightCm }, "cm");
  return {
    desi: parcels.reduce((sum, parcel) => sum + desiOf(parcel), 0),
    weightKg: parcels.reduce((sum, { weightKg }) => sum + weightKg, 0),
  };
}
