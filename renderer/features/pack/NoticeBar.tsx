/**
 * The line below the scan field. The line is always in the page, so that screen readers announce
 * its words when they change.
 */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { Mark, type Tone } from "../../ui/Mark.tsx";
import { cutMiddle, MiddleCut } from "../../ui/MiddleCut.tsx";
import { PrintCause } from "../../ui/PrintCause.tsx";
import tones from "../../ui/Tone.module.css";
import { coveredFailureOf, noticeOf, type CoveredFailure, type Notice } from "./notice.slice.ts";
import styles from "./NoticeBar.module.css";
import { usePack } from "./use-pack.ts";

/** Tones of the notices that are no warning. */
const TONES: Partial<Record<Notice["kind"], Tone>> = {
  held: "info",
  released: "ok",
  item: "ok",
  tooMany: "stop",
  counted: "ok",
  notCounted: "stop",
  boxAdded: "info",
  boxRemoved: "ok",
  joined: "ok",
  separated: "ok",
  changeTaken: "ok",
  changeKept: "ok",
};

/**
 * Shows the notice, or a failure whose panel a question covers; without notice and failure, an
 * empty, hidden line.
 */
export function NoticeBar() {
  const { t } = useTranslation();
  const notice = usePack(noticeOf);
  const covered = usePack(coveredFailureOf);
  const tone =
    covered !== null ? "stop" : notice === null ? "info" : (TONES[notice.kind] ?? "attention");
  const none = notice === null && covered === null;
  return (
    <div
      role="status"
      data-testid="notice"
      className={none ? "hidden" : `${styles["notice"]} ${tones[tone]}`}
    >
      {covered !== null ? (
        <Covered pack={covered} />
      ) : notice === null ? null : (
        <Mark tone={tone}>
          {"order" in notice ? (
            <MiddleCut within={(order) => wordsOf({ ...notice, order }, t)}>
              {notice.order}
            </MiddleCut>
          ) : (
            wordsOf(notice, t)
          )}
        </Mark>
      )}
      {covered === null && notice?.kind === "notDoubled" ? <WhyItWaits job={notice.job} /> : null}
    </div>
  );
}

/**
 * Shows, while a question is open, what failed: a code that opened nothing, or another step. Also
 * shows the cause, and that the question stays.
 */
function Covered({ pack }: { readonly pack: CoveredFailure }) {
  const { t } = useTranslation();
  const { during, failure, code } = pack;
  const title = t(`failure.${during}`);
  return (
    <>
      <Mark tone="stop">{during === "opening" ? `${title}: ${code}` : title}</Mark>
      <p className={styles["why"]}>
        {t(`errors.${failure.code as "E2000"}`, { defaultValue: failure.message })}{" "}
        {t("notice.questionStays")}
      </p>
    </>
  );
}

/** Shows why the label waits now, which may differ from the cause when F6 was pressed. */
function WhyItWaits({ job }: { readonly job: PrintJob }) {
  const now = usePack((store) => store.printJobs.find(({ id }) => id === job.id)) ?? job;
  return now.lastError === "" ? null : (
    <p className={styles["why"]}>
      <PrintCause job={now} />
    </p>
  );
}

function countedWords(notice: Extract<Notice, { kind: "counted" }>, t: TFunction): string {
  const { title, scanned, quantity, isLast, withCode, all } = notice;
  const counted = t("desk.notice.counted", { title, scanned, quantity });
  if (!isLast) return counted;
  const words = withCode < all ? "codedScanned" : "allScanned";
  return `${counted} ${t(`desk.notice.${words}`, { count: withCode })}`;
}

function wordsOf(notice: Notice, t: TFunction): string {
  switch (notice.kind) {
    case "item":
      return t("notice.item", { title: notice.title, quantity: notice.quantity });
    case "tooMany":
      return t("desk.notice.tooMany", { title: notice.title, count: notice.quantity });
    case "counted":
      return countedWords(notice, t);
    case "boxAdded":
      return t("desk.notice.boxAdded", { no: notice.no, count: notice.pieces });
    case "boxRemoved":
    case "boxHasLabel":
      return t(`desk.notice.${notice.kind}`, { no: notice.no });
    case "joined":
    case "separated":
      return t(`desk.notice.${notice.kind}`, { count: notice.count });
    case "changeTaken":
      return t(`orderChanges.applied.${notice.of}`);
    case "changeKept":
      return t("orderChanges.dismissed");
    case "oneBox":
      return t("desk.notice.oneBox", { order: notice.order });
    case "notCounted":
    case "noBox":
      return t(`errors.${notice.code as "E2000"}`, { defaultValue: notice.message });
    case "noOrder":
      return t(notice.command === "cancel" ? "notice.noOrderToCancel" : "notice.noOrderToPrint");
    case "notDoubled":
      return t(notice.job.status === "SENDING" ? "notice.printingNow" : "notice.waitsAlready", {
        order: notice.order,
      });
    case "nothingToCancel":
    case "nothingToPrint": {
      const words = t(`notice.${notice.kind}`, { order: notice.order });
      return notice.last === null
        ? words
        : `${words} ${t("notice.lastFirst", { order: cutMiddle(notice.last) })}`;
    }
    default:
      return t(`notice.${notice.kind}`, { order: notice.order });
  }
}
