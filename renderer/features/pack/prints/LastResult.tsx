/**
 * The last result in the status bar: what was bought, cancelled or reprinted, and the state of its
 * print.
 */
import { useTranslation } from "react-i18next";
import { turkishDay } from "../../../../core/base/turkish-day.ts";
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import { HOME_VIEW } from "../../../store/navigation.slice.ts";
import { Kbd } from "../../../ui/Kbd.tsx";
import { isElsewhere, jobTone, jobWord } from "../../../ui/JobMark.tsx";
import { Mark, type Tone } from "../../../ui/Mark.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import { whereLabelIs } from "./done-words.ts";
import styles from "./LastResult.module.css";
import type { LastResult as Last } from "../pack.slice.ts";
import { SENT_TONES, sentState, type Sent } from "../../../ui/sent-words.ts";
import { actsOnLastPurchase } from "../subject.ts";
import { usePack } from "../use-pack.ts";
import { useSent } from "./use-sent.ts";

/** The last result with its print job, or the words for no result yet. */
export function LastResult() {
  const { t } = useTranslation();
  const last = usePack((store) => store.last);
  const job = usePack((store) => jobOf(store.last, store.printJobs));
  const shipmentID = job !== null && isElsewhere(job) ? job.shipmentID : null;
  const sent = useSent(shipmentID, job?.status);
  return (
    <div
      className={styles["last"]}
      role="status"
      aria-label={t("bar.last")}
      data-testid="last-result"
      data-kind={last?.kind ?? "none"}
      data-print={job?.status ?? "none"}
    >
      {last === null ? <Before /> : <LastWords last={last} job={job} sent={sent} />}
    </div>
  );
}

/**
 * Shows, before the first result of this window, how many labels the station bought today and the
 * newest of them. The core keeps these over a restart.
 */
function Before() {
  const { t } = useTranslation();
  const format = useFormat();
  const today = usePack((store) => store.today);
  const newest = today?.list.find(({ statusCode }) => statusCode !== "CANCELED");
  const isToday =
    newest !== undefined && turkishDay(newest.boughtAt) === turkishDay(new Date().toISOString());
  if (today === null || !isToday) return <span className={styles["soft"]}>{t("bar.none")}</span>;
  const order = newest.orderNumber === "" ? String(newest.shipmentNumber) : newest.orderNumber;
  return (
    <span className={styles["soft"]}>
      {t("bar.today", {
        count: today.total,
        order,
        time: format.clock(Date.parse(newest.boughtAt)),
      })}
    </span>
  );
}

/**
 * Finds the result's print job. For a cancelled order, finds its newest label print, because the
 * label may have been reprinted after the last result.
 */
function jobOf(last: Last | null, jobs: readonly PrintJob[]): PrintJob | null {
  return (
    jobs.find((one) =>
      last?.kind === "cancelled"
        ? one.shipmentID === last.shipmentID && one.kind === "LABEL"
        : one.id === last?.printJobID,
    ) ?? null
  );
}

function LastWords({
  last,
  job,
  sent,
}: {
  readonly last: Last;
  readonly job: PrintJob | null;
  readonly sent: Sent | null;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  // Shows the hint only when F8 would act on this purchase.
  const undoable = usePack(
    (store) => store.view === HOME_VIEW && store.asked === null && actsOnLastPurchase(store),
  );
  const { orderNumber: order, serviceName: service } = last;
  const amount = format.money(last.amount, last.currency);
  const label = last.kind === "cancelled" ? whereLabelIs(job) : "nowhere";
  const state =
    last.kind === "cancelled" ? t("desk.last.cancelled") : t(`job.${printWord(job, last, sent)}`);
  const shown = `· ${last.isChecked === true ? t("desk.label.checkedShort") : state}`;
  const detail =
    last.kind !== "cancelled"
      ? `${service} · ${amount}`
      : `${t("desk.last.refunded", { amount })}${last.paidAt === undefined ? "" : ` · ${last.paidAt}`}`;
  return (
    <>
      <span className={styles["result"]} title={`${order} ${shown}`}>
        <Mark tone={last.kind === "cancelled" ? "info" : printTone(job, last, sent)} size={28}>
          <span className={`${styles["words"]} ${styles["order"]}`}>{order} </span>
          <span className={styles["words"]}>{shown}</span>
        </Mark>
      </span>
      <span className={styles["detail"]}>
        {label === "nowhere" ? null : (
          <b className={styles["words"]}>{t(`bar.throwAway.${label}`)}</b>
        )}
        {undoable && last.kind === "bought" ? (
          <span className={styles["undo"]}>
            {t("bar.undo")} <Kbd>F8</Kbd> ·
          </span>
        ) : null}
        <span className={styles["words"]}>
          {detail}
          {last.kind === "bought"
            ? ` · ${t("bar.took", { time: format.clock(last.at), ms: format.count(last.tookMs) })}`
            : null}
        </span>
      </span>
    </>
  );
}

/** Words for the state of the print; for a label sent to another station, its state there. */
function printWord(job: PrintJob | null, last: Last, sent: Sent | null) {
  if (job === null) return last.printJobID === null ? "none" : "QUEUED";
  return isElsewhere(job) ? SENT_WORDS[sentState(sent)] : jobWord(job);
}

const SENT_WORDS = {
  sent: "elsewhere",
  waits: "waitsElsewhere",
  printed: "printedElsewhere",
  uncertain: "UNKNOWN",
  notPrinted: "FAILED",
} as const;

function printTone(job: PrintJob | null, last: Last, sent: Sent | null): Tone {
  if (job === null) return last.printJobID === null ? "attention" : "info";
  if (isElsewhere(job)) return SENT_TONES[sentState(sent)];
  return jobTone(job);
}
