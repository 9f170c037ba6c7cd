/** A button that, when pressed, is replaced by two: one cancels, the other confirms. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { focusHeadingIfLost } from "../lib/focus.ts";
import { Button } from "./Button.tsx";
import { noteOpenPart } from "./use-esc-closes.ts";

type AskTwiceProps = {
  /** Name of what the command acts on, for screen readers. */
  readonly subject: string;
  readonly words: string;
  /** Words of the second press. */
  readonly confirm: string;
  /** Whether the command destroys nothing. */
  readonly isSafe?: boolean;
  readonly onConfirm: () => void;
};

/**
 * Shows the button. After the first press the focus is on the button that cancels, and Esc cancels
 * too. After an answer the first button is back and has the focus; when it is removed, the view's
 * heading gets the focus.
 *
 * @param onConfirm Called by the second press.
 */
export function AskTwice({ subject, words, confirm, isSafe = false, onConfirm }: AskTwiceProps) {
  const { t } = useTranslation();
  const [step, setStep] = useState<"closed" | "asked" | "answered">("closed");
  useEffect(() => {
    if (step === "asked") return noteOpenPart(() => setStep("answered"));
    return step === "answered" ? () => queueMicrotask(() => focusHeadingIfLost(null)) : undefined;
  }, [step]);
  // With a key, each button is another element and takes the focus when it appears.
  if (step !== "asked") {
    return (
      <Button
        key="ask"
        small
        rank={isSafe ? "secondary" : "quiet"}
        danger={!isSafe}
        label={`${words}: ${subject}`}
        focusNow={step === "answered"}
        onPress={() => setStep("asked")}
      >
        {words}
      </Button>
    );
  }
  return (
    <>
      <Button key="keep" small focusNow onPress={() => setStep("answered")}>
        {t("form.keep")}
      </Button>
      <Button
        key="confirm"
        small
        danger={!isSafe}
        label={`${confirm}: ${subject}`}
        onPress={() => {
          setStep("answered");
          onConfirm();
        }}
      >
        {confirm}
      </Button>
    </>
  );
}
