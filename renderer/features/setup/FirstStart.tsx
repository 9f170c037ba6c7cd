/**
 * The five steps to the first parcel. Each step shows a form of the feature that it belongs to.
 * When the open step becomes done, the next step opens.
 */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { HOME_VIEW } from "../../store/navigation.slice.ts";
import { isStepDone, SET_UP_STEPS, type SetUpStep } from "../../store/set-up-steps.ts";
import { Slot } from "../../store/slots.tsx";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import styles from "./FirstStart.module.css";
import { stepAfter } from "./first-start.slice.ts";
import { SampleSetBox } from "./SampleSetBox.tsx";
import { useFirstStart } from "./use-first-start.ts";

/**
 * Shows the list of steps with their progress, and the open step with a button to the next step.
 */
export function FirstStart() {
  const { t } = useTranslation();
  const step = useFirstStart((store) => store.setUpStep);
  const show = useFirstStart((store) => store.showStep);
  const doneSteps = useDoneSteps();
  useAdvance(doneSteps);
  return (
    <div data-testid="first-start">
      <section className={section["section"]} aria-label={t("firstStart.title")}>
        <h2>{t("firstStart.title")}</h2>
        <p>{t("firstStart.lead")}</p>
        <progress
          aria-label={t("firstStart.progress", {
            done: doneSteps.length,
            all: SET_UP_STEPS.length,
          })}
          value={doneSteps.length}
          max={SET_UP_STEPS.length}
        />
        <ol className={styles["steps"]}>
          {SET_UP_STEPS.map((one, at) => (
            <li key={one}>
              <button
                type="button"
                aria-current={one === step ? "step" : undefined}
                className={styles["step"]}
                onClick={() => show(one)}
              >
                {doneSteps.includes(one) ? (
                  <Mark tone="ok">{t(`firstStart.steps.${one}`)}</Mark>
                ) : (
                  <span>{`${at + 1}. ${t(`firstStart.steps.${one}`)}`}</span>
                )}
              </button>
            </li>
          ))}
        </ol>
      </section>
      {step === "end" ? (
        <End left={SET_UP_STEPS.filter((one) => !doneSteps.includes(one))} />
      ) : (
        <Step key={step} step={step} isDone={doneSteps.includes(step)} />
      )}
    </div>
  );
}

function Step({ step, isDone }: { readonly step: SetUpStep; readonly isDone: boolean }) {
  const { t } = useTranslation();
  const show = useFirstStart((store) => store.showStep);
  return (
    <div className={styles["open"]}>
      <p>
        <b>
          {t("firstStart.at", { at: SET_UP_STEPS.indexOf(step) + 1, all: SET_UP_STEPS.length })}
        </b>
      </p>
      <Slot name="setUpStep" props={{ step }} />
      <div className={styles["ways"]}>
        <Button onPress={() => show(stepAfter(step))}>
          {t(isDone ? "firstStart.next" : "firstStart.skip")}
        </Button>
        <Button onPress={() => show("end")}>{t("firstStart.toEnd")}</Button>
      </div>
    </div>
  );
}

/**
 * The page after the last step.
 *
 * @param left The steps that are not done; they can be done later.
 */
function End({ left }: { readonly left: readonly SetUpStep[] }) {
  const { t } = useTranslation();
  const showView = useFirstStart((store) => store.showView);
  const waiting = useFirstStart(({ desk }) => (desk.step === "ready" ? desk.facts.waiting : 0));
  return (
    <section className={section["section"]} aria-label={t("firstStart.end")}>
      <h2>{t("firstStart.end")}</h2>
      {left.length === 0 ? (
        <Mark tone="ok">{t("firstStart.allDone")}</Mark>
      ) : (
        <Mark tone="info">
          {t("firstStart.left", {
            steps: left.map((one) => t(`firstStart.steps.${one}`)).join(", "),
          })}
        </Mark>
      )}
      <div className={styles["ways"]}>
        <Button rank="primary" focusNow keyName="Enter" onPress={() => showView(HOME_VIEW)}>
          {waiting === 0 ? t("firstStart.toPack") : t("firstStart.toWaiting", { count: waiting })}
        </Button>
      </div>
      <SampleSetBox />
    </section>
  );
}

function useDoneSteps(): readonly SetUpStep[] {
  const desk = useFirstStart((store) => store.desk);
  const printJobs = useFirstStart((store) => store.printJobs);
  return desk.step === "ready"
    ? SET_UP_STEPS.filter((step) => isStepDone(step, desk.facts, printJobs))
    : [];
}

/**
 * Opens the next step when the open step becomes done. A step that was already done when it was
 * opened stays open.
 */
function useAdvance(doneSteps: readonly SetUpStep[]): void {
  const step = useFirstStart((store) => store.setUpStep);
  const show = useFirstStart((store) => store.showStep);
  const before = useRef({ step, isDone: true });
  const isDone = doneSteps.some((one) => one === step);
  useEffect(() => {
    const was = before.current;
    before.current = { step, isDone };
    if (was.step === step && !was.isDone && isDone) show(stepAfter(step));
  }, [step, isDone, show]);
}
