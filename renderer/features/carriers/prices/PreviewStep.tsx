/** Last step of loading prices: what changes, by ten parcels priced before and after. */
import { useTranslation } from "react-i18next";
import { previewVersion } from "../../../../core/shipping/agreements/agreements.api.ts";
import type {
  NewVersionInput,
  VersionPreview,
} from "../../../../core/shipping/agreements/agreements.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { FailureText } from "../../../ui/FailureText.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import { useLoaded } from "../../../ui/use-loaded.ts";
import styles from "./Prices.module.css";

type PreviewStepProps = {
  readonly agreementID: string;
  readonly version: NewVersionInput;
};

/** Asks for the comparison on mount. */
export function PreviewStep({ agreementID, version }: PreviewStepProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { value, failure } = useLoaded(() =>
    call(previewVersion, { params: { agreementID }, body: version }),
  );
  if (failure !== null)
    return (
      <div role="alert">
        <FailureText failure={failure} />
      </div>
    );
  if (value === null) return <p role="status">{t("prices.comparing")}</p>;
  const { before, added, removed } = value;
  return (
    <>
      <p>
        {before === null
          ? t("prices.firstPrices")
          : t("prices.compared", { day: format.day(before.validFrom) })}
      </p>
      {before === null || added.length === 0 ? null : (
        <p>{t("prices.added", { names: added.join(", ") })}</p>
      )}
      {removed.length === 0 ? null : <p>{t("prices.removed", { names: removed.join(", ") })}</p>}
      <Parcels preview={value} />
      {isWhole(value) ? null : <p>{t("prices.noPrice")}</p>}
      <p>{t("prices.nothingSaved")}</p>
    </>
  );
}

/** Returns whether the new prices have a price for each parcel. */
function isWhole({ parcels }: VersionPreview): boolean {
  return parcels.every(({ prices }) =>
    prices.every(({ after }) => (after?.totalAmount ?? null) !== null),
  );
}

/** The ten parcels: a row each, and for each service the price before and after. */
function Parcels({ preview: { before, parcels } }: { readonly preview: VersionPreview }) {
  const { t } = useTranslation();
  const format = useFormat();
  const services = parcels[0]?.prices ?? [];
  const size = (value: number): string => format.measure(String(value));
  const total = (price: { readonly totalAmount: string | null } | null): string =>
    price === null || price.totalAmount === null ? "–" : format.measure(price.totalAmount, 2, 2);
  return (
    <div className={styles["scroll"]} role="region" tabIndex={0} aria-label={t("prices.parcels")}>
      <table data-testid="price-preview">
        <caption>{t("prices.parcels")}</caption>
        <thead>
          {before === null && services.length === 1 ? null : (
            <tr>
              <td colSpan={2} />
              {services.map(({ serviceCode, serviceName }) => (
                <th key={serviceCode} scope="colgroup" colSpan={before === null ? 1 : 3}>
                  {serviceName}
                </th>
              ))}
            </tr>
          )}
          <tr>
            <th scope="col">{t("prices.parcel")}</th>
            <th scope="col">{t("prices.to")}</th>
            {services.map(({ serviceCode }) => (
              <Heads key={serviceCode} isCompared={before !== null} />
            ))}
          </tr>
        </thead>
        <tbody>
          {parcels.map(({ lengthCm, widthCm, heightCm, weightKg, toCity, prices }) => (
            <tr key={`${lengthCm} ${weightKg} ${toCity}`}>
              <th scope="row">
                {`${size(lengthCm)} × ${size(widthCm)} × ${size(heightCm)} cm · ${size(weightKg)} kg`}
              </th>
              <td>{toCity}</td>
              {prices.map((price) => (
                <Cells
                  key={price.serviceCode}
                  before={before === null ? null : total(price.before)}
                  after={total(price.after)}
                  change={changeOf(price.before?.totalAmount, price.after?.totalAmount)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heads({ isCompared }: { readonly isCompared: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {isCompared ? <th scope="col">{t("prices.before")}</th> : null}
      <th scope="col">{t("prices.after")}</th>
      {isCompared ? <th scope="col">%</th> : null}
    </>
  );
}

type CellsProps = {
  /** null: there are no earlier prices. */
  readonly before: string | null;
  readonly after: string;
  /** Change in per cent; null: not comparable. */
  readonly change: number | null;
};

function Cells({ before, after, change }: CellsProps) {
  const format = useFormat();
  const sign = change !== null && change > 0 ? "+" : "";
  return (
    <>
      {before === null ? null : <td>{before}</td>}
      <td>
        <b>{after}</b>
      </td>
      {before === null ? null : (
        <td>
          {change === null
            ? ""
            : `${sign}${format.measure(change.toFixed(1), 0, 1).replace("-", "\u2212")}`}
        </td>
      )}
    </>
  );
}

function changeOf(before: string | null | undefined, after: string | null | undefined) {
  const [from, to] = [Number(before ?? 0), Number(after ?? 0)];
  return from > 0 && to > 0 ? (100 * (to - from)) / from : null;
}
