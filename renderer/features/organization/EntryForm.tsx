/**
 * The frame of a form in Settings: its title, its fields, what became of the last try, and the one
 * button that Enter presses.
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
  /** What did not happen, above the failure's own words. */
  readonly failedTitle: string;
  /** Beside the button once it is saved. */
  readonly savedNote: ReactNode;
  /** As react-hook-form's handleSubmit() makes it. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  readonly children: ReactNode;
};

/**
 * @param saving The state of the last try: its failure is shown above the button, its success
 *   beside it; the button is inactive while it runs.
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
        <Button submits main disabled={saving.step === "saving"} keyName="Enter">
          {saveLabel}
        </Button>
        <span role="status">{saving.step === "saved" ? savedNote : null}</span>
      </div>
    </form>
  );
}

/** The mark of a saved form. */
export function SavedMark() {
  const { t } = useTranslation();
  return <Mark tone="ok">{t("organization.saved")}</Mark>;
}
