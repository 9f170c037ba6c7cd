/**
 * The page of the first start: five steps to the first parcel. Each step shows a form of the
 * feature that it belongs to. When the open step becomes done, the next step opens. A section of
 * Settings leads to the page.
 */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FIRST_START_VIEW, HOME_VIEW } from "../../store/navigation.slice.ts";
import { SET_UP_STEPS, type SetUpStep } from "../../store/set-up-steps.ts";
import { Slot } from "../../store/slots.tsx";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import styles from "./FirstStart.module.css";
import { stepAfter, type OpenStep } from "./first-start.slice.ts";
import { FirstStartEnd } from "./FirstStartEnd.tsx";
import { SampleSetBox } from "./SampleSetBox.tsx";
import { useDoneSteps } from "./use-done-steps.ts";
import { useFirstStart } from "./use-first-start.ts";

/**
 * Shows the list of steps, and the open step with a button to the next step. Opens the first step
 * that is not done, unless another step was open before.
 */
export function FirstStart() {
  const doneSteps = useDoneSteps();
  const step = useOpenStep(doneSteps);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => page.current?.scrollTo({ top: 0 }), [step]);
  return (
    <div ref={page} className={styles["page"]} data-density="office" data-testid="first-start">
      <div className={styles["column"]}>
        <Head isEnd={step === "end"} />
        <Steps step={step} doneSteps={doneSteps} />
        <div className={styles["open"]}>
          {step === "end" ? (
            <FirstStartEnd doneSteps={doneSteps} />
          ) : (
            <Slot key={step} name="setUpStep" props={{ step }} />
          )}
        </div>
        {step === "end" ? null : <Ways step={step} isDone={doneSteps.includes(step)} />}
      </div>
    </div>
  );
}

/**
 * Section of Settings: how many steps are done, the button that opens the page, and the sample set.
 */
export function FirstStartWay() {
  const { t } = useTranslation();
  const show = useFirstStart((store) => store.showView);
  const done = useDoneSteps().length;
  const all = SET_UP_STEPS.length;
  return (
    <section className={section["section"]} aria-label={t("firstStart.title")}>
      <h2>{t("firstStart.title")}</h2>
      <p>{t("firstStart.lead")}</p>
      <Mark tone={done === all ? "ok" : "info"}>{t("firstStart.progress", { done, all })}</Mark>
      <div>
        <Button rank="primary" onPress={() => show(FIRST_START_VIEW)}>
          {t("firstStart.open")}
        </Button>
      </div>
      <SampleSetBox />
    </section>
  );
}

/** The title, which takes the focus unless a step does, and the button that leaves the page. */
function Head({ isEnd }: { readonly isEnd: boolean }) {
  const { t } = useTranslation();
  const showView = useFirstStart((store) => store.showView);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <header className={styles["head"]}>
      <h1 ref={heading} tabIndex={-1}>
        {t("firstStart.title")}
      </h1>
      <p>{t("firstStart.lead")}</p>
      {isEnd ? null : (
        <Button small rank="quiet" keyName="Esc" onPress={() => showView(HOME_VIEW)}>
          {t("firstStart.leave")}
        </Button>
      )}
    </header>
  );
}

type StepsProps = { readonly step: OpenStep; readonly doneSteps: readonly SetUpStep[] };

/** The list of steps, which is also the sign of progress. A step is opened by its entry. */
function Steps({ step, doneSteps }: StepsProps) {
  const { t } = useTranslation();
  const show = useFirstStart((store) => store.showStep);
  const at = SET_UP_STEPS.findIndex((one) => one === step);
  return (
    <>
      <p className="hidden" role="status">
        {at === -1 ? "" : t("firstStart.at", { at: at + 1, all: SET_UP_STEPS.length })}
      </p>
      <ol className={styles["steps"]}>
        {SET_UP_STEPS.map((one, i) => {
          const isDone = doneSteps.includes(one);
          return (
            <li key={one}>
              <button
                type="button"
                aria-current={one === step ? "step" : undefined}
                className={styles["step"]}
                data-done={isDone}
                onClick={() => show(one)}
              >
                {isDone ? (
                  <Mark tone="ok">{t(`firstStart.steps.${one}`)}</Mark>
                ) : (
                  `${i + 1}. ${t(`firstStart.steps.${one}`)}`
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** The buttons below a step: to the next step, and to the end. */
function Ways({ step, isDone }: { readonly step: SetUpStep; readonly isDone: boolean }) {
  const { t } = useTranslation();
  const show = useFirstStart((store) => store.showStep);
  return (
    <div className={styles["foot"]}>
      <Button onPress={() => show(stepAfter(step))}>
        {t(isDone ? "firstStart.next" : "firstStart.skip")}
      </Button>
      <Button rank="quiet" onPress={() => show("end")}>
        {t("firstStart.toEnd")}
      </Button>
    </div>
  );
}

/**
 * Returns the open step; the first step that is not done when none was open. Opens the next step
 * when the open step becomes done. A step that was already done when it was opened stays open.
 */
function useOpenStep(doneSteps: readonly SetUpStep[]): OpenStep {
  const opened = useFirstStart((store) => store.setUpStep);
  const show = useFirstStart((store) => store.showStep);
  const step = opened ?? SET_UP_STEPS.find((one) => !doneSteps.includes(one)) ?? "end";
  const before = useRef({ step, isDone: true });
  const isDone = doneSteps.some((one) => one === step);
  useEffect(() => {
    const was = before.current;
    before.current = { step, isDone };
    if (was.step === step && !was.isDone && isDone) show(stepAfter(step));
    else if (opened === null) show(step);
  }, [step, opened, isDone, show]);
  return step;
}
