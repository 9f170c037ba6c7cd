/** Jobs without a reliable answer from a carrier or receiver, each with what to do. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JobAnswer } from "../../../core/jobs/jobs.schema.ts";
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { Button } from "../../ui/Button.tsx";
import { coreSentence } from "../../ui/core-sentence.ts";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useFormat } from "../../ui/use-format.ts";
import section from "../../ui/Section.module.css";
import styles from "./GivenUp.module.css";
import { useJobs } from "./use-jobs.ts";

/** Reads the list on mount; says so when the list is empty. */
export function GivenUp() {
  const { t } = useTranslation();
  const jobs = useJobs((store) => store.givenUp);
  const failure = useJobs((store) => store.jobsFailure);
  const load = useJobs((store) => store.loadGivenUp);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void load(), [load]);
  useEffect(() => focusHeadingIfLost(heading.current), [jobs]);
  if (jobs.length === 0 && failure === null)
    return (
      <section className={section["section"]} aria-label={t("jobs.section")}>
        <h2>{t("jobs.section")}</h2>
        <Mark tone="ok">{t("jobs.none")}</Mark>
      </section>
    );
  return (
    <section
      className={`${section["section"]} ${styles["givenUp"]}`}
      aria-label={t("jobs.title")}
      data-testid="jobs"
    >
      <h2 ref={heading} tabIndex={-1}>
        {t("jobs.title")}
      </h2>
      <p>{t("jobs.lead")}</p>
      <ul className={styles["rows"]}>
        {jobs.map((job) => (
          <Row key={job.id} job={job} />
        ))}
      </ul>
      {failure === null ? null : (
        <Panel tone="stop" title={t("jobs.notDone")} alert>
          <FailureText failure={failure} />
        </Panel>
      )}
    </section>
  );
}

function Row({ job }: { readonly job: JobAnswer }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const tryAgain = useJobs((store) => store.tryAgain);
  const [question, setQuestion] = useState<"none" | "open" | "left">("none");
  const number = job.orderNumber === "" ? (job.shipmentNumber?.toString() ?? "") : job.orderNumber;
  const what = [t(`jobs.kinds.${job.kind}`), number].filter((text) => text !== "").join(" · ");
  return (
    <li>
      <div className={styles["what"]}>
        <b>{what}</b>
        <p>{t("jobs.since", { when: format.instant(job.createdAt), count: job.attempts })}</p>
        {atCarrier(job) ? (
          <p>
            {t(job.kind === "buy" ? "jobs.instruction.buy" : "jobs.instruction.cancel", {
              key: job.transactionID ?? "",
            })}
          </p>
        ) : null}
        <p className={styles["cause"]}>{coreSentence(i18n, job.lastError)}</p>
        {question === "open" ? (
          <NotDoneQuestion job={job} onLeave={() => setQuestion("left")} />
        ) : null}
      </div>
      <Button small label={`${t("jobs.again")}: ${what}`} onPress={() => void tryAgain(job.id)}>
        {t("jobs.again")}
      </Button>
      {question === "open" || !atCarrier(job) ? null : (
        <Button
          small
          label={`${t("jobs.end")}: ${what}`}
          focusNow={question === "left"}
          onPress={() => setQuestion("open")}
        >
          {t("jobs.end")}
        </Button>
      )}
    </li>
  );
}

/**
 * Returns whether a person can end the job after asking the carrier. An ended purchase releases its
 * held money; an ended cancellation leaves the label paid.
 */
function atCarrier({ kind }: JobAnswer): boolean {
  return kind === "buy" || kind === "cancel";
}

function NotDoneQuestion({
  job,
  onLeave,
}: {
  readonly job: JobAnswer;
  readonly onLeave: () => void;
}) {
  const { t } = useTranslation();
  const endNotDone = useJobs((store) => store.endNotDone);
  return (
    <Panel
      tone="ask"
      title={t(job.kind === "buy" ? "jobs.notSold" : "jobs.notCancelled")}
      alert
      commands={
        <>
          <Button focusNow onPress={onLeave}>
            {t("jobs.leave")}
          </Button>
          <Button danger onPress={() => void endNotDone(job.id)}>
            {t("jobs.confirm")}
          </Button>
        </>
      }
    >
      <p>{t(job.kind === "buy" ? "jobs.notSoldWhy" : "jobs.notCancelledWhy")}</p>
    </Panel>
  );
}
