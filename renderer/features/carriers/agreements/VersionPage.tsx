/** The prices of a version: for each service a table of desi by zone, and the rules. */
import { useTranslation } from "react-i18next";
import { getVersion } from "../../../../core/shipping/agreements/agreements.api.ts";
import type { AgreementView } from "../../../../core/shipping/agreements/agreements.schema.ts";
import type { Tariff, TariffService } from "../../../../core/shipping/agreements/tariff.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { FailureText } from "../../../ui/FailureText.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import { useLoaded } from "../../../ui/use-loaded.ts";
import { daysWords } from "./agreement-words.ts";
import styles from "./Agreements.module.css";

type VersionPageProps = { readonly agreement: AgreementView; readonly versionID: string };

/** Reads the version on mount. */
export function VersionPage({ agreement, versionID }: VersionPageProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { value, failure } = useLoaded(() =>
    call(getVersion, { params: { agreementID: agreement.id, versionID } }),
  );
  if (failure !== null) return <FailureText failure={failure} />;
  if (value === null) return null;
  const { tariff, version } = value;
  return (
    <div className={styles["version"]} data-testid="agreement-version">
      <h2>
        {t("agreements.versions.of", {
          name: agreement.name,
          days: daysWords(version, t, format),
        })}
      </h2>
      <p>{t("agreements.versions.lead")}</p>
      <Rules tariff={tariff} />
      {tariff.services.map((service) => (
        <ServicePrices key={service.code} service={service} tariff={tariff} />
      ))}
    </div>
  );
}

/** Rules that hold for the whole version. */
function Rules({ tariff }: { readonly tariff: Tariff }) {
  const { t } = useTranslation();
  const format = useFormat();
  const fuel = tariff.fuel.map(({ from, ppm }) =>
    t("agreements.fuel.since", {
      percent: format.measure(String(ppm / 10_000)),
      day: format.day(from),
    }),
  );
  const rules = [
    [t("prices.divisor"), String(tariff.desiDivisor)],
    [t("prices.rounding"), t(`prices.directions.${tariff.rounding.direction}`)],
    [t("prices.groups.fuel"), fuel.join(", ")],
    [
      t("prices.groups.extras"),
      [...new Set(tariff.extras.map(({ kind }) => kind))]
        .map((kind) => t(`prices.extraKinds.${kind}`))
        .join(", "),
    ],
  ];
  return (
    <dl className={styles["facts"]}>
      {rules.map(([term, value]) =>
        value === "" ? null : (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

type ServicePricesProps = { readonly service: TariffService; readonly tariff: Tariff };

/** The prices of a service, net: a row for each desi step, a column for each zone. */
function ServicePrices({ service, tariff }: ServicePricesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const zones =
    tariff.zones.by === "none"
      ? [t("agreements.versions.everywhere")]
      : tariff.zones.zones.map(({ name }) => name);
  const amount = (prices: readonly number[], at: number): string =>
    format.measure(String((prices[at] ?? prices.at(-1) ?? 0) / 100), 2, 2);
  const rows = [
    ...(service.file === null
      ? []
      : [{ words: t("agreements.versions.file"), prices: service.file.prices }]),
    ...service.steps.map(({ upToDesi, prices }) => ({
      words: format.measure(String(upToDesi)),
      prices,
    })),
    ...(service.perExtraDesi === null
      ? []
      : [{ words: t("agreements.versions.perDesi"), prices: service.perExtraDesi.prices }]),
  ];
  return (
    <div>
      <h3>
        {service.name} <span className={styles["soft"]}>{service.code}</span>
      </h3>
      <div className={styles["scroll"]} role="region" tabIndex={0} aria-label={service.name}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("agreements.versions.upToDesi")}</th>
              {zones.map((zone, i) => (
                <th key={`${i} ${zone}`} scope="col">
                  {zone}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ words, prices }) => (
              <tr key={words}>
                <th scope="row">{words}</th>
                {zones.map((zone, i) => (
                  <td key={`${i} ${zone}`}>{amount(prices, i)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
