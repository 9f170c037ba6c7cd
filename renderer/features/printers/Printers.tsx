/** Printers of this station: their states, what prints where, and adding a printer. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Choice } from "../../ui/Choice.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { View } from "../../ui/View.tsx";
import { AddPrinter } from "./AddPrinter.tsx";
import { Journal, JournalStates } from "./Journal.tsx";
import { PRINTERS_PARTS } from "./journal.slice.ts";
import { PrinterRow } from "./PrinterRow.tsx";
import { PrintRoles } from "./PrintRoles.tsx";
import styles from "./Printers.module.css";
import { SharedPrinters } from "./SharedPrinters.tsx";
import { SimulatorLink } from "./SimulatorLink.tsx";
import { usePrinters } from "./use-printers.ts";

/** Reads the printers on mount. The print journal is the view's second tab. */
export function Printers() {
  const { t } = useTranslation();
  const part = usePrinters((store) => store.printersPart);
  const showPart = usePrinters((store) => store.showPrinters);
  const load = usePrinters((store) => store.loadPrinters);
  const close = usePrinters((store) => store.closePart);

  useEffect(() => void load(), [load]);
  useEffect(() => () => void close(), [close]);

  return (
    <View
      title={t("printers.title")}
      {...(part === "journal" ? { wide: true } : { lead: t("printers.lead") })}
    >
      <div className={styles["choices"]}>
        <Choice
          label={t("journal.part")}
          value={part}
          options={PRINTERS_PARTS.map((value) => ({ value, words: t(`journal.parts.${value}`) }))}
          onChange={showPart}
        />
        {part === "journal" ? <JournalStates /> : null}
      </div>
      {part === "journal" ? <Journal /> : <PrinterList />}
    </View>
  );
}

function PrinterList() {
  const { t } = useTranslation();
  const printers = usePrinters((store) => store.printers);
  const testMode = usePrinters((store) => store.desk.step === "ready" && store.desk.facts.testMode);
  return (
    <>
      {testMode ? <Mark tone="info">{t("printers.testNote")}</Mark> : null}
      <SimulatorLink />
      {printers !== null && printers.list.length > 0 ? (
        <>
          <ul className={styles["list"]} aria-label={t("printers.list")}>
            {printers.list.map((printer) => (
              <PrinterRow key={printer.id} printer={printer} roles={printers.roles} />
            ))}
          </ul>
          <PrintRoles list={printers.list} roles={printers.roles} />
        </>
      ) : null}
      <SharedPrinters />
      {printers === null ? null : <AddPrinter first={printers.list.length === 0} />}
    </>
  );
}
