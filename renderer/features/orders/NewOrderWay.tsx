/** Home view without an order: the button that opens the form of a new order. */
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { openNewOrder } from "./order-commands.ts";

/** Shows the button after the ways to import orders. */
export function NewOrderWay() {
  const { t } = useTranslation();
  return (
    <Button rank="quiet" keyName="Ctrl+N" onPress={openNewOrder}>
      {t("app.view.newOrder")}
    </Button>
  );
}
