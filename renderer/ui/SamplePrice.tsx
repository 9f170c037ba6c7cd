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
