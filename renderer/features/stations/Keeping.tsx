/** What this desk keeps of old shipments: all of it, or the recent ones alone. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { keepShipments } from "../../../core/sync/sync.api.ts";
import type { SyncStatus } from "../../../core/sync/sync.schema.ts";
import { call } from "../../lib/bridge.ts";
import { ActForm } from "../../ui/ActForm.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { Field } from "../../ui/Field.tsx";
import { useAct } from "../../ui/use-act.ts";
import styles from "./Stations.module.css";
import { useStations } from "./use-stations.ts";

const [LEAST_DAYS, MOST_DAYS] = [30, 3_650];
const CHOICES = ["everything", "recent"] as const;

/** @param sync Of now: what is chosen there is shown until something else is. */
export function Keeping({ sync: { keeping } }: { readonly sync: SyncStatus }) {
  const { t } = useTranslation();
  const act = useAct();
  const load = useStations((store) => store.loadSync);
  const [chosen, setChosen] = useState<{ readonly keeps?: (typeof CHOICES)[number]; readonly days?: string }>({});
  const [isJudged, setJudged] = useState(false);
  const keeps = chosen.keeps ?? keeping.keeps;
  const typed = chosen.days ?? String(keeping.days);
  const days = daysOf(typed);
  const send = (): void => {
    setJudged(true);
    if (keeps === "recent" && days === null) return;
    void act
      .run(async () => {
        await call(keepShipments, { body: { keeps, days: days ?? keeping.days } });
        setChosen({});
      })
      .finally(() => void load());
  };
  return (
    <div data-testid="keeping">
      <ActForm title={t("stations.keeping.title")} lead={t("stations.keeping.lead")} command={t("stations.keeping.save")} act={act} done={t("stations.keeping.saved")} onSubmit={send}>
        <Choice label={t("stations.keeping.keeps")} value={keeps} options={CHOICES.map((value) => ({ value, words: t(`stations.keeping.${value}`) }))} onChange={(value) => setChosen({ ...chosen, keeps: value })} />
        {keeps === "recent" ? (
          <Field
            label={t("stations.keeping.days")}
            value={typed}
            numeric
            wrong={isJudged && days === null ? t("stations.keeping.wrong", { least: LEAST_DAYS, most: MOST_DAYS }) : null}
            onChange={(text) => setChosen({ ...chosen, days: text })}
          />
        ) : null}
        <p className={styles["whole"]} data-testid="keeping-now">{keeping.thinned === 0 ? t(`stations.keeping.means.${keeping.keeps}`) : t(keeping.isBringingBack ? "stations.keeping.back" : "stations.keeping.elsewhere", { count: keeping.thinned })}</p>
      </ActForm>
    </div>
  );
}

function daysOf(text: string): number | null {
  const days = Number(text);
  return /^\d+$/.test(text.trim()) && days >= LEAST_DAYS && days <= MOST_DAYS ? days : null;
}
