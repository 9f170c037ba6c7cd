/**
 * Asks whether a web page may use the station. Its keys are no letters and not Enter: nobody allows a page by what
 * was meant for an order. A scan is taken as ever.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSettledPress } from "../../app/shown.ts";
import { useDesk } from "../../app/store.ts";
import type { Pairing } from "../../../core/integrations/integrations.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import styles from "./Integrations.module.css";

type PairingQuestionProps = { readonly pairing: Pairing; readonly coversOffers: boolean };

export function PairingQuestion({ pairing, coversOffers }: PairingQuestionProps) {
  const { t } = useTranslation();
  const answering = useDesk((store) => store.answeringPairing);
  const answer = useDesk((store) => store.answerPairing);
  const putOff = useDesk((store) => store.putOffPairing);
  const yes = useSettledPress(() => void answer(pairing.id, true));
  const no = useSettledPress(() => void answer(pairing.id, false));
  const load = useDesk((store) => store.loadPairings);
  // Nobody answered: the core drops the question, and it leaves the screen too.
  useEffect(() => {
    const gone = setTimeout(() => void load(), Math.max(1_000, Date.parse(pairing.expiresAt) - Date.now() + 1_000));
    return () => clearTimeout(gone);
  }, [pairing.expiresAt, load]);

  return (
    <Panel
      tone="ask"
      title={t("pairing.title")}
      alert
      testID="pairing-question"
      acts={
        answering === pairing.id ? (
          <p role="status">{t("question.answering")}</p>
        ) : (
          <>
            <Button keyName="F10" {...yes}>
              {t("pairing.allow")}
            </Button>
            <Button keyName="F12" {...no}>
              {t("pairing.refuse")}
            </Button>
            <Button keyName="Esc" onPress={() => putOff(pairing.id)}>
              {t("question.later")}
            </Button>
          </>
        )
      }
    >
      <p className={styles["origin"]}>{pairing.origin}</p>
      <p>{t("pairing.lead")}</p>
      {coversOffers ? <p>{t("question.waits")}</p> : null}
    </Panel>
  );
}
