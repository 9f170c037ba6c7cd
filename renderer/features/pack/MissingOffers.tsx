/** Why a carrier made no offer. Closed while there are offers, open when there are none. */
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Missing } from "../../../core/carriers/missing.schema.ts";
import styles from "./MissingOffers.module.css";

/** What the packer has opened is scrolled to; what stands open by itself moves nothing. */
function showOpened({ currentTarget: details }: SyntheticEvent<HTMLDetailsElement>): void {
  if (details.open && details.contains(document.activeElement)) details.scrollIntoView({ block: "nearest" });
}

type MissingOffersProps = { readonly missing: readonly Missing[]; readonly open: boolean };

/** @param open Whether the list is unfolded at first. @returns null when every service made an offer. */
export function MissingOffers({ missing, open }: MissingOffersProps) {
  const { t } = useTranslation();
  if (missing.length === 0) return null;
  return (
    <details className={styles["missing"]} open={open} onToggle={showOpened}>
      <summary>{t("offers.missing", { count: missing.length })}</summary>
      <dl>
        {missing.map((offer) => (
          <div key={`${offer.providerCode} ${offer.providerServiceCode}`}>
            <dt>{offer.name}</dt>
            <dd>{offer.code === "OTHER" ? offer.reason : t(`reasons.missing.${offer.code}`, { limit: offer.limit ?? "", defaultValue: offer.reason })}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
