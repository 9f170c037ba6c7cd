/** Step with the zones: what each price column of the file means. */
import { useTranslation } from "react-i18next";
import { Select } from "../../../ui/Select.tsx";
import { PriceField } from "./PriceField.tsx";
import { usePriceForm } from "./price-form.ts";
import styles from "./Prices.module.css";
import { provincesIn, ZONE_KINDS } from "./zone-texts.ts";

/** Shows a row for each column. @param zones Headings of the columns. */
export function ZonesStep({ zones }: { readonly zones: readonly string[] }) {
  const { t } = useTranslation();
  const { typed, change, faults } = usePriceForm();
  return (
    <>
      <p>{t("prices.zonesLead")}</p>
      {zones.map((zone, i) => {
        const kind = typed[`zone.${i}.kind`] ?? "";
        const fault = faults.get(`zone.${i}.kind`);
        return (
          <div key={`${i} ${zone}`} className={styles["zone"]} data-testid="price-zone">
            <Select
              label={t("prices.zoneOf", { zone })}
              value={kind}
              none={t("members.choose")}
              options={ZONE_KINDS.map((value) => ({
                value,
                words: t(`prices.zoneKinds.${value}`),
              }))}
              onChange={(value) => change({ [`zone.${i}.kind`]: value })}
              wrong={fault === undefined ? null : t(`agreements.wrong.${fault}`)}
            />
            {kind === "km" ? <PriceField name={`zone.${i}.km`} label={t("prices.zoneKm")} /> : null}
            {kind === "provinces" ? <Provinces at={i} /> : null}
          </div>
        );
      })}
    </>
  );
}

function Provinces({ at }: { readonly at: number }) {
  const { t } = useTranslation();
  const { typed, cities } = usePriceForm();
  const name = `zone.${at}.provinces`;
  const found = provincesIn(typed[name] ?? "", cities) ?? [];
  return (
    <PriceField
      name={name}
      label={t("prices.zoneProvinces")}
      hint={
        found.length === 0
          ? t("prices.zoneProvincesHint")
          : found
              .map((code) => cities.find(({ cityCode }) => cityCode === code)?.name ?? code)
              .join(", ")
      }
      isText
    />
  );
}
