/** The bar that says why the form of a new order was not opened, while the cause lasts. */
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import styles from "./Notices.module.css";
import { useStore } from "./store.ts";

/** Shows nothing while the form may be opened. */
export function RefusedBar() {
  const { t } = useTranslation();
  const why = useStore(({ newOrderRefused, asked, openOrder }) =>
    (newOrderRefused === "asked" && asked !== null) ||
    (newOrderRefused === "busy" && openOrder.is === "busy")
      ? newOrderRefused
      : null,
  );
  const refuse = useStore((store) => store.refuseNewOrder);
  if (why === null) return null;
  return (
    <div className={styles["link"]} role="status" data-testid="new-order-refused">
      <TriangleAlert size={18} aria-hidden="true" />
      <p>
        <b>{t(`orders.refused.${why}`)}</b>
      </p>
      <Button small onPress={() => refuse(null)}>
        {t("orders.refused.close")}
      </Button>
    </div>
  );
}
