/** The provinces of a rule: found by typing, each shown with a button that takes it out. */
import { X } from "lucide-react";
import { useController } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { fold } from "../../../../core/base/text.ts";
import type { City } from "../../../../core/shipping/geo/geo.schema.ts";
import { SuggestField } from "../../../ui/address/SuggestField.tsx";
import type { RuleFormState } from "./ActionFields.tsx";
import styles from "./Rules.module.css";
import { useRuleWrong } from "./use-rule-wrong.ts";

type ProvincesFieldProps = { readonly form: RuleFormState; readonly cities: readonly City[] };

/** Shows the field, and below it the chosen provinces. */
export function ProvincesField({ form, cities }: ProvincesFieldProps) {
  const { t } = useTranslation();
  const wrongWords = useRuleWrong();
  const { field: provinces } = useController({ control: form.control, name: "provinces" });
  const { field: place, fieldState } = useController({ control: form.control, name: "place" });
  const codes = provinces.value.split(" ").filter((code) => code !== "");
  const suggestions = findCities(
    cities.filter(({ cityCode }) => !codes.includes(cityCode)),
    place.value,
  );
  const type = (text: string): void => {
    place.onChange(text);
    form.clearErrors("place");
  };
  return (
    <div className={styles["provinces"]}>
      <SuggestField
        label={t("rules.provinces")}
        hint={t("rules.provincesHint")}
        text={place.value}
        inputRef={place.ref}
        takesFirst
        suggestions={suggestions.map(({ cityCode, name }) => ({
          id: cityCode,
          words: name,
          detail: cityCode,
        }))}
        countWords={t("addresses.suggestions", { count: suggestions.length })}
        wrong={fieldState.error === undefined ? null : wrongWords(fieldState.error.message ?? "")}
        onText={type}
        onChoose={(code) => {
          provinces.onChange([...codes, code].join(" "));
          type("");
        }}
      />
      {codes.length === 0 ? null : (
        <ul className={styles["chips"]} aria-label={t("rules.provinces")}>
          {codes.map((code) => {
            const name = cities.find(({ cityCode }) => cityCode === code)?.name ?? code;
            return (
              <li key={code}>
                <button
                  type="button"
                  aria-label={t("rules.provinceOut", { name })}
                  onClick={() => {
                    provinces.onChange(codes.filter((one) => one !== code).join(" "));
                    form.setFocus("place");
                  }}
                >
                  {name}
                  <X size={14} aria-hidden="true" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** Finds provinces by a part of the name or by the plate code; those that begin with the text first. */
function findCities(cities: readonly City[], text: string): readonly City[] {
  const folded = fold(text.trim());
  if (folded === "") return [];
  const begins = ({ name }: City): boolean => fold(name).startsWith(folded);
  const found = cities.filter(
    ({ name, cityCode }) => fold(name).includes(folded) || cityCode === folded.padStart(2, "0"),
  );
  return [...found.filter(begins), ...found.filter((city) => !begins(city))];
}
