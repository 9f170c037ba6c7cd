/** The last result, in the status bar: what was bought, cancelled or printed again, and how its print went. */
import { useTranslation } from "react-i18next";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { HOME_VIEW } from "../../store/navigation.slice.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import { jobTone, jobWord } from "../../ui/JobMark.tsx";
import { Mark, type Tone } from "../../ui/Mark.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { whereLabelIs } from "./done-words.ts";
import styles from "./LastResult.module.css";
import type { LastResult as Last } from "./pack.slice.ts";
import { meansLast } from "./subject.ts";
import { usePack } from "./use-pack.ts";

/** The last result with its print job, or that there is none yet. */
export function LastResult() {
  const { t } = useTranslation();
  const last = usePack((store) => store.last);
  const job = usePack((store) => jobOf(store.last, store.printJobs));
  return (
    <div className={styles["last"]} role="status" aria-label={t("bar.last")} data-testid="last-result" data-kind={last?.kind ?? "none"} data-print={job?.status ?? "none"}>
      {last === null ? <span className={styles["soft"]}>{t("bar.none")}</span> : <LastWords last={last} job={job} />}
    </div>
  );
}

/** Of a cancelled order the newest: it may have been bought long before, or printed again since. */
function jobOf(last: Last | null, jobs: readonly PrintJob[]): PrintJob | null {
  return jobs.find((one) => (last?.kind === "cancelled" ? one.shipmentID === last.shipmentID && one.kind === "LABEL" : one.id === last?.printJobID)) ?? null;
}

function LastWords({ last, job }: { readonly last: Last; readonly job: PrintJob | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  // A hint that is not true now would cancel nothing, or make a packer think that it would.
  const undoable = usePack((store) => store.view === HOME_VIEW && store.asked === null && meansLast(store));
  const { orderNumber: order, serviceName: service } = last;
  const amount = format.money(last.amount, last.currency);
  const label = last.kind === "cancelled" ? whereLabelIs(job) : "nowhere";
  const words =
    last.kind === "cancelled"
      ? t("bar.cancelled", { order, amount })
      : `${t("bar.bought", { order, service, amount })} · ${t(`job.${job === null ? (last.printJobID === null ? "none" : "QUEUED") : jobWord(job)}`)}`;
  return (
    <>
      <Mark tone={last.kind === "cancelled" ? "info" : printTone(job, last)}>
        <span className={styles["words"]} title={words}>
          {words}
        </span>
      </Mark>
      {label === "nowhere" ? null : (
        <span className={styles["detail"]}>
          <b className={styles["words"]}>{t(`bar.throwAway.${label}`)}</b>
        </span>
      )}
      {last.kind === "bought" ? (
        <span className={styles["detail"]}>
          <span className={styles["words"]}>{t("bar.took", { time: format.clock(last.at), ms: format.count(last.tookMs) })}</span>
          {undoable ? (
            <span className={styles["undo"]}>
              · {t("bar.undo")} <Kbd>F8</Kbd>
            </span>
          ) : null}
        </span>
      ) : null}
    </>
  );
}

function printTone(job: PrintJob | null, last: Last): Tone {
  if (job === null) return last.printJobID === null ? "attention" : "info";
  return jobTone(job);
}
