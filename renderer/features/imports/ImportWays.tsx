/** Ways to import orders while none is open: the button, and a hint that files can be dropped. */
import { useTranslation } from "react-i18next";
import type { SlotProps } from "../../store/slots.tsx";
import { Button } from "../../ui/Button.tsx";
import { importFiles } from "./import-files.ts";
import styles from "./ImportPanel.module.css";
import { useImports } from "./use-imports.ts";

/**
 * The import button, inactive while the file dialog is open.
 *
 * @param isMain Whether importing is the main command of the screen.
 */
export function ImportWays({ isMain }: SlotProps["emptyHome"]) {
  const { t } = useTranslation();
  const choosing = useImports((store) => store.choosing);
  return (
    <>
      <Button
        keyName="F7"
        rank={isMain ? "primary" : "secondary"}
        disabled={choosing}
        onPress={() => importFiles()}
      >
        {t("empty.import")}
      </Button>
      <span className={styles["hint"]}>{choosing ? t("empty.choosing") : t("empty.drop")}</span>
    </>
  );
}

/** Inside the scan field: the name of the file that is read while an order is open. */
export function ReadingFile() {
  const { t } = useTranslation();
  // Without an open order, the panel of results shows the name.
  const reading = useImports((store) => (store.openOrder.is === "none" ? null : store.reading));
  return reading === null ? null : t("import.reading", { file: reading });
}
