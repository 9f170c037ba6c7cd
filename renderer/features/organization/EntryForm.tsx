/**
 * Frame of a form in Settings or in the first start: title, fields, result of the last attempt, and
 * the button that Enter presses.
 */
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import styles from "./Organization.module.css";
import type { Saving, ToppingUp } from "./organization.slice.ts";

type EntryFormProps = {
  readonly title: string;
  readonly lead?: string;
  readonly saveLabel: string;
  readonly saving: Saving | ToppingUp;
  /** Title of a failed attempt, above the failure's own words. */
  readonly failedTitle: string;
  /** Shown next to the button after saving. */
  readonly savedNote: ReactNode;
  /** The result of react-hook-form's handleSubmit(). */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  readonly children: ReactNode;
};

/**
 * Shows a form with the result of the last attempt.
 *
 * @param saving State of the last attempt: a failure is shown above the button, success next to it.
 *   While an attempt runs, the button is inactive.
 */
export function EntryForm({
  title,
  lead,
  saveLabel,
  saving,
  failedTitle,
  savedNote,
  onSubmit,
  children,
}: EntryFormProps) {
  return (
    <form
      className={section["section"]}
      onSubmit={(event) => void onSubmit(event)}
      noValidate
      aria-label={title}
    >
      <h2>{title}</h2>
      {lead === undefined ? null : <p>{lead}</p>}
      {children}
      {saving.step === "failed" ? (
        <div role="alert">
          <Mark tone="stop">{failedTitle}</Mark>
          <FailureText failure={saving.failure} />
        </div>
      ) : null}
      <div className={styles["commands"]}>
        <Button submits rank="primary" disabled={saving.step === "saving"} keyName="Enter">
          {saveLabel}
        </Button>
        <span role="status">{saving.step === "saved" ? savedNote : null}</span>
      </div>
    </form>
  );
}

/** Mark of a saved form. */
export function SavedMark() {
  const { t } = useTranslation();
  return <Mark tone="ok">{t("organization.saved")}</Mark>;
}
