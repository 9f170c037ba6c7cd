/**
 * Asks whether a web page may use the station. The question's keys are neither letters nor Enter,
 * so that a key meant for an order never allows a page. Scans work as usual.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Pairing } from "../../../core/http/integrations/integrations.schema.ts";
import { useSettledPress } from "../../store/shown.ts";
import type { SlotProps } from "../../store/slots.tsx";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import styles from "./Integrations.module.css";
import { useIntegrations } from "./use-integrations.ts";

/** Shows the open question. @returns null when the question is no longer open. */
export function PairingQuestion({ coversOffers }: SlotProps["overlay"]) {
  const pairing = useIntegrations(({ asked, pairings }) =>
    pairings.questions.find(({ id }) => id === asked?.id),
  );
  return pairing === undefined ? null : (
    <Question key={pairing.id} pairing={pairing} coversOffers={coversOffers} />
  );
}

type QuestionProps = SlotProps["overlay"] & { readonly pairing: Pairing };

function Question({ pairing, coversOffers }: QuestionProps) {
  const { t } = useTranslation();
  const answering = useIntegrations((store) => store.answeringPairing);
  const answer = useIntegrations((store) => store.answerPairing);
  const putOff = useIntegrations((store) => store.putOffPairing);
  const yes = useSettledPress(() => void answer(pairing.id, true));
  const no = useSettledPress(() => void answer(pairing.id, false));
  const load = useIntegrations((store) => store.loadPairings);
  // The core drops an expired question; reading again removes it from the screen.
  useEffect(() => {
    const gone = setTimeout(
      () => void load(),
      Math.max(1_000, Date.parse(pairing.expiresAt) - Date.now() + 1_000),
    );
    return () => clearTimeout(gone);
  }, [pairing.expiresAt, load]);

  return (
    <Panel
      tone="ask"
      title={t("pairing.title")}
      alert
      testID="pairing-question"
      commands={
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
