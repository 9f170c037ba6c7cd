/** A form with one address: Ctrl+Enter saves it from any field. */
import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../../lib/failure.ts";
import { Button } from "../Button.tsx";
import { FailureText } from "../FailureText.tsx";
import { Mark } from "../Mark.tsx";
import { AddressFields } from "./AddressFields.tsx";
import { bodyOf, wrongsOf, type AddressDraft, type AddressKind } from "./address-draft.ts";
import styles from "./AddressForm.module.css";

type AddressFormProps = {
  readonly label: string;
  readonly start: AddressDraft;
  readonly kind: AddressKind;
  readonly saveWords: string;
  readonly isSaving: boolean;
  readonly failure: Failure | null;
  readonly onSave: (body: ReturnType<typeof bodyOf>) => void;
  /** What was typed into it before, when it was left open. */
  readonly typed?: AddressDraft | null;
  /** Called with each change; null: it is as it started. */
  readonly onDraft?: (draft: AddressDraft | null) => void;
  /** A try was refused before it was sent. */
  readonly onRefused?: () => void;
  /** Beside the button. */
  readonly children?: ReactNode;
  readonly focusNow?: boolean;
};

/** @param start What the fields begin with; a new `key` begins anew. */
export function AddressForm({
  label,
  start,
  kind,
  saveWords,
  isSaving,
  failure,
  onSave,
  typed = null,
  onDraft,
  onRefused,
  children,
  focusNow = false,
}: AddressFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(typed ?? start);
  const [isTried, setTried] = useState(false);
  // A recipient that never had an e-mail may stay without one.
  const needsEmail = kind === "recipient" && (start.email !== "" || start.name === "");
  const change = (next: AddressDraft): void => {
    setDraft(next);
    onDraft?.(JSON.stringify(next) === JSON.stringify(start) ? null : next);
  };
  const save = (): void => {
    if (isSaving) return;
    setTried(true);
    if (Object.keys(wrongsOf(draft, kind, needsEmail)).length === 0) return onSave(bodyOf(draft));
    onRefused?.();
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLInputElement>("[aria-invalid=true]")?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key !== "Enter") return;
    if (event.ctrlKey) {
      event.preventDefault();
      save();
    } else if (event.target instanceof HTMLInputElement) event.preventDefault(); // Enter in a field saves nothing: it may end a scan
  };

  return (
    <form
      ref={form}
      className={styles["form"]}
      aria-label={label}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => event.preventDefault()}
    >
      <AddressFields
        draft={draft}
        onDraft={change}
        kind={kind}
        needsEmail={needsEmail}
        isTried={isTried}
        focusNow={focusNow}
      />
      {failure === null ? null : (
        <div role="alert">
          <Mark tone="stop">{t("addresses.notSaved")}</Mark>
          <FailureText failure={failure} />
        </div>
      )}
      <div className={styles["commands"]}>
        <Button main keyName="Ctrl+Enter" onPress={save}>
          {isSaving ? t("addresses.saving") : saveWords}
        </Button>
        {children}
      </div>
    </form>
  );
}
