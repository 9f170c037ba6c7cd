/**
 * Filters of a list as chips: a chip shows its filter's value, opens the menu of values, and is
 * removed by its x. A button adds the filters that are not set.
 */
import { ListFilter, X } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { MenuButton, MenuChoices, Submenu, type MenuOption } from "../menu/Menu.tsx";
import styles from "./Filters.module.css";

/** A filter. `chosen`: the chosen values; empty while the filter is not set. */
export type ListFilterSpec = {
  readonly name: string;
  readonly label: string;
  readonly options: readonly MenuOption[];
  readonly chosen: readonly string[];
  readonly isMultiple?: boolean;
  readonly onChoose: (chosen: readonly string[]) => void;
};

/** Shows a chip for each filter that is set, and the button with the menu of all filters. */
export function Filters({ filters }: { readonly filters: readonly ListFilterSpec[] }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const used = filters.filter(({ chosen }) => chosen.length > 0);
  return (
    <div ref={box} className={styles["filters"]} role="group" aria-label={t("list.filters")}>
      {used.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          // The chip is gone then, so the focus goes to the button that adds filters.
          onRemoved={() => box.current?.querySelector<HTMLElement>("[data-add] button")?.focus()}
        />
      ))}
      <span data-add="">
        <MenuButton
          label={t("list.addFilter")}
          className={styles["add"] ?? ""}
          testID="add-filter"
          words={
            <>
              <ListFilter size={15} aria-hidden="true" />
              {t("list.filter")}
            </>
          }
        >
          {filters.map((filter) => (
            <Submenu key={filter.name} label={filter.label}>
              <MenuChoices {...filter} />
            </Submenu>
          ))}
        </MenuButton>
      </span>
    </div>
  );
}

type ChipProps = { readonly filter: ListFilterSpec; readonly onRemoved: () => void };

function Chip({ filter, onRemoved }: ChipProps) {
  const { t } = useTranslation();
  const { name, label, options, chosen, onChoose } = filter;
  const words = options
    .filter(({ value }) => chosen.includes(value))
    .map((option) => option.words)
    .join(", ");
  return (
    <span className={styles["chip"]} data-testid={`filter-${name}`}>
      <MenuButton
        label={`${label}: ${words}`}
        className={styles["value"] ?? ""}
        words={
          <span className={styles["words"]}>
            <span className={styles["label"]}>{label}:</span> {words}
          </span>
        }
      >
        <MenuChoices {...filter} />
      </MenuButton>
      <button
        type="button"
        className={styles["remove"]}
        aria-label={t("list.removeFilter", { filter: label })}
        onClick={() => {
          onChoose([]);
          onRemoved();
        }}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </span>
  );
}
