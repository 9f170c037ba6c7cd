/** Choice of the visible columns of a large table. */
import { useEscCloses } from "../use-esc-closes.ts";
import { useFocusBack } from "../use-focus-back.ts";
import styles from "./BigTable.module.css";
import type { KeptColumns } from "./kept-columns.ts";

type ChoiceProps = {
  readonly label: string;
  readonly columns: readonly { readonly id: string; readonly words: string }[];
  readonly kept: KeptColumns;
  readonly onKeep: (change: Partial<KeptColumns>) => void;
  readonly onClose: () => void;
};

/** A checkbox for each column. The last visible column cannot be hidden. */
export function ColumnChoice({ label, columns, kept, onKeep, onClose }: ChoiceProps) {
  useEscCloses(onClose);
  useFocusBack();
  const shown = columns.filter(({ id }) => !kept.hidden.includes(id));
  return (
    <fieldset className={styles["choice"]} aria-label={label}>
      {columns.map(({ id, words }) => {
        const isShown = !kept.hidden.includes(id);
        return (
          <label key={id}>
            <input
              type="checkbox"
              checked={isShown}
              disabled={isShown && shown.length === 1}
              onChange={() =>
                onKeep({
                  hidden: isShown ? [...kept.hidden, id] : kept.hidden.filter((one) => one !== id),
                })
              }
            />
            {words}
          </label>
        );
      })}
    </fieldset>
  );
}
