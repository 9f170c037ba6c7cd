/** A labelled row of radio buttons for a few options. */
import { Label, Radio, RadioGroup, Text } from "react-aria-components";
import styles from "./Choice.module.css";

type ChoiceProps<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly words: string }[];
  readonly onChange: (value: T) => void;
  readonly hint?: string;
};

/**
 * Shows the options as radio buttons.
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
}: ChoiceProps<T>) {
  return (
    <RadioGroup
      className={styles["group"] ?? ""}
      value={value}
      onChange={(chosen) => onChange(chosen as T)}
      orientation="horizontal"
    >
      <Label className={styles["label"] ?? ""}>{label}</Label>
      <div className={styles["options"]}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} className={styles["option"] ?? ""}>
            <span className={styles["dot"]} aria-hidden="true" />
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
