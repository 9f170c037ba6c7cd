/** Frame of a step of loading prices: which step it is, its form, and the commands. */
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import formStyles from "../../../ui/ActForm.module.css";
import { SETTLE_MS } from "../../../store/settled.ts";
import { Button } from "../../../ui/Button.tsx";
import styles from "./Prices.module.css";

type StepFrameProps = {
  readonly title: string;
  readonly steps: readonly string[];
  /** Index of the open step. */
  readonly at: number;
  /** Words of the primary command; undefined when the step cannot go on. */
  readonly next: string | undefined;
  readonly isBusy?: boolean;
  readonly onNext: () => void;
  readonly onBack: () => void;
  readonly children: ReactNode;
};

/**
 * Shows the step. Its heading takes the focus when the step opens, and Enter on the heading goes
 * on, but not at once: a second Enter must not leave a step that nobody has read.
 */
export function StepFrame(props: StepFrameProps) {
  const { title, steps, at, next, isBusy = false, onNext, onBack, children } = props;
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const openedAt = useRef(0);
  useEffect(() => {
    openedAt.current = performance.now();
    // A step may give the focus to its main command.
    const isInside = form.current?.contains(document.activeElement) === true;
    if (!isInside || document.activeElement?.matches("[data-stays] *") === true)
      heading.current?.focus();
    heading.current?.scrollIntoView({ block: "end" });
  }, [at]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.repeat || next === undefined || isBusy) return;
    event.preventDefault();
    if (event.timeStamp - openedAt.current >= SETTLE_MS) onNext();
  };
  return (
    <form
      ref={form}
      className={styles["step"]}
      noValidate
      aria-label={title}
      data-testid="price-step"
      onSubmit={(event) => {
        event.preventDefault();
        if (next !== undefined) onNext();
      }}
    >
      <h2 ref={heading} tabIndex={-1} onKeyDown={onKeyDown}>
        {title}
      </h2>
      <ol className={styles["way"]}>
        {steps.map((words, i) => (
          <li
            key={words}
            aria-current={i === at ? "step" : undefined}
            data-done={i < at || undefined}
          >
            {i + 1} {words}
          </li>
        ))}
      </ol>
      {children}
      {next === undefined && at === 0 ? null : (
        <div className={`${formStyles["commands"]} ${formStyles["stays"]}`} data-stays="">
          {next === undefined ? null : (
            <Button submits rank="primary" keyName="Enter" disabled={isBusy}>
              {next}
            </Button>
          )}
          {at === 0 ? null : <Button onPress={onBack}>{t("prices.back")}</Button>}
        </div>
      )}
    </form>
  );
}
