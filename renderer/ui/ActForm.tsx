/**
 * A short form with one command: its fields, the failure of the last attempt, and the button that
 * Enter presses.
 */
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { uncover } from "../lib/focus.ts";
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
  /** Shown next to the button after success; by default nothing. */
  readonly done?: string;
  /** Whether a page is for this form: its command then stays in view however long the form is. */
  readonly isPage?: boolean;
  /** Runs the command when the fields are valid. */
  readonly onSubmit: () => void;
  readonly children: ReactNode;
};

/** Shows the form. @param act State of the command; its button is inactive while it runs. */
export function ActForm({
  title,
  lead,
  command,
  act,
  done,
  isPage = false,
  onSubmit,
  children,
}: ActFormProps) {
  return (
    <form
      className={section["section"]}
      noValidate
      aria-label={title}
      onFocus={({ currentTarget, target }) => uncover(currentTarget, target)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <h2>{title}</h2>
      {lead === undefined ? null : <p>{lead}</p>}
      <div className={styles["fields"]}>{children}</div>
      <ActFailure act={act} />
      <div
        className={`${styles["commands"]} ${isPage ? styles["stays"] : ""}`}
        data-stays={isPage ? "" : undefined}
      >
        <Button submits rank="primary" keyName="Enter" disabled={act.state.step === "running"}>
          {command}
        </Button>
        <span role="status">
          {act.state.step === "done" && done !== undefined ? <Mark tone="ok">{done}</Mark> : null}
        </span>
      </div>
    </form>
  );
}

/** Shows why a command failed, in view. @returns null when the command did not fail. */
export function ActFailure({ act }: { readonly act: Act }) {
  const { t } = useTranslation();
  const alert = useRef<HTMLDivElement>(null);
  const failure = act.state.step === "failed" ? act.state.failure : null;
  useEffect(() => {
    if (failure === null || alert.current === null) return;
    alert.current.scrollIntoView({ block: "nearest" });
    const form = alert.current.closest("form");
    if (form !== null) uncover(form, alert.current);
  }, [failure]);
  if (failure === null) return null;
  return (
    <div ref={alert} role="alert">
      <Mark tone="stop">{t("form.notDone")}</Mark>
      <FailureText failure={failure} />
    </div>
  );
}
