/** Fields of the price form, by their names. */
import { useTranslation } from "react-i18next";
import { Choice } from "../../../ui/Choice.tsx";
import { Field } from "../../../ui/Field.tsx";
import { usePriceForm } from "./price-form.ts";

type PriceFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isText?: boolean;
};

/** A text field. */
export function PriceField({ name, label, hint, isText = false }: PriceFieldProps) {
  const { t } = useTranslation();
  const { typed, change, faults } = usePriceForm();
  const fault = faults.get(name);
  return (
    <Field
      label={label}
      value={typed[name] ?? ""}
      onChange={(value) => change({ [name]: value })}
      wrong={fault === undefined ? null : t(`agreements.wrong.${fault}`)}
      numeric={!isText}
      {...(hint === undefined ? {} : { hint })}
    />
  );
}

type PriceChoiceProps = {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly words: string }[];
  readonly hint?: string;
  readonly onChange?: (value: string) => void;
};

/** A choice. @param onChange Called after the change. */
export function PriceChoice({ name, label, options, hint, onChange }: PriceChoiceProps) {
  const { typed, change } = usePriceForm();
  return (
    <Choice
      label={label}
      value={typed[name] ?? ""}
      options={options}
      onChange={(value) => {
        change({ [name]: value });
        onChange?.(value);
      }}
      {...(hint === undefined ? {} : { hint })}
    />
  );
}
