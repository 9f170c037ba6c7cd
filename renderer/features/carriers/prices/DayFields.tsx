/** First and last day of a version. */
import { useTranslation } from "react-i18next";
import { PriceChoice, PriceField } from "./PriceField.tsx";

/** Shows the fields. */
export function DayFields() {
  const { t } = useTranslation();
  return (
    <>
      <PriceField
        name="validFrom"
        label={t("prices.validFrom")}
        hint={t("prices.validFromHint")}
        isText
      />
      <PriceField
        name="validUntil"
        label={t("prices.validUntil")}
        hint={t("prices.validUntilHint")}
        isText
      />
    </>
  );
}

/** How the price list counts desi. */
export function DesiFields() {
  const { t } = useTranslation();
  return (
    <>
      <PriceField name="divisor" label={t("prices.divisor")} hint={t("prices.divisorHint")} />
      <DirectionField />
      <PriceField name="step" label={t("prices.step")} hint={t("prices.stepHint")} />
    </>
  );
}

function DirectionField() {
  const { t } = useTranslation();
  return (
    <PriceChoice
      name="direction"
      label={t("prices.rounding")}
      options={(["up", "nearest", "down", "none"] as const).map((value) => ({
        value,
        words: t(`prices.directions.${value}`),
      }))}
    />
  );
}
