/** Reasons of refused rows; loaded with the lists of refused rows, not with the first view. */
import { useTranslation } from "react-i18next";
import type { RejectedRow } from "../../core/shipping/imports/imports.schema.ts";
import { reasonIn } from "../../core/shipping/imports/row-reasons.schema.ts";

/** Returns the function that puts a row's reason into words of the screen's language. */
export function useRowReason(): (row: RejectedRow) => string {
  const { i18n } = useTranslation();
  const language = i18n.language === "tr" ? "tr" : "en";
  return (row) => {
    const key = `errors.${row.detail ?? ""}` as "errors.E1054";
    return row.code === "OTHER" && language !== "en" && i18n.exists(key)
      ? String(i18n.t(key))
      : reasonIn(language, row);
  };
}
