/** The last deletion or merge of addresses, while it can be undone. */
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import styles from "./Addresses.module.css";
import { useAddresses } from "./use-addresses.ts";

/** Says what was done, with the button that undoes it. @returns null when nothing can be undone. */
export function BookUndo() {
  const { t } = useTranslation();
  const undo = useAddresses((store) => store.bookUndo);
  const undoBook = useAddresses((store) => store.undoBook);
  if (undo === null) return null;
  return (
    <div className={styles["undo"]} role="status" data-testid="book-undo">
      <Mark tone="ok">
        {t(`addresses.undo.${undo.what}`, { name: undo.name, count: undo.undo.addressIDs.length })}
      </Mark>
      <Button small keyName="F8" onPress={() => void undoBook()}>
        {t("addresses.undo.takeBack")}
      </Button>
    </div>
  );
}
