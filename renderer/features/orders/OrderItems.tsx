/** The items of the typed order: a grid with an empty line at its end. */
import { X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Input } from "react-aria-components";
import fieldStyles from "../../ui/Field.module.css";
import { goToParcel, ITEMS_ID } from "./form-fields.ts";
import styles from "./OrderItems.module.css";
import {
  shownItems,
  withItem,
  withoutItem,
  wrongsOf,
  type ItemDraft,
  type ItemField,
} from "./order-draft.ts";
import { changeOrder, orderDraft, useOrderDraft } from "./typed-order.ts";

const FIELDS = ["title", "quantity", "sku", "price"] as const satisfies readonly ItemField[];

/** Shows the lines. @param isTried Whether wrong fields are marked. */
export function OrderItems({ isTried }: { readonly isTried: boolean }) {
  const { t } = useTranslation();
  const draft = useOrderDraft();
  const items = shownItems(draft);
  const wrongs = isTried ? wrongsOf(draft).items : {};
  return (
    <section className={styles["items"]} id={ITEMS_ID} onKeyDown={onKeyDown}>
      <h2>{t("orders.items")}</h2>
      <div className={styles["head"]} data-empty={items.length === 1} aria-hidden="true">
        {FIELDS.map((field) => (
          <span key={field}>{t(`orders.item.${field}`)}</span>
        ))}
      </div>
      <ol className={styles["lines"]} data-empty={items.length === 1}>
        {items.map((item, at) => (
          <Line
            key={at}
            item={item}
            at={at}
            wrongs={wrongs[at] ?? {}}
            isLast={at === items.length - 1}
          />
        ))}
      </ol>
    </section>
  );
}

type LineProps = {
  readonly item: ItemDraft;
  readonly at: number;
  readonly wrongs: ReturnType<typeof wrongsOf>["items"][number];
  /** The empty line at the end. */
  readonly isLast: boolean;
};

function Line({ item, at, wrongs, isLast }: LineProps) {
  const { t } = useTranslation();
  const no = at + 1;
  const [wrong] = Object.values(wrongs);
  const wrongID = `${ITEMS_ID}-wrong-${at}`;
  return (
    <li>
      <div className={styles["line"]}>
        {FIELDS.map((field) => (
          <Input
            key={field}
            className={fieldStyles["input"] ?? ""}
            aria-label={t("orders.itemField", { no, field: t(`orders.item.${field}`) })}
            aria-invalid={wrongs[field] !== undefined}
            aria-describedby={wrongs[field] === undefined ? undefined : wrongID}
            data-invalid={wrongs[field] === undefined ? undefined : true}
            data-title={field === "title" ? true : undefined}
            data-column={field}
            inputMode={field === "quantity" ? "numeric" : field === "price" ? "decimal" : "text"}
            placeholder={field === "quantity" && !isLast ? "1" : ""}
            autoComplete="off"
            spellCheck={false}
            value={item[field]}
            onChange={({ target: { value } }) =>
              changeOrder({ items: withItem(orderDraft(), at, { [field]: value }) })
            }
          />
        ))}
        {isLast ? null : (
          <button
            type="button"
            className={styles["remove"]}
            aria-label={t("orders.removeItem", { no })}
            title={t("orders.removeItem", { no })}
            onClick={(event) => {
              focusTitle(event.currentTarget, at);
              changeOrder({ items: withoutItem(orderDraft(), at) });
            }}
          >
            <X size={18} aria-hidden="true" />
          </button>
        )}
      </div>
      {wrong === undefined ? null : (
        <p id={wrongID} className={fieldStyles["wrong"]}>
          {t(`orders.wrong.${wrong}`)}
        </p>
      )}
    </li>
  );
}

/** The removed line's place is taken by the line after it, whose title gets the focus. */
function focusTitle(button: Element, at: number): void {
  const section = button.closest(`#${ITEMS_ID}`);
  requestAnimationFrame(() =>
    section?.querySelectorAll<HTMLInputElement>("[data-title]")[at]?.focus(),
  );
}

/**
 * Enter goes from a title to its quantity and from there to the next line; from an empty title it
 * leaves the grid. Arrows go up and down a column.
 */
function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget: grid, key } = event;
  if (!(target instanceof HTMLInputElement) || event.ctrlKey || event.altKey) return;
  const column = target.dataset["column"] ?? "";
  const cells = (name: string): HTMLInputElement[] => [
    ...grid.querySelectorAll<HTMLInputElement>(`[data-column=${name}]`),
  ];
  const at = cells(column).indexOf(target);
  if (key === "ArrowDown" || key === "ArrowUp") {
    event.preventDefault();
    return focus(cells(column)[at + (key === "ArrowDown" ? 1 : -1)]);
  }
  if (key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (event.repeat) return;
  if (column !== "title") return focus(cells("title")[at + 1]);
  if (target.value.trim() === "") return goToParcel();
  focus(cells("quantity")[at]);
}

function focus(cell: HTMLInputElement | undefined): void {
  cell?.focus();
  cell?.select();
}
