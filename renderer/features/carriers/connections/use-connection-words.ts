/** Words for kinds, fields and choices of connections; a name without words is shown itself. */
import { useTranslation } from "react-i18next";
import type {
  ConnectionField,
  ConnectionKindSchema,
} from "../../../../core/shipping/carriers/connection.schema.ts";

export type ConnectionWords = {
  readonly kind: (kind: Pick<ConnectionKindSchema, "kind" | "name">) => string;
  readonly field: (field: Pick<ConnectionField, "name">, isSeller: boolean) => string;
  /** null: the field needs no hint. */
  readonly hint: (field: Pick<ConnectionField, "name">, isSeller: boolean) => string | null;
  readonly choice: (value: string) => string;
};

/** Returns the words in the screen's language. */
export function useConnectionWords(): ConnectionWords {
  const { t } = useTranslation();
  return {
    kind: ({ kind, name }) =>
      t(`connections.kinds.${kind as "manual"}`, { defaultValue: name === "" ? kind : name }),
    field: ({ name }, isSeller) =>
      isSeller
        ? t(`marketplaces.fields.${name as "url"}`, { defaultValue: name })
        : t(`connections.fields.${name as "url"}`, { defaultValue: name }),
    hint: ({ name }, isSeller) =>
      (isSeller
        ? t(`marketplaces.hints.${name as "url"}`, { defaultValue: "" })
        : t(`connections.hints.${name as "customerNumber"}`, { defaultValue: "" })) || null,
    choice: (value) => t(`connections.values.${value as "csv"}`, { defaultValue: value }),
  };
}
