/** Names of a label's fields in the screen's language. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { namesOf } from "../../core/base/objects.ts";
import { enLabels } from "../i18n/en-labels.ts";

const FIELDS = namesOf(enLabels.fields);

/**
 * Returns a function that gives the words of a field by its name on labels ("recipient.name"); a
 * name without words is returned unchanged.
 */
export function useLabelFields(): (field: string) => string {
  const { t } = useTranslation();
  return useMemo(
    () => (field) => {
      const name = field.replace(/\.(.)/g, (_, first: string) => first.toUpperCase());
      const known = FIELDS.find((one) => one === name);
      return known === undefined ? field : t(`labels.fields.${known}`);
    },
    [t],
  );
}
