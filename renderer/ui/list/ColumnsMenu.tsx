/** The entry of a list's menu that chooses the visible columns. */
import { useTranslation } from "react-i18next";
import { MenuChoices, Submenu } from "../menu/Menu.tsx";
import type { KeptColumns } from "../table/kept-columns.ts";

type ColumnsMenuProps = {
  readonly columns: readonly { readonly id: string; readonly words: string }[];
  readonly kept: KeptColumns;
  readonly onKeep: (change: Partial<KeptColumns>) => void;
};

/** Shows all columns, the visible ones with a check mark. The last visible one cannot be hidden. */
export function ColumnsMenu({ columns, kept, onKeep }: ColumnsMenuProps) {
  const { t } = useTranslation();
  const all = columns.map(({ id }) => id);
  const keep = (shown: readonly string[]): void =>
    shown.length === 0 ? undefined : onKeep({ hidden: all.filter((id) => !shown.includes(id)) });
  return (
    <Submenu label={t("list.columns")}>
      <MenuChoices
        label={t("list.columns")}
        isMultiple
        options={columns.map(({ id, words }) => ({ value: id, words }))}
        chosen={all.filter((id) => !kept.hidden.includes(id))}
        onChoose={keep}
      />
    </Submenu>
  );
}
