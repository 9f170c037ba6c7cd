/**
 * Fields of an address, shared by every form with an address. A refused value shows an error at its
 * field; an unusual value shows a warning.
 */
import { useTranslation } from "react-i18next";
import { fold } from "../../../core/base/text.ts";
import { normalizePhone } from "../../../core/base/phone.ts";
import { Field } from "../Field.tsx";
import {
  unusualOf,
  withRepaired,
  wrongsOf,
  type AddressDraft,
  type AddressKind,
  type DraftField,
} from "./address-draft.ts";
import styles from "./AddressForm.module.css";
import { PasteAddress } from "./PasteAddress.tsx";
import { PlaceField } from "./PlaceField.tsx";
import { SuggestField } from "./SuggestField.tsx";
import { useKnownNames } from "./use-places.ts";

type AddressFieldsProps = {
  readonly draft: AddressDraft;
  readonly onDraft: (draft: AddressDraft) => void;
  readonly kind: AddressKind;
  readonly needsEmail: boolean;
  /** Whether wrong fields are marked: from the first attempt to save. */
  readonly isTried: boolean;
  readonly focusNow?: boolean;
  /** Whether the form shows the field for a pasted address in another place. */
  readonly pastesElsewhere?: boolean;
};

const MOST_SHOWN = 50;

/** Shows the fields of an address. @param onDraft Called with the whole draft after each change. */
export function AddressFields(props: AddressFieldsProps) {
  const { draft, onDraft, kind } = props;
  const { t } = useTranslation();
  const known = useKnownNames(draft.place?.districtID ?? null);
  const wrongs = props.isTried ? wrongsOf(draft, kind, props.needsEmail) : {};
  const unusual = unusualOf(draft, known, kind);
  const set = (change: Partial<AddressDraft>): void => onDraft({ ...draft, ...change });
  const wrongOf = (field: DraftField): string | null => {
    const key = wrongs[field];
    return key === undefined ? null : t(`addresses.wrong.${key}`);
  };
  const unusualIn = (field: DraftField): string | null => {
    const key = unusual[field];
    return key === undefined ? null : t(`addresses.unusual.${key}`);
  };
  const parts: PartProps = { draft, set, wrongOf, unusualIn };

  return (
    <div className={styles["fields"]}>
      {props.pastesElsewhere === true ? null : (
        <PasteAddress
          onRepaired={(repaired) => onDraft(withRepaired(draft, repaired))}
          onChoice={(place) => set({ place })}
        />
      )}
      <Person {...parts} focusNow={props.focusNow ?? false} />
      <Place {...parts} known={known} />
      <Street {...parts} known={known} />
      <More {...parts} />
    </div>
  );
}

type PartProps = {
  readonly draft: AddressDraft;
  readonly set: (change: Partial<AddressDraft>) => void;
  /** Returns the words shown at the field; null: none. */
  readonly wrongOf: (field: DraftField) => string | null;
  readonly unusualIn: (field: DraftField) => string | null;
};
type KnownProps = { readonly known: ReturnType<typeof useKnownNames> };

function Person({
  draft,
  set,
  wrongOf,
  unusualIn,
  focusNow,
}: PartProps & { readonly focusNow: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={styles["two"]}>
      <Field
        label={t("addresses.field.name")}
        value={draft.name}
        onChange={(name) => set({ name })}
        wrong={wrongOf("name")}
        focusNow={focusNow}
      />
      <div
        onBlur={() => {
          if (draft.phone.trim() !== "") set({ phone: normalizePhone(draft.phone).phone });
        }}
      >
        <Field
          label={t("addresses.field.phone")}
          value={draft.phone}
          onChange={(phone) => set({ phone })}
          wrong={wrongOf("phone")}
          placeholder={t("addresses.example.phone")}
          numeric
          {...hintOf(unusualIn("phone"))}
        />
      </div>
    </div>
  );
}

/** The district and its neighbourhood. */
function Place({ draft, set, wrongOf, unusualIn, known }: PartProps & KnownProps) {
  const { t } = useTranslation();
  return (
    <div className={styles["two"]}>
      <PlaceField
        place={draft.place}
        onPlace={(chosen) => set({ place: chosen })}
        wrong={wrongOf("place")}
      />
      <SuggestField
        label={t("addresses.field.neighbourhood")}
        text={draft.neighbourhood}
        onText={(neighbourhood) => set({ neighbourhood })}
        onChoose={(neighbourhood) => set({ neighbourhood })}
        suggestions={suggest(known?.neighbourhoods ?? [], draft.neighbourhood)}
        countWords={t("addresses.suggestions", {
          count: suggest(known?.neighbourhoods ?? [], draft.neighbourhood).length,
        })}
        placeholder={draft.place === null ? t("addresses.placeFirst") : ""}
        unusual={unusualIn("neighbourhood")}
      />
    </div>
  );
}

/** The line with the street, and the postal code. */
function Street({ draft, set, wrongOf, unusualIn, known }: PartProps & KnownProps) {
  const { t } = useTranslation();
  return (
    <div className={styles["lineAndZip"]}>
      <Field
        label={t("addresses.field.line")}
        value={draft.line}
        onChange={(line) => set({ line })}
        wrong={wrongOf("line")}
        placeholder={t("addresses.example.line")}
      />
      <SuggestField
        label={t("addresses.field.zip")}
        text={draft.zip}
        onText={(zip) => set({ zip })}
        onChoose={(zip) => set({ zip })}
        suggestions={draft.zip.trim() === "" ? [] : suggest(known?.postalCodes ?? [], draft.zip)}
        countWords={t("addresses.suggestions", {
          count: suggest(known?.postalCodes ?? [], draft.zip).length,
        })}
        numeric
        unusual={unusualIn("zip")}
      />
    </div>
  );
}

/** A second line, and the e-mail address. */
function More({ draft, set, wrongOf, unusualIn }: PartProps) {
  const { t } = useTranslation();
  return (
    <div className={styles["two"]}>
      <Field
        label={t("addresses.field.address2")}
        value={draft.address2}
        onChange={(address2) => set({ address2 })}
      />
      <Field
        label={t("addresses.field.email")}
        value={draft.email}
        onChange={(email) => set({ email })}
        wrong={wrongOf("email")}
        {...hintOf(unusualIn("email"))}
      />
    </div>
  );
}

function hintOf(words: string | null): { hint?: string } {
  return words === null ? {} : { hint: words };
}

/**
 * Returns up to MOST_SHOWN names: first those that begin with the text, then those that contain the
 * text; none once the text is a whole name.
 */
function suggest(names: readonly string[], text: string): { id: string; words: string }[] {
  const wanted = fold(text);
  if (names.some((name) => fold(name) === wanted)) return [];
  const begin = names.filter((name) => fold(name).startsWith(wanted));
  const have =
    wanted === ""
      ? []
      : names.filter((name) => !fold(name).startsWith(wanted) && fold(name).includes(wanted));
  return [...begin, ...have].slice(0, MOST_SHOWN).map((name) => ({ id: name, words: name }));
}
