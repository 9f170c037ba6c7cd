/** Prices of each service by desi, within the sender's city or to another city. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { listCities } from "../../../core/shipping/geo/geo.api.ts";
import { listStationCarriers } from "../../../core/station/station-facts.api.ts";
import type { StationCarriers } from "../../../core/station/station-facts.schema.ts";
import { call } from "../../lib/bridge.ts";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import { SamplePrice } from "../../ui/SamplePrice.tsx";
import { Select } from "../../ui/Select.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import styles from "./Carriers.module.css";

/**
 * Shows prices with taxes, the cheapest service at the smallest desi first.
 *
 * @param within Carriers with their prices within the sender's city.
 */
export function PriceTable({ within }: { readonly within: StationCarriers }) {
  const { t } = useTranslation();
  const [city, setCity] = useState("");
  const cities = useLoaded(async () =>
    [await call(listCities, { query: { countryCode: "TR" } })].flat(),
  );
  const prices = useLoaded(async () =>
    city === "" ? within : call(listStationCarriers, { query: { toCityCode: city } }),
  );
  const { reload } = prices;
  useEffect(() => void reload(), [city, reload]);
  const list = prices.value?.prices ?? [];
  return (
    <section
      className={`${section["section"]} ${styles["prices"]}`}
      aria-label={t("carriers.prices")}
    >
      <h2>{t("carriers.prices")}</h2>
      <p>{t("carriers.pricesLead")}</p>
      <div className={styles["city"]}>
        <Select
          label={t("carriers.to")}
          none={t("carriers.sameCity")}
          value={city}
          options={(cities.value ?? []).map(({ cityCode, name }) => ({
            value: cityCode,
            words: name,
          }))}
          onChange={setCity}
        />
      </div>
      {prices.failure === null ? null : <FailureText failure={prices.failure} />}
      {list.length === 0 ? null : <Prices within={within} list={list} />}
      {prices.value?.hasMorePrices === true ? (
        <p>{t("carriers.morePrices", { rows: list.length })}</p>
      ) : null}
    </section>
  );
}

type PricesProps = {
  readonly within: StationCarriers;
  readonly list: StationCarriers["prices"];
};

/** Table with a row for each service that has a price, and a column for each desi. */
function Prices({ within, list }: PricesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const names = namesIn(within);
  const samples = samplesIn(within);
  const services = [
    ...new Set(
      list.flatMap(({ offers }) => offers.map(({ providerServiceCode }) => providerServiceCode)),
    ),
  ];
  const areAllSamples = services.every((code) => samples.has(code));
  const amount = (code: string, at: number): string => {
    const offer = list[at]?.offers.find(({ providerServiceCode }) => providerServiceCode === code);
    return offer === undefined ? "–" : format.measure(offer.totalAmount, 2, 2);
  };
  return (
    <>
      {areAllSamples ? <Mark tone="info">{t("carriers.sample")}</Mark> : null}
      <div
        className={styles["scroll"]}
        tabIndex={0}
        role="region"
        aria-label={t("carriers.pricesLead")}
      >
        <table data-testid="price-table">
          <thead>
            <tr>
              <th scope="col">{t("carriers.service")}</th>
              {list.map(({ desi }) => (
                <th key={desi} scope="col">
                  {t("carriers.desi", { desi: format.measure(desi) })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {services.map((code) => (
              <tr key={code}>
                <th scope="row">
                  {names.get(code) ?? code}
                  {samples.has(code) && !areAllSamples ? (
                    <div>
                      <SamplePrice />
                    </div>
                  ) : null}
                </th>
                {list.map(({ desi }, at) => (
                  <td key={desi}>{amount(code, at)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Returns the names of the services, by code. */
function namesIn({ list }: StationCarriers): ReadonlyMap<string, string> {
  return new Map(
    list.flatMap(({ services }) => services.map(({ code, name }) => [code, name] as const)),
  );
}

/** Returns the codes of the services whose prices are made up. */
function samplesIn({ list }: StationCarriers): ReadonlySet<string> {
  return new Set(
    list.flatMap(({ isSample, services }) => (isSample ? services.map(({ code }) => code) : [])),
  );
}
