/**
 * Asks about a label that may or may not have printed: which one, why it is not known, and how it looks. A scan of the
 * label answers yes; a scan of anything else is taken as ever.
 */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSettledPress } from "../../app/shown.ts";
import { useDesk } from "../../app/store.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { placeWords } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { PrintCause } from "../../ui/PrintCause.tsx";
import styles from "./PrintQuestion.module.css";

type PrintQuestionProps = { readonly job: PrintJob; readonly coversOffers: boolean; readonly picture: ReactNode };

export function PrintQuestion({ job, coversOffers, picture }: PrintQuestionProps) {
  const { t } = useTranslation();
  const answering = useDesk((store) => store.answering);
  const answer = useDesk((store) => store.answerPrintJob);
  const putOff = useDesk((store) => store.putOffQuestion);
  const yes = useSettledPress(() => void answer(job.id, true));
  const no = useSettledPress(() => void answer(job.id, false));

  return (
    <div className={styles["question"]}>
      <Panel
        tone="ask"
        title={t("question.title", { order: job.orderNumber === "" ? String(job.shipmentNumber) : job.orderNumber })}
        alert
        testID="print-question"
        acts={
          answering === job.id ? (
            <p role="status">{t("question.answering")}</p>
          ) : (
            <>
              <Button keyName="F10" {...yes}>
                {t("question.yes")}
              </Button>
              <Button keyName="F12" {...no}>
                {t("question.no")}
              </Button>
              <Button keyName="Esc" onPress={() => putOff(job.id)}>
                {t("question.later")}
              </Button>
            </>
          )
        }
      >
        <p className={styles["who"]}>
          <b>{placeWords(job.districtName === "" ? job.cityName : job.districtName)}</b> {job.recipientName}
        </p>
        <p className={styles["cause"]} data-testid="print-cause">
          <PrintCause job={job} />
        </p>
        <p>{t("question.scan")}</p>
        {coversOffers ? <p>{t("question.waits")}</p> : null}
      </Panel>
      {picture}
    </div>
  );
}
