/**
 * Asks whether to print what another station requested here beyond its ten prints per minute. While
 * the question is open, scans work as usual.
 */
import { useTranslation } from "react-i18next";
import type { WaitingPrints } from "../../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import { stationName } from "../../lib/station-words.ts";
import { useSettledPress } from "../../store/shown.ts";
import type { SlotProps } from "../../store/slots.tsx";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { usePrinting } from "./use-printing.ts";

const NONE: readonly { readonly id: string; readonly name: string }[] = [];

/** The open question; nothing when the requests no longer wait. */
export function WaitingPrintsQuestion({ coversOffers }: SlotProps["overlay"]) {
  const desk = usePrinting(({ asked, waitingPrints }) =>
    waitingPrints.find(({ stationID }) => stationID === asked?.id),
  );
  return desk === undefined ? null : <Question desk={desk} coversOffers={coversOffers} />;
}

type QuestionProps = SlotProps["overlay"] & { readonly desk: WaitingPrints };

function Question({ desk, coversOffers }: QuestionProps) {
  const { t } = useTranslation();
  const stations = usePrinting(({ sync }) => sync?.stations ?? NONE);
  const answering = usePrinting((store) => store.answeringPrints);
  const answer = usePrinting((store) => store.answerWaitingPrints);
  const putOff = usePrinting((store) => store.putOffWaitingPrints);
  const yes = useSettledPress(() => void answer(desk.stationID, true));
  const no = useSettledPress(() => void answer(desk.stationID, false));
  const station = stationName({ id: desk.stationID, name: desk.stationName }, stations);

  return (
    <Panel
      tone="ask"
      title={t("waitingPrints.title", { station, count: desk.prints })}
      alert
      testID="waiting-prints-question"
      commands={
        answering === desk.stationID ? (
          <p role="status">{t("question.answering")}</p>
        ) : (
          <>
            <Button keyName="F10" {...yes}>
              {t("waitingPrints.print")}
            </Button>
            <Button keyName="F12" {...no}>
              {t("waitingPrints.reject")}
            </Button>
            <Button keyName="Esc" onPress={() => putOff(desk.stationID)}>
              {t("question.later")}
            </Button>
          </>
        )
      }
    >
      <p>{t("waitingPrints.lead")}</p>
      {coversOffers ? <p>{t("question.waits")}</p> : null}
    </Panel>
  );
}
