/** Province and district in one field: three letters are enough, "kad" is Kadıköy / İstanbul. */
import { useState, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { placeText, type DraftPlace } from "./address-draft.ts";
import { SuggestField } from "./SuggestField.tsx";
import { usePlaces } from "./use-places.ts";

type PlaceFieldProps = {
  readonly place: DraftPlace | null;
  readonly onPlace: (place: DraftPlace | null) => void;
  readonly wrong?: string | null;
  readonly inputRef?: Ref<HTMLInputElement>;
};

/** @param onPlace Gets null while what is typed is no district that was chosen. */
export function PlaceField({ place, onPlace, wrong = null, inputRef }: PlaceFieldProps) {
  const { t } = useTranslation();
  /** Null: the chosen place stands there. */
  const [typed, setTyped] = useState<string | null>(null);
  const places = usePlaces(typed);
  const text = typed ?? placeText(place);
  return (
    <SuggestField
      label={t("addresses.field.place")}
      placeholder={t("addresses.example.place")}
      text={text}
      takesFirst
      suggestions={
        typed === null
          ? []
          : places.map(({ cityCode, districtID, cityName, districtName }) => ({
              id: `${cityCode} ${districtID}`,
              words: districtName === "" ? cityName : districtName,
              detail: districtName === "" ? t("addresses.wholeProvince") : cityName,
            }))
      }
      countWords={t("addresses.suggestions", { count: places.length })}
      wrong={wrong}
      onText={(value) => {
        setTyped(value);
        if (place !== null) onPlace(null);
      }}
      onChoose={(id) => {
        const chosen = places.find(
          ({ cityCode, districtID }) => `${cityCode} ${districtID}` === id,
        );
        if (chosen === undefined) return;
        // A province alone: its districts are offered next.
        setTyped(chosen.districtID === 0 ? `${chosen.cityName} ` : null);
        if (chosen.districtID !== 0) onPlace(chosen);
      }}
      {...(inputRef === undefined ? {} : { inputRef })}
    />
  );
}
