/** Page that tries rules over past shipments. It buys and changes nothing. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { daysBefore, turkishDay } from "../../../../core/base/turkish-day.ts";
import { runDry } from "../../../../core/fulfilment/dry-runs/dry-runs.api.ts";
import type { DryRun } from "../../../../core/fulfilment/dry-runs/dry-runs.schema.ts";
import type { NewRule } from "../../../../core/shipping/choosing/choosing.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { ActFailure } from "../../../ui/ActForm.tsx";
import { Button } from "../../../ui/Button.tsx";
import section from "../../../ui/Section.module.css";
import { Select } from "../../../ui/Select.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { DryRunResult } from "./DryRunResult.tsx";
import styles from "./Rules.module.css";

const PERIODS = [7, 30, 90, 365] as const;

type DryRunPageProps = {
  /** The rules to try, with a rule that is not saved yet; null: the saved rules. */
  readonly proposed: readonly NewRule[] | null;
};

/** Shows the period, the command and the result of the last run. */
export function DryRunPage({ proposed }: DryRunPageProps) {
  const { t } = useTranslation();
  const act = useAct();
  const [days, setDays] = useState<string>("30");
  const [run, setRun] = useState<DryRun | null>(null);
  const isRunning = act.state.step === "running";
  const start = (): void =>
    void act.run(async () => {
      const to = turkishDay(new Date().toISOString());
      const from = daysBefore(to, Number(days) - 1);
      const body = { from, to, ...(proposed === null ? {} : { rules: [...proposed] }) };
      setRun(await call(runDry, { body }));
    });
  return (
    <section className={section["section"]} aria-label={t("rules.dry.title")} data-testid="dry-run">
      <h2>{t("rules.dry.title")}</h2>
      <p>{t("rules.dry.lead")}</p>
      {proposed === null ? null : <p>{t("rules.dry.unsaved")}</p>}
      <div className={styles["period"]}>
        <Select
          label={t("rules.dry.period")}
          value={days}
          none=""
          options={PERIODS.map((count) => ({
            value: String(count),
            words: t("rules.dry.days", { count }),
          }))}
          onChange={setDays}
        />
        <Button rank="primary" disabled={isRunning} onPress={start}>
          {t(isRunning ? "rules.dry.running" : "rules.dry.start")}
        </Button>
      </div>
      <ActFailure act={act} />
      <div role="status">{run === null ? null : <DryRunResult run={run} />}</div>
    </section>
  );
}
