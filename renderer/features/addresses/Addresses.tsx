/**
 * The address book: the list with its search; and the open address, the duplicates, or a file to
 * import.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { exportAddresses } from "../../../core/shipping/imports/address-imports.api.ts";
import { saveFile } from "../../lib/bridge.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { SaveFileButton } from "../../ui/SaveFileButton.tsx";
import { View } from "../../ui/View.tsx";
import {
  focusBookSearch,
  importAddresses,
  newAddress,
  showDuplicates,
} from "./address-commands.ts";
import { AddressList } from "./AddressList.tsx";
import { AddressPane } from "./AddressPane.tsx";
import styles from "./Addresses.module.css";
import { useAddresses } from "./use-addresses.ts";

/** Reads the list on mount, and focuses the search. */
export function Addresses() {
  const { t, i18n } = useTranslation();
  const failure = useAddresses((store) => store.bookFailure);
  const kind = useAddresses((store) => store.bookKind);
  const isEmpty = useAddresses((store) => store.book?.total === 0 && store.bookSearch === "");
  const load = useAddresses((store) => store.loadBook);
  useEffect(() => {
    void load();
    focusBookSearch();
  }, [load]);
  const exportAs = (format: "csv" | "xlsx") => () =>
    saveFile(exportAddresses, {
      query: {
        isRecipient: kind === "recipient",
        format,
        language: i18n.language === "tr" ? "tr" : "en",
      },
    });

  return (
    <View title={t("addresses.title")} wide>
      <div className={styles["top"]}>
        <Button keyName="F2" onPress={newAddress}>
          {t(`addresses.new.${kind}`)}
        </Button>
        <Button keyName="F3" onPress={showDuplicates}>
          {t("addresses.duplicates.open")}
        </Button>
        <Button keyName="F7" onPress={importAddresses}>
          {t("addresses.import.open")}
        </Button>
        {isEmpty ? null : (
          <>
            <SaveFileButton words={t("addresses.exportCsv")} save={exportAs("csv")} />
            <SaveFileButton words={t("addresses.exportXlsx")} save={exportAs("xlsx")} />
          </>
        )}
      </div>
      {failure === null ? null : (
        <div role="alert">
          <FailureText failure={failure} />
        </div>
      )}
      <div className={styles["halves"]}>
        <AddressList />
        <AddressPane />
      </div>
    </View>
  );
}
