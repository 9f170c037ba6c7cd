/** Home view without an order: leads to the orders that files have changed, while there are any. */
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { useImports } from "./use-imports.ts";

/** The button with the number of changed orders; nothing without one. */
export function ChangesLine() {
  const { t } = useTranslation();
  const total = useImports((store) => store.orderChanges?.total ?? 0);
  const show = useImports((store) => store.showChanges);
  return total === 0 ? null : (
    <Button keyName="Alt+D" onPress={() => show(true)}>
      {t("orderChanges.show", { count: total })}
    </Button>
  );
}
