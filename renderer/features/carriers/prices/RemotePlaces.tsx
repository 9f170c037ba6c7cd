/** Provinces and districts for which a price list has an extra, found by the start of their names. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listDistricts } from "../../../../core/shipping/geo/geo.api.ts";
import type { City } from "../../../../core/shipping/geo/geo.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { SuggestField } from "../../../ui/address/SuggestField.tsx";
import { usePlaces } from "../../../ui/address/use-places.ts";
import { Button } from "../../../ui/Button.tsx";
import { useLoaded } from "../../../ui/use-loaded.ts";
import styles from "./Prices.module.css";

type RemotePlacesProps = {
  /** "06 0" is a province, "0 123" a district; separated by commas. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly cities: readonly City[];
  readonly wrong: string | null;
};

/** Shows the field, and the chosen places, each with a command that removes it. */
export function RemotePlaces({ value, onChange, cities, wrong }: RemotePlacesProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const places = usePlaces(text === "" ? null : text);
  const districts = useLoaded(() =>
    call(listDistricts, { query: { countryCode: "TR", cityCode: "" } }),
  );
  const chosen = value === "" ? [] : value.split(",");
  const nameOf = (place: string): string => {
    const [code = "", id = "0"] = place.split(" ");
    const district = districts.value?.find(({ districtID }) => String(districtID) === id);
    const city = cities.find(({ cityCode }) => cityCode === (district?.cityCode ?? code));
    return [district?.name, city?.name].filter((name) => name !== undefined).join(" / ") || place;
  };
  return (
    <div className={styles["places"]}>
      <SuggestField
        label={t("prices.remotePlaces")}
        text={text}
        takesFirst
        suggestions={places.map(({ cityCode, districtID, cityName, districtName }) => ({
          id: districtID === 0 ? `${cityCode} 0` : `0 ${districtID}`,
          words: districtName === "" ? cityName : districtName,
          detail: districtName === "" ? t("addresses.wholeProvince") : cityName,
        }))}
        countWords={t("addresses.suggestions", { count: places.length })}
        hint={t("prices.remoteHint")}
        wrong={wrong}
        onText={setText}
        onChoose={(place) => {
          setText("");
          onChange([...chosen.filter((one) => one !== place), place].join(","));
        }}
      />
      {chosen.length === 0 ? null : (
        <ul className={styles["chosen"]}>
          {chosen.map((place) => (
            <li key={place}>
              {nameOf(place)}
              <Button
                small
                rank="quiet"
                label={t("prices.removeRow", { row: nameOf(place) })}
                onPress={() => onChange(chosen.filter((one) => one !== place).join(","))}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
