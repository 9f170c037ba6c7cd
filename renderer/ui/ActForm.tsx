/**
 * A short form with one act: its fields, why the last try failed, and the button that Enter
 * presses.
 */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./ActForm.module.css";
import { Button } from "./Button.tsx";
import { FailureText } from "./FailureText.tsx";
import { Mark } from "./Mark.tsx";
import section from "./Section.module.css";
import type { Act } from "./use-act.ts";

type ActFormProps = {
  readonly title: string;
  readonly lead?: string;
  readonly command: string;
  readonly act: Act;
  /** Beside the button once it is done; without it nothing is. */
  readonly done?: string;
  /** Runs the act when the fields are right. */
  readonly onSubmit: () => void;
  readonly children: ReactNode;
};

/** @param act Its button is inactive while it runs. */
export function ActForm({ title, lead, command, act, done, onSubmit, children }: ActFormProps) {
  return (
    <form
      className={section["section"]}
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <h2>{title}</h2>
      {lead === undefined ? null : <p>{lead}</p>}
      <div className={styles["fields"]}>{children}</div>
      <ActFailure act={act} />
      <div className={styles["commands"]}>
        <Button submits main keyName="Enter" disabled={act.state.step === "running"}>
          {command}
        </Button>
        <span role="status">
          {act.state.step === "done" && done !== undefined ? <Mark tone="ok">{done}</Mark> : null}
        </span>
      </div>
    </form>
  );
}

/** Why an act failed. @returns null when it did not. */
export function ActFailure({ act }: { readonly act: Act }) {
  const { t } = useTranslation();
  if (act.state.step !== "failed") return null;
  return (
    <div role="alert">
      <Mark tone="stop">{t("form.notDone")}</Mark>
      <FailureText failure={act.state.failure} />
    </div>
  );
}
