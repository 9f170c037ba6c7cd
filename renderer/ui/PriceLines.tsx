/** Lines of a price: billed desi, price by desi, extras, discount and taxes. */
import { useTranslation } from "react-i18next";
import type { Offer } from "../../core/shipping/offers/offers.schema.ts";
import styles from "./PriceLines.module.css";
import { useFormat } from "./use-format.ts";

type PriceLinesProps = {
  readonly offer: Pick<
    Offer,
    "priceLines" | "amountTax" | "amountVat" | "totalAmount" | "currency"
  >;
};

/** Shows the lines; nothing for a price whose carrier gave none. */
export function PriceLines({ offer }: PriceLinesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { priceLines, currency } = offer;
  if (priceLines === undefined) return null;
  const lines = [
    ...priceLines.lines.map(({ kind, amount }) => [t(`priceLines.${kind}`), amount] as const),
    [t("priceLines.fee"), offer.amountTax] as const,
    [t("priceLines.vat"), offer.amountVat] as const,
  ];
  return (
    <dl className={styles["lines"]} data-testid="price-lines">
      <div>
        <dt>{t("priceLines.billed")}</dt>
        <dd>
          {format.measure(priceLines.desi, 0, 2)} {priceLines.billedBy === "kg" ? "kg" : "desi"}
        </dd>
      </div>
      {lines
        .filter(([, amount]) => Number(amount) !== 0)
        .map(([words, amount]) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{format.money(amount, currency)}</dd>
          </div>
        ))}
    </dl>
  );
}
