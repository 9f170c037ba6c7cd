/** A short list of two typed columns, such as days and percentages. */
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { rowsIn } from "./build-extras.ts";
import styles from "./Prices.module.css";
import type { Fault, Faults } from "./typed-values.ts";

type PairRowsProps = {
  /** Name of the list in the form, whose text is JSON. */
  readonly field: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly columns: readonly [string, string];
  readonly addWords: string;
  /** Values of a new row. */
  readonly fresh?: readonly [string, string];
  readonly faults: Faults;
};

/** Shows the rows, each with a command that removes it, and a command that adds a row. */
export function PairRows(props: PairRowsProps) {
  const { field, value, onChange, columns, addWords, fresh = ["", ""], faults } = props;
  const { t } = useTranslation();
  const rows = rowsIn(value);
  const change = (next: readonly (readonly string[])[]): void => onChange(JSON.stringify(next));
  const wrong = (fault: Fault | undefined): string | null =>
    fault === undefined ? null : t(`agreements.wrong.${fault}`);
  return (
    <div className={styles["pairs"]}>
      {rows.map((row, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row has nothing else that stays
        <div key={i} className={styles["pair"]}>
          {columns.map((label, column) => (
            <Field
              key={label}
              label={label}
              value={row[column] ?? ""}
              onChange={(text) =>
                change(rows.map((one, j) => (j === i ? one.with(column, text) : one)))
              }
              wrong={column === 0 ? wrong(faults.get(`${field}.${i}`)) : null}
              focusNow={column === 0 && i === rows.length - 1 && row.join("") === fresh.join("")}
            />
          ))}
          <Button
            small
            rank="quiet"
            label={t("prices.removeRow", { row: row.join(" ") })}
            onPress={() => change(rows.toSpliced(i, 1))}
          >
            {t("prices.remove")}
          </Button>
        </div>
      ))}
      <div>
        <Button small onPress={() => change([...rows, fresh])}>
          {addWords}
        </Button>
      </div>
    </div>
  );
}
