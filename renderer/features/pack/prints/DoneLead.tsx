/** The text below the title of an order with nothing left to buy. */
import { useTranslation } from "react-i18next";
import type { Parcel } from "../pack-step.ts";
import type { DoneWords } from "./done-words.ts";

type DoneLeadProps = { readonly lead: DoneWords["lead"]; readonly parcel: Parcel };

/** Shows the text; while a purchase is open, also where its amount is. */
export function DoneLead({ lead, parcel: { shipment, paidAt } }: DoneLeadProps) {
  const { t } = useTranslation();
  if (lead === null) return null;
  const isOpen = shipment.statusCode === "OFFER_ACCEPTED" && lead !== "errors.E2053";
  return (
    <p>
      {t(lead)}
      {!isOpen ? null : paidAt === "" ? (
        <> {t("done.held")}</>
      ) : (
        <> {t("marketplaces.notHeld", { name: paidAt })}</>
      )}
    </p>
  );
}
