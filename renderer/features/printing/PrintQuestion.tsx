/** Asks about a label that may or may not have printed. A scan of the label answers yes; a scan of anything else is taken as ever. */
import { useTranslation } from "react-i18next";
import { useDesk } from "../../app/store.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";

type PrintQuestionProps = { readonly job: PrintJob; readonly coversOffers: boolean };

export function PrintQuestion({ job, coversOffers }: PrintQuestionProps) {
  const { t } = useTranslation();
  const answering = useDesk((store) => store.answering);
  const answer = useDesk((store) => store.answerPrintJob);
  const putOff = useDesk((store) => store.putOffQuestion);

  return (
    <Panel
      tone="ask"
      title={t("question.title")}
      alert
      testID="print-question"
      acts={
        answering === job.id ? (
          <p role="status">{t("question.answering")}</p>
        ) : (
          <>
            <Button keyName="F10" onPress={() => void answer(job.id, true)}>
              {t("question.yes")}
            </Button>
            <Button keyName="F12" onPress={() => void answer(job.id, false)}>
              {t("question.no")}
            </Button>
            <Button keyName="Esc" onPress={() => putOff(job.id)}>
              {t("question.later")}
            </Button>
          </>
        )
      }
    >
      <p>{t("question.lead", { printer: job.printerName, barcode: job.barcode })}</p>
      <p>{t("question.scan")}</p>
      {coversOffers ? <p>{t("question.waits")}</p> : null}
    </Panel>
  );
}
