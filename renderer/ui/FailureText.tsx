/** What happened and what to do, by the failure's code; small beside it, what the station itself says. */
import { useTranslation } from "react-i18next";
import type { Failure } from "../lib/failure.ts";
import styles from "./FailureText.module.css";

export function FailureText({ failure }: { readonly failure: Failure }) {
  const { t } = useTranslation();
  // The codes with a text are a part of all codes; the others fall back.
  const text = t(`errors.${failure.code as "E2000"}`, { defaultValue: failure.message });
  return (
    <>
      <p>{text}</p>
      <p className={styles["code"]}>{t("failure.code", { code: failure.code, message: failure.message })}</p>
    </>
  );
}
