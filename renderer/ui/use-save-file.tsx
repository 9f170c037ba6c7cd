/** Requests a file from the station and saves it, and shows the result. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type Failure } from "../lib/failure.ts";
import { FailureText } from "./FailureText.tsx";
import { Mark } from "./Mark.tsx";

type Saving =
  | { readonly step: "none" | "saving" }
  | { readonly step: "saved"; readonly name: string }
  | { readonly step: "failed"; readonly failure: Failure };

export type SavingFile = {
  readonly state: Saving;
  /** Saves a file; ignored while another one is being saved. */
  readonly run: (save: () => Promise<string | null>) => void;
};

/**
 * Keeps the state of the file that is being saved, and of the last result.
 *
 * @returns `run` takes a function that resolves to the name of the saved file; null when no place
 *   was chosen.
 */
export function useSaveFile(): SavingFile {
  const [state, setState] = useState<Saving>({ step: "none" });
  const save = async (work: () => Promise<string | null>): Promise<void> => {
    if (state.step === "saving") return;
    setState({ step: "saving" });
    setState(
      await work().then(
        (name): Saving => (name === null ? { step: "none" } : { step: "saved", name }),
        (error: unknown): Saving => ({ step: "failed", failure: failureOf(error) }),
      ),
    );
  };
  return { state, run: (work) => void save(work) };
}

/** Shows the result of the last file. */
export function SavedFile({ saving: { state } }: { readonly saving: SavingFile }) {
  const { t } = useTranslation();
  return (
    <>
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
    </>
  );
}
