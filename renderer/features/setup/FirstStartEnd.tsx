/** The page after the last step of the first start: whether the station can pack, and what is left. */
import { useTranslation } from "react-i18next";
import { runShared } from "../../store/commands.ts";
import { NEEDED_TO_PACK, SET_UP_STEPS, type SetUpStep } from "../../store/set-up-steps.ts";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import styles from "./FirstStart.module.css";
import { SampleSetBox } from "./SampleSetBox.tsx";
import { useFirstStart } from "./use-first-start.ts";

/**
 * Shows the steps that are not done, those first without which nothing can be packed, and the
 * button to Pack. The button opens the first waiting order if no order is open.
 */
export function FirstStartEnd({ doneSteps }: { readonly doneSteps: readonly SetUpStep[] }) {
  const { t } = useTranslation();
  const show = useFirstStart((store) => store.showStep);
  const waiting = useFirstStart(({ desk, openOrder }) =>
    desk.step === "ready" && openOrder.is === "none" ? desk.facts.waiting : 0,
  );
  const left = SET_UP_STEPS.filter((one) => !doneSteps.includes(one));
  const [needed] = left.filter((one) => NEEDED_TO_PACK.has(one));
  const title = needed === undefined ? t("firstStart.end") : t("firstStart.notReady");
  return (
    <section className={section["section"]} aria-label={title}>
      <h2>{title}</h2>
      <Left steps={left} />
      <div className={styles["ways"]}>
        <Button
          rank="primary"
          focusNow
          keyName="Enter"
          onPress={() => runShared("openFirstWaiting")}
        >
          {waiting === 0 ? t("firstStart.toPack") : t("firstStart.toWaiting", { count: waiting })}
        </Button>
        {needed === undefined ? null : (
          <Button onPress={() => show(needed)}>
            {t("firstStart.backTo", { step: t(`firstStart.steps.${needed}`) })}
          </Button>
        )}
      </div>
      <SampleSetBox />
    </section>
  );
}

/** The steps that are left, or that none is. */
function Left({ steps }: { readonly steps: readonly SetUpStep[] }) {
  const { t } = useTranslation();
  const namesOf = (some: readonly SetUpStep[]): string =>
    some.map((one) => t(`firstStart.steps.${one}`)).join(", ");
  const needed = steps.filter((one) => NEEDED_TO_PACK.has(one));
  const later = steps.filter((one) => !NEEDED_TO_PACK.has(one));
  if (steps.length === 0) return <Mark tone="ok">{t("firstStart.allDone")}</Mark>;
  return (
    <>
      {needed.length === 0 ? null : (
        <Mark tone="attention">{t("firstStart.needed", { steps: namesOf(needed) })}</Mark>
      )}
      {later.length === 0 ? null : (
        <Mark tone="info">{t("firstStart.left", { steps: namesOf(later) })}</Mark>
      )}
    </>
  );
}
