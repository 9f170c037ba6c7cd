/** Marks a made-up price, for trying the station out. */
import { Info } from "lucide-react";
import { useTranslation } from "react-i18next";
import styles from "./SamplePrice.module.css";

/**
 * The mark as icon and word, for a place where the word has room. Calm, because it is shown at each
 * price: buying at such a price asks first.
 */
export function SamplePrice() {
  const { t } = useTranslation();
  return (
    <span className={`${styles["amount"]} ${styles["mark"]}`}>
      <Info size={14} aria-hidden="true" />
      {t("samplePrice.mark")}
    </span>
  );
}

/**
 * A made-up amount where the mark's words have no room: the words are the amount's tooltip, and
 * screen readers read them.
 */
export function SampleAmount({ amount }: { readonly amount: string }) {
  const { t } = useTranslation();
  return (
    <span title={t("samplePrice.mark")}>
      {/* Before the amount: at the end of a cell, it would make the cell cut off its text. */}
      <span className="hidden">{t("samplePrice.mark")} </span>
      {/* Calm: a list of warnings that need no act would hide the one that does. */}
      <span className={styles["amount"]}>
        <Info size={14} aria-hidden="true" />
        {amount}
      </span>
    </span>
  );
}
