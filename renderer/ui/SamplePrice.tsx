/** A price that is made up, for trying the station out. */
import { useTranslation } from "react-i18next";
import { Mark } from "./Mark.tsx";

/** Says so as shape and word, wherever such a price stands. */
export function SamplePrice() {
  const { t } = useTranslation();
  return (
    <Mark tone="attention" size={14}>
      {t("samplePrice.mark")}
    </Mark>
  );
}

/**
 * An amount that is made up, where its words have no room: they are its title, and a screen reader
 * says them.
 */
export function SampleAmount({ amount }: { readonly amount: string }) {
  const { t } = useTranslation();
  return (
    <span title={t("samplePrice.mark")}>
      <Mark tone="attention" size={14}>
        {amount}
      </Mark>
      <span className="hidden">{t("samplePrice.mark")}</span>
    </span>
  );
}
