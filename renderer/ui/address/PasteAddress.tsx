/** Parses an address that was copied from a message, and states what was guessed. */
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { repairAddress } from "../../../core/shipping/addresses/address-book.api.ts";
import type { Repaired } from "../../../core/shipping/addresses/repair/repair.schema.ts";
import { call } from "../../lib/bridge.ts";
import { Button } from "../Button.tsx";
import fieldStyles from "../Field.module.css";
import { Mark } from "../Mark.tsx";
import styles from "./AddressForm.module.css";

type PasteAddressProps = {
  readonly onRepaired: (repaired: Repaired) => void;
  /** Called when the person chose one of the districts that the text may mean. */
  readonly onChoice: (place: Repaired["choices"][number]) => void;
  /** The text, for a form that keeps it while another view is open. */
  readonly kept?: { readonly text: string; readonly onText: (text: string) => void };
};

/**
 * Parses pasted text at once; typed text on Ctrl+Enter or the button. Parses only the first 2,000
 * characters. A second Ctrl+Enter saves the form.
 */
export function PasteAddress({ onRepaired, onChoice, kept }: PasteAddressProps) {
  const { t } = useTranslation();
  const [own, setOwn] = useState("");
  const { text, onText: setText } = kept ?? { text: own, onText: setOwn };
  const [read, setRead] = useState<Repaired | null>(null);
  const [readText, setReadText] = useState("");
  const repair = async (pasted: string): Promise<void> => {
    if (pasted.trim() === "") return;
    const repaired = await call(repairAddress, { body: { text: pasted.slice(0, 2_000) } }).catch(
      () => null,
    );
    if (repaired === null) return;
    setRead(repaired);
    setReadText(pasted);
    onRepaired(repaired);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // For a parsed text, the key saves the form, as the form's button says.
    if (event.key !== "Enter" || !event.ctrlKey || text === readText) return;
    event.preventDefault();
    event.stopPropagation();
    void repair(text);
  };

  return (
    <div className={styles["paste"]}>
      <label className={fieldStyles["field"]}>
        <span className={fieldStyles["label"]}>{t("addresses.paste.label")}</span>
        <textarea
          className={styles["pasted"]}
          rows={1}
          value={text}
          placeholder={t("addresses.paste.example")}
          spellCheck={false}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value);
            if (isPaste(event.nativeEvent)) void repair(event.target.value);
          }}
        />
      </label>
      {text.trim() === "" || text === readText ? null : (
        <Button small onPress={() => void repair(text)}>
          {t("addresses.paste.read")}
        </Button>
      )}
      <Reading read={read} />
      {read === null || read.choices.length === 0 ? null : (
        <Choices
          choices={read.choices}
          onChoose={(choice) => {
            onChoice(choice);
            setRead({ ...read, choices: [], confidence: "LIKELY" });
          }}
        />
      )}
    </div>
  );
}

/** Returns whether the text was pasted. */
function isPaste(event: Event): boolean {
  return event instanceof InputEvent && event.inputType.startsWith("insertFromPaste");
}

/** How certain the result is, and what was guessed. */
function Reading({ read }: { readonly read: Repaired | null }) {
  const { t } = useTranslation();
  return (
    <div role="status" className={styles["guesses"]} data-testid="paste-result">
      {read === null ? null : read.confidence === "SURE" ? (
        <Mark tone="ok">{t("addresses.paste.sure")}</Mark>
      ) : (
        <Mark tone="attention">
          {t(
            read.confidence === "ASKS"
              ? read.choices.length > 0
                ? "addresses.paste.choose"
                : "addresses.paste.noPlace"
              : "addresses.paste.likely",
          )}
        </Mark>
      )}
      {read === null || read.guesses.length === 0 ? null : (
        <ul>
          {read.guesses.map((guess) => (
            <li key={`${guess.field} ${guess.why}`}>
              {t(`addresses.guess.${guess.why}`, {
                field: t(`addresses.guessed.${guess.field}`),
                written: guess.written,
                read: guess.read,
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type ChoicesProps = {
  readonly choices: Repaired["choices"];
  readonly onChoose: (choice: Repaired["choices"][number]) => void;
};

/** The districts that the text may mean. */
function Choices({ choices, onChoose }: ChoicesProps) {
  return (
    <div className={styles["choices"]}>
      {choices.map((choice) => (
        <Button key={choice.districtID} small onPress={() => onChoose(choice)}>
          {`${choice.districtName} / ${choice.cityName}`}
        </Button>
      ))}
    </div>
  );
}
