/** Province and district in one field: a few letters suffice, "kad" finds Kadıköy / İstanbul. */
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

/**
 * Shows the field for province and district.
 *
 * @param onPlace Called with null while the typed text is not a chosen district.
 */
export function PlaceField({ place, onPlace, wrong = null, inputRef }: PlaceFieldProps) {
  const { t } = useTranslation();
  /** null: shows the chosen place. */
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
        // Only a province was chosen: its districts are suggested next.
        setTyped(chosen.districtID === 0 ? `${chosen.cityName} ` : null);
        if (chosen.districtID !== 0) onPlace(chosen);
      }}
      {...(inputRef === undefined ? {} : { inputRef })}
    />
  );
}
