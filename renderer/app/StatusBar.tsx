/** What is true at every moment: the last result at the left, the station at the right. */
import { useTranslation } from "react-i18next";
import { whereLabelIs } from "../features/pack/done-words.ts";
import type { LastResult } from "../features/pack/pack.slice.ts";
import { meansLast } from "../features/pack/subject.ts";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import { Kbd } from "../ui/Kbd.tsx";
import { Mark, type Tone } from "../ui/Mark.tsx";
import { PrinterMark } from "../ui/PrinterMark.tsx";
import { useFormat } from "../ui/useFormat.ts";
import styles from "./StatusBar.module.css";
import { useDesk } from "./store.ts";

export function StatusBar() {
  const { t } = useTranslation();
  return (
    <footer className={styles["bar"]} aria-label={t("bar.label")}>
      <Last />
      <Station />
    </footer>
  );
}

function Last() {
  const { t } = useTranslation();
  const last = useDesk((store) => store.last);
  const job = useDesk((store) => jobOf(store.last, store.printJobs));
  return (
    <div className={styles["last"]} role="status" aria-label={t("bar.last")} data-testid="last-result" data-kind={last?.kind ?? "none"} data-print={job?.status ?? "none"}>
      {last === null ? <span className={styles["soft"]}>{t("bar.none")}</span> : <LastWords last={last} job={job} />}
    </div>
  );
}

/** Of a cancelled order the newest: it may have been bought long before, or printed again since. */
function jobOf(last: LastResult | null, jobs: readonly PrintJob[]): PrintJob | null {
  return jobs.find((one) => (last?.kind === "cancelled" ? one.shipmentID === last.shipmentID : one.id === last?.printJobID)) ?? null;
}

function LastWords({ last, job }: { readonly last: LastResult; readonly job: PrintJob | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  // A hint that is not true now would cancel nothing, or make a packer think that it would.
  const undoable = useDesk((store) => store.view === "pack" && store.asked === null && meansLast(store));
  const { orderNumber: order, serviceName: service } = last;
  const amount = format.money(last.amount, last.currency);
  const label = last.kind === "cancelled" ? whereLabelIs(job) : "nowhere";
  const words =
    last.kind === "cancelled"
      ? t("bar.cancelled", { order, amount })
      : `${t("bar.bought", { order, service, amount })} · ${t(`job.${job?.status ?? (last.printJobID === null ? "none" : "QUEUED")}`)}`;
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

function printTone(job: PrintJob | null, last: LastResult): Tone {
  if (job === null) return last.printJobID === null ? "attention" : "info";
  if (job.status === "FAILED") return "stop";
  if (job.status === "UNKNOWN") return "ask";
  if (job.status === "QUEUED") return job.lastError === "" ? "info" : "attention";
  return job.status === "SENDING" ? "info" : "ok";
}

function Station() {
  const { t } = useTranslation();
  const format = useFormat();
  const desk = useDesk((store) => store.desk);
  const recall = useDesk((store) => store.recallQuestions);
  const show = useDesk((store) => store.showView);
  if (desk.step !== "ready") return null;
  const { labelPrinter: printer, queued, unknown, balance, available, currency, member } = desk.facts;

  return (
    <ul className={styles["station"]}>
      {unknown > 0 ? (
        <li>
          <button
            type="button"
            className={styles["act"]}
            onClick={() => {
              show("pack");
              recall();
            }}
          >
            <Mark tone="ask">
              <span className={styles["words"]}>{t("bar.unknown", { count: unknown })}</span>
            </Mark>
          </button>
        </li>
      ) : null}
      {queued > 0 ? (
        <li>
          <Mark tone="info">
            <span className={styles["words"]}>{t("bar.queued", { count: queued })}</span>
          </Mark>
        </li>
      ) : null}
      <li className={styles["long"]} title={printer === null || printer.message !== "" ? printer?.message : printer.name}>
        {printer === null ? (
          <Mark tone="attention">
            <span className={styles["words"]}>{t("bar.printerNone")}</span>
          </Mark>
        ) : (
          <PrinterMark name={printer.name} state={printer.state} />
        )}
      </li>
      <li className={styles["money"]}>
        <span className={styles["soft"]}>{t("bar.balance")}</span> <b data-testid="balance">{format.money(balance, currency)}</b>
        {/* Money held for open purchases is in the balance and cannot be spent: said, or "not enough" is a riddle. */}
        {available === balance ? null : <span data-testid="available"> · {t("bar.available", { amount: format.money(available, currency) })}</span>}
      </li>
      {member.name === "" ? null : <li className={styles["long"]} title={member.name}>{member.name}</li>}
    </ul>
  );
}
