/** A button that requests a file from the station and saves it, with the result next to it. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type Failure } from "../lib/failure.ts";
import { Button, type Rank } from "./Button.tsx";
import { FailureText } from "./FailureText.tsx";
import { Mark } from "./Mark.tsx";
import styles from "./SaveFileButton.module.css";

type Saving =
  | { readonly step: "none" | "saving" }
  | { readonly step: "saved"; readonly name: string }
  | { readonly step: "failed"; readonly failure: Failure };

/**
 * Shows the button, and the result of the last attempt to save.
 *
 * @param save Resolves to the name of the saved file; null when no place was chosen.
 */
export function SaveFileButton({
  words,
  label,
  rank = "secondary",
  save,
}: {
  readonly words: string;

  readonly rank?: Rank;
  /** Accessible name, where the words alone are not enough. */
  readonly label?: string;
  readonly save: () => Promise<string | null>;
}) {
  const { t } = useTranslation();
  const [state, setState] = useState<Saving>({ step: "none" });
  const run = async (): Promise<void> => {
    // The button stays enabled meanwhile, because a disabled button loses the focus.
    if (state.step === "saving") return;
    setState({ step: "saving" });
    setState(
      await save().then(
        (name): Saving => (name === null ? { step: "none" } : { step: "saved", name }),
        (error: unknown): Saving => ({ step: "failed", failure: failureOf(error) }),
      ),
    );
  };

  return (
    <div className={styles["save"]}>
      <Button rank={rank} {...(label === undefined ? {} : { label })} onPress={() => void run()}>
        {state.step === "saving" ? t("saveFile.saving") : words}
      </Button>
      <span role="status" aria-live="polite">
        {state.step === "saved" ? (
          <Mark tone="ok">{t("saveFile.saved", { name: state.name })}</Mark>
        ) : null}
      </span>
      {state.step === "failed" ? (
        <div role="alert">
          <FailureText failure={state.failure} />
        </div>
      ) : null}
    </div>
  );
}
