/** A carrier's cut-off and the time that is left. */
import { useTranslation } from "react-i18next";
import type { CarrierDay } from "../../../core/fulfilment/today/today.schema.ts";
import { Mark } from "../../ui/Mark.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { cutOffState, cutOffTone } from "./cut-offs.ts";
import styles from "./Today.module.css";

const HOUR = 60;

/** Shows the cut-off. @param now Ms since the epoch. */
export function CutOff({ carrier, now }: { readonly carrier: CarrierDay; readonly now: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const state = cutOffState(carrier, now);
  if (state.step === "none") return <span className={styles["soft"]}>–</span>;
  if (state.step === "closed")
    return <span className={styles["soft"]}>{t("today.cutOff.closed")}</span>;
  const hours = Math.floor(state.minutes / HOUR);
  const time =
    hours === 0
      ? t("today.cutOff.minutes", { count: state.minutes })
      : t("today.cutOff.hours", { hours, minutes: state.minutes % HOUR });
  const isPassed = state.step === "missed" || state.step === "over";
  const words = t(isPassed ? "today.cutOff.passed" : "today.cutOff.left", { time });
  const tone = cutOffTone(state);
  return (
    <span className={styles["cutOff"]}>
      <b>{format.clock(Date.parse(carrier.cutOffAt ?? "")).slice(0, 5)}</b>
      {tone === undefined ? <small>{words}</small> : <Mark tone={tone}>{words}</Mark>}
    </span>
  );
}
