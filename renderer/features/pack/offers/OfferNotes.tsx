/** The marks of an offer below its service: whose it is, and how it compares with the others. */
import { Zap } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Offer } from "../../../../core/shipping/offers/offers.schema.ts";
import { SamplePrice } from "../../../ui/SamplePrice.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import { useRuleWords } from "../../../ui/use-rule-words.ts";
import type { Parcel } from "../pack-step.ts";
import { offersOf } from "./chosen-offer.ts";
import styles from "./OfferList.module.css";

type NotesProps = {
  readonly offer: Offer;
  readonly parcel: Parcel;
  readonly isFastest: boolean;
};

/** The marks of an offer: excluded, cheapest, fastest, its day, its appointments. */
export function OfferNotes({ offer, parcel, isFastest }: NotesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useRuleWords();
  const day = format.arrival(offer.averageEstimatedTime);
  const { offers } = parcel.shipment;
  const ruled = parcel.choice?.offerID === offer.id ? parcel.choice.rule : null;
  const excluded = parcel.choice?.excluded.find(({ offerID }) => offerID === offer.id);
  return (
    <span className={styles["notes"]}>
      {offer.isSample === true ? <SamplePrice /> : null}
      {offer.recipientPays !== undefined ? (
        <b className={styles["cheapest"]}>
          {t("offers.recipientPays", {
            amount: format.money(offer.recipientPays, offer.currency),
          })}
        </b>
      ) : offers?.cheapest?.id === offer.id ? (
        <b className={styles["cheapest"]}>↓ {t("offers.cheapest")}</b>
      ) : null}
      {isFastest ? (
        <b className={styles["fastest"]}>
          <Zap size={14} aria-hidden="true" /> {t("offers.fastest")}
        </b>
      ) : null}
      {day === "" ? null : <span>{t("offers.arrives", { day })}</span>}
      <Whose offer={offer} parcel={parcel} />
      {offer.subOffer.length > 0 ? (
        <span>{t("offers.appointments", { count: offer.subOffer.length })}</span>
      ) : null}
      {ruled === null ? null : <span>{t("offers.rule", { words: words(ruled.words) })}</span>}
      {excluded === undefined ? null : (
        <b>{t("offers.excluded", { words: words(excluded.rule.words) })}</b>
      )}
    </span>
  );
}

/** Says whether an offer is of the organization's own agreement or of a marketplace. */
function Whose({ offer, parcel }: Pick<NotesProps, "offer" | "parcel">) {
  const { t } = useTranslation();
  const hasOthers = offersOf(parcel).some(({ paidThere }) => paidThere === true);
  if (offer.paidThere === true)
    return (
      <>
        {parcel.late?.ids.includes(offer.id) === true ? (
          <b className={styles["late"]}>{t("offers.late")}</b>
        ) : null}
        <span>{t("offers.there", { name: offer.providerAccountName ?? "" })}</span>
      </>
    );
  return offer.isSample !== true && (offer.isProviderAccountOffer || hasOthers) ? (
    <span>{t("offers.own")}</span>
  ) : null;
}
