/** A form for one address: Ctrl+Enter saves it from any field. */
import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../../lib/failure.ts";
import { uncover } from "../../lib/focus.ts";
import act from "../ActForm.module.css";
import { Button } from "../Button.tsx";
import { FailureText } from "../FailureText.tsx";
import { Mark } from "../Mark.tsx";
import { AddressFields } from "./AddressFields.tsx";
import { bodyOf, wrongsOf, type AddressDraft, type AddressKind } from "./address-draft.ts";
import styles from "./AddressForm.module.css";

type AddressFormProps = {
  readonly label: string;
  /** Initial values of the fields; a new `key` resets them. */
  readonly start: AddressDraft;
  readonly kind: AddressKind;
  readonly saveWords: string;
  readonly isSaving: boolean;
  readonly failure: Failure | null;
  readonly onSave: (body: ReturnType<typeof bodyOf>) => void;
  /** Unsaved draft from an earlier visit. */
  readonly typed?: AddressDraft | null;
  /** Called with each change; null: the draft equals the initial values. */
  readonly onDraft?: (draft: AddressDraft | null) => void;
  /** Called when an attempt was refused before it was sent. */
  readonly onRefused?: () => void;
  /** Shown next to the button. */
  readonly children?: ReactNode;
  readonly focusNow?: boolean;
};

type Typing = {
  readonly draft: AddressDraft;
  readonly needsEmail: boolean;
  /** Whether saving was attempted; wrong fields are marked from then on. */
  readonly isTried: boolean;
  readonly change: (draft: AddressDraft) => void;
  readonly save: () => void;
};

/**
 * Returns the form's draft, and the functions that change and save it. Saves only a draft without
 * wrong fields.
 */
function useTyping(
  { start, kind, isSaving, onSave, typed = null, onDraft, onRefused }: AddressFormProps,
  form: RefObject<HTMLFormElement | null>,
): Typing {
  const [draft, setDraft] = useState(typed ?? start);
  const [isTried, setTried] = useState(false);
  // A recipient without an e-mail may stay without one.
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
  return { draft, needsEmail, isTried, change, save };
}

/** The form; marks wrong fields from the first attempt to save. */
export function AddressForm(props: AddressFormProps) {
  const { label, kind, saveWords, isSaving, failure, children, focusNow = false } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const { draft, needsEmail, isTried, change, save } = useTyping(props, form);
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key !== "Enter") return;
    if (event.ctrlKey) {
      event.preventDefault();
      save();
      // Enter in a field saves nothing, because it may end a scan
    } else if (event.target instanceof HTMLInputElement) event.preventDefault();
  };

  return (
    <form
      ref={form}
      className={styles["form"]}
      aria-label={label}
      noValidate
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget, target }) => uncover(currentTarget, target)}
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
      <div className={`${act["commands"]} ${act["stays"]}`} data-stays="">
        <Button rank="primary" keyName="Ctrl+Enter" onPress={save}>
          {isSaving ? t("addresses.saving") : saveWords}
        </Button>
        {children}
      </div>
    </form>
  );
}
