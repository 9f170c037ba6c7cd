/** Offers to remember an unknown code as the barcode of one of the order's items, by a digit. */
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import type { PackStep } from "../pack-step.ts";
import styles from "./LearnItem.module.css";
import { learnItem, titleOf } from "./item-commands.ts";
import { isConflict, itemsToLearn } from "./wrong-item.ts";

/**
 * Lists the items that the code may belong to, or says that two products have the code.
 *
 * @returns null when the code can belong to none.
 */
export function LearnItem({ pack }: { readonly pack: PackStep }) {
  const { t } = useTranslation();
  const items = itemsToLearn(pack);
  if (isConflict(pack)) return <p data-testid="barcode-conflict">{t("desk.learn.conflict")}</p>;
  if (items.length === 0) return null;
  return (
    <div className={styles["learn"]} data-testid="learn-item">
      <p>{t("desk.learn.lead")}</p>
      <ul>
        {items.map((item, i) => (
          <li key={item.id}>
            <Button keyName={String(i + 1)} onPress={() => void learnItem(i)}>
              {titleOf(item)}
              {titleOf(item) === item.sku ? null : ` · ${item.sku}`}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
