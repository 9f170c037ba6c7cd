/** All open changes of orders, also of files that came without this window. */
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ChangeList } from "./ChangeList.tsx";
import styles from "./ImportPanel.module.css";
import { useImports } from "./use-imports.ts";

/** Shows the changes until Esc closes them. */
export function ChangesPanel() {
  const { t } = useTranslation();
  const changes = useImports((store) => store.orderChanges);
  const show = useImports((store) => store.showChanges);
  const { list = [], total = 0 } = changes ?? {};
  return (
    <div className={styles["imports"]}>
      <Panel
        tone={list.length === 0 ? "info" : "attention"}
        title={
          list.length === 0 ? t("orderChanges.empty") : t("orderChanges.title", { count: total })
        }
        testID="order-changes"
      >
        <ChangeList changes={list} />
        {total > list.length ? <p>{t("orderChanges.most")}</p> : null}
      </Panel>
      <div className={styles["commands"]}>
        <Button rank="primary" keyName="Esc" onPress={() => show(false)}>
          {t("orderChanges.close")}
        </Button>
      </div>
    </div>
  );
}
