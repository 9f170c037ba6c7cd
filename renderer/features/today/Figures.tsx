/** The figures of the board in a row; each opens its list, also by its digit. */
import { useTranslation } from "react-i18next";
import type { Today } from "../../../core/fulfilment/today/today.schema.ts";
import { runShared } from "../../store/commands.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import { Mark, type Tone } from "../../ui/Mark.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { cutOffState, cutOffTone } from "./cut-offs.ts";
import { figureOf } from "./day-figures.ts";
import { FIGURES, type FigureName } from "./day-lists.ts";
import styles from "./Today.module.css";

/** Characters of a figure that fit in large type. */
const LONG = 3;

/** Shows the figures. @param now Ms since the epoch. */
export function Figures({ day, now }: { readonly day: Today; readonly now: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ul className={styles["figures"]} aria-label={t("today.figuresLabel")}>
      {FIGURES.map(({ name, key, orders }) => {
        const value = figureOf(day, name);
        const text = format.count(value);
        const tone = toneOf(name, day, now);
        return (
          <li key={name} data-testid={`today-${name}`}>
            <button
              type="button"
              className={styles["figure"]}
              data-tone={tone}
              data-none={value === 0 || undefined}
              aria-keyshortcuts={key}
              onClick={() => runShared("showOrders", orders)}
            >
              <span className={styles["value"]}>
                <b data-long={text.length > LONG || undefined}>{text}</b>
                <Kbd>{key}</Kbd>
              </span>
              <span className={styles["name"]}>
                {tone === undefined ? null : <Mark tone={tone} size={16} />}
                {t(`today.figures.${name}`)}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Colours what failed, and what a carrier should have taken or takes soon. */
function toneOf(name: FigureName, day: Today, now: number): Tone | undefined {
  if (name === "failed") return day.failed > 0 ? "stop" : undefined;
  if (name !== "toHandOver") return undefined;
  const tones = day.carriers.map((carrier) => cutOffTone(cutOffState(carrier, now)));
  return tones.includes("stop") ? "stop" : tones.includes("attention") ? "attention" : undefined;
}
