/** The weight on the desk's scale, readable at arm's length, and whether it counts. */
import { useTranslation } from "react-i18next";
import { deskScale } from "../../../store/scales.slice.ts";
import { Mark } from "../../../ui/Mark.tsx";
import { scaleTone } from "../../../ui/scale-tone.ts";
import { useFormat } from "../../../ui/use-format.ts";
import { usePack } from "../use-pack.ts";
import styles from "./ScaleLine.module.css";

/**
 * Shows the weight and the state in words.
 *
 * @returns null when the desk has no scale that is switched on.
 */
export function ScaleLine() {
  const { t } = useTranslation();
  const format = useFormat();
  const now = usePack((store) => deskScale(store)?.now ?? null);
  if (now === null) return null;
  return (
    <div className={styles["scale"]} data-testid="scale" data-state={now.state}>
      <p className={styles["weight"]} aria-label={t("scales.onScale")}>
        {now.grams === null ? "–" : format.measure(String(now.grams / 1_000), 3)} <small>kg</small>
      </p>
      <div className={styles["state"]} role="status">
        <Mark tone={scaleTone(now.state)}>{t(`scales.state.${now.state}`)}</Mark>
        <p>{t(`scales.advice.${now.state}`, { unit: now.unit ?? "", sample: now.sample ?? "" })}</p>
      </div>
    </div>
  );
}
