/**
 * A list whose choice takes effect when its button is pressed: arrows move through the list without
 * effect. Esc restores the previous choice.
 */
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./Button.tsx";
import { useEscCloses } from "./use-esc-closes.ts";
import { Select, type SelectProps } from "./Select.tsx";

type ConfirmedSelectProps<Value extends string> = Pick<
  SelectProps,
  "label" | "none" | "isLabelHidden"
> & {
  readonly value: Value | "";
  readonly options: readonly { readonly value: Value; readonly words: string }[];
  /** Whether `none` may be chosen. */
  readonly mayBeNone?: boolean;
  /** The button's text. */
  readonly give: string;
  /** Who or what gets the chosen value, read by screen readers after the button's text. */
  readonly subject: string;
  readonly onGive: (value: Value | "") => Promise<void>;
  /** Explains the chosen value, next to the buttons that confirm it. */
  readonly note?: (value: Value | "") => ReactNode;
  /** Shown next to the list while no other value is chosen. */
  readonly children?: ReactNode;
};

export function ConfirmedSelect<Value extends string>({
  mayBeNone = false,
  give,
  subject,
  onGive,
  note,
  children,
  ...list
}: ConfirmedSelectProps<Value>) {
  const [chosen, setChosen] = useState<Value | "" | null>(null);
  const box = useRef<HTMLSelectElement>(null);
  const close = (): void => {
    setChosen(null);
    box.current?.focus();
  };
  const words = list.options.find(({ value }) => value === chosen)?.words ?? list.none;
  return (
    <>
      <Select
        {...list}
        value={chosen ?? list.value}
        inputRef={box}
        onChange={(text) => {
          const value = list.options.find((one) => one.value === text)?.value ?? "";
          const isOther = value !== list.value && (value !== "" || mayBeNone);
          setChosen(isOther ? value : null);
        }}
      />
      {chosen === null ? (
        children
      ) : (
        <Confirm
          give={give}
          label={`${give}: ${subject}, ${words}`}
          onGive={() => void onGive(chosen).then(close)}
          onKeep={close}
          note={note?.(chosen)}
        />
      )}
    </>
  );
}

type ConfirmProps = {
  readonly give: string;
  readonly label: string;
  readonly onGive: () => void;
  readonly onKeep: () => void;
  readonly note: ReactNode;
};

function Confirm({ give, label, onGive, onKeep, note }: ConfirmProps) {
  const { t } = useTranslation();
  useEscCloses(onKeep);
  return (
    <>
      <Button small label={label} onPress={onGive}>
        {give}
      </Button>
      <Button small onPress={onKeep}>
        {t("form.keep")}
      </Button>
      <span role="status">{note}</span>
    </>
  );
}
