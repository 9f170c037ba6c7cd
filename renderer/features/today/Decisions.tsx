/** List of open decisions, each with its act and key. */
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { decide } from "./decide.ts";
import { balanceState, countOf, DECISIONS, type DecisionName } from "./decisions.ts";
import styles from "./Today.module.css";
import { useToday } from "./use-today.ts";

/** Shows the open decisions, or that there are none. */
export function Decisions() {
  const { t } = useTranslation();
  const desk = useToday((store) => store.desk);
  const dayNow = useToday((store) => store.dayNow);
  const announcing = useToday((store) => store.announcing);
  const open = DECISIONS.map((one) => ({
    ...one,
    count: countOf(one.name, { announcing, desk, dayNow }),
  }));
  const shown = open.filter(({ count }) => count > 0);
  const wordsOf = useDecisionWords();
  return (
    <section className={styles["section"]} aria-labelledby="today-decide" data-testid="decisions">
      <h2 id="today-decide">{t("today.decisions.title")}</h2>
      {shown.length === 0 ? <p>{t("today.decisions.none")}</p> : null}
      <ul className={styles["lines"]}>
        {shown.map(({ name, key, count }) => (
          <li key={name}>
            <span>{wordsOf(name, count)}</span>
            <Button small keyName={key} onPress={() => decide(name)}>
              {t(`today.decisions.acts.${name}`)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useDecisionWords(): (name: DecisionName, count: number) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const desk = useToday((store) => store.desk);
  const day = useToday((store) => store.dayNow);
  const attention = day?.attention ?? [];
  return (name, count) => {
    if (name === "printer") return t("today.decisions.printer");
    if (name === "balance")
      return desk.step === "ready"
        ? t(`today.decisions.balance.${balanceState(desk, day) === "low" ? "low" : "usedUp"}`, {
            amount: format.money(desk.facts.available, desk.facts.currency),
          })
        : "";
    if (name === "barcodes")
      return t("today.decisions.barcodes", {
        carriers: (day?.fewBarcodes ?? [])
          .map(({ carrierName, left }) => `${carrierName} ${format.count(left)}`)
          .join(", "),
      });
    if (name === "parcels")
      return t("today.decisions.parcels", {
        reasons: attention
          .map((one) => `${t(`tracking.reason.${one.reason}`)} ${format.count(one.count)}`)
          .join(", "),
      });
    if (name === "changes") return t("orderChanges.show", { count });
    return t(`today.decisions.${name}`, { count });
  };
}
