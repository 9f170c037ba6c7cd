/** The cell of the table of offers that says whose offer it is. */
import { useTranslation } from "react-i18next";
import type { Offer } from "../../../../core/shipping/offers/offers.schema.ts";
import { SamplePrice } from "../../../ui/SamplePrice.tsx";
import styles from "./OffersTable.module.css";

/** Shows the account, the marketplace, or that it is of an own agreement. */
export function AgreementCell({ offer }: { readonly offer: Offer }) {
  const { t } = useTranslation();
  return (
    <td
      data-yields="2"
      className={styles["agreement"]}
      title={offer.providerAccountName ?? undefined}
    >
      {offer.isSample === true ? (
        <SamplePrice />
      ) : offer.paidThere === true ? (
        t("offers.there", { name: offer.providerAccountName ?? "" })
      ) : offer.isProviderAccountOffer ? (
        (offer.providerAccountName ?? t("offers.own"))
      ) : (
        t("offers.own")
      )}
    </td>
  );
}
