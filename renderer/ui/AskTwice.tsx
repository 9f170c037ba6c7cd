/** A button that asks a second time in its own place. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { noteAskedTwice } from "./asked-twice.ts";
import { Button } from "./Button.tsx";

type AskTwiceProps = {
  /** What it is done to, for screen readers. */
  readonly subject: string;
  readonly words: string;
  /** What the second press does. */
  readonly confirm: string;
  readonly onConfirm: () => void;
};

/** The focus is on the way back first, and Esc takes it too. @param onConfirm Called by the second press. */
export function AskTwice({ subject, words, confirm, onConfirm }: AskTwiceProps) {
  const { t } = useTranslation();
  const [step, setStep] = useState<"closed" | "asked" | "kept">("closed");
  useEffect(() => (step === "asked" ? noteAskedTwice(() => setStep("kept")) : undefined), [step]);
  if (step !== "asked") {
    return (
      <Button small label={`${words}: ${subject}`} focusNow={step === "kept"} onPress={() => setStep("asked")}>
        {words}
      </Button>
    );
  }
  return (
    <>
      <Button small focusNow onPress={() => setStep("kept")}>
        {t("form.keep")}
      </Button>
      <Button
        small
        danger
        label={`${confirm}: ${subject}`}
        onPress={() => {
          setStep("closed");
          onConfirm();
        }}
      >
        {confirm}
      </Button>
    </>
  );
}
