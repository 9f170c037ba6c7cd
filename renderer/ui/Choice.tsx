/** A labelled row of segments, of which one is chosen. */
import { Label, Radio, RadioGroup, Text } from "react-aria-components";
import styles from "./Choice.module.css";

type ChoiceProps<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly words: string }[];
  readonly onChange: (value: T) => void;
  readonly hint?: string;
  /** Whether the label is for screen readers only. */
  readonly isLabelHidden?: boolean;
  /** Whether the chosen option takes the focus when it appears. */
  readonly focusNow?: boolean;
};

/**
 * Shows the options as segments; screen readers know them as radio buttons.
 *
 * @param value The chosen one of `options`.
 * @param onChange Called with each newly chosen value.
 */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
  hint,
  isLabelHidden = false,
  focusNow = false,
}: ChoiceProps<T>) {
  return (
    <RadioGroup
      className={styles["group"] ?? ""}
      value={value}
      onChange={(chosen) => onChange(chosen as T)}
      orientation="horizontal"
    >
      <Label className={isLabelHidden ? "hidden" : (styles["label"] ?? "")}>{label}</Label>
      <div className={styles["options"]}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            className={styles["option"] ?? ""}
            autoFocus={focusNow && option.value === value}
          >
            {option.words}
          </Radio>
        ))}
      </div>
      {hint === undefined ? null : (
        <Text slot="description" className={styles["hint"] ?? ""}>
          {hint}
        </Text>
      )}
    </RadioGroup>
  );
}
