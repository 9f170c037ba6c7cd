/** Printers of this station: their states, what prints where, and adding a printer. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { isPackerHere } from "../../store/sign-in.slice.ts";
import { Choice } from "../../ui/Choice.tsx";
import { ListView } from "../../ui/list/ListView.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { AddPrinter } from "./AddPrinter.tsx";
import { Journal, JournalStates } from "./Journal.tsx";
import { JobInHand } from "./JobPanel.tsx";
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

  const isJournal = part === "journal";
  return (
    <ListView
      title={t("printers.title")}
      tools={
        <>
          <Choice
            label={t("journal.part")}
            isLabelHidden
            value={part}
            options={PRINTERS_PARTS.map((value) => ({ value, words: t(`journal.parts.${value}`) }))}
            onChange={showPart}
          />
          {isJournal ? <JournalStates /> : null}
        </>
      }
      panel={isJournal ? <JobInHand /> : null}
    >
      {isJournal ? (
        <Journal />
      ) : (
        <div className={styles["body"]}>
          <PrinterList />
        </div>
      )}
    </ListView>
  );
}

/** The printers; a packer, for whom the core refuses set-up, only reads them. */
function PrinterList() {
  const { t } = useTranslation();
  const isPacker = usePrinters(({ signIn }) => isPackerHere(signIn));
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
              <PrinterRow
                key={printer.id}
                printer={printer}
                roles={printers.roles}
                isReadOnly={isPacker}
              />
            ))}
          </ul>
          {isPacker ? null : <PrintRoles list={printers.list} roles={printers.roles} />}
        </>
      ) : null}
      <SharedPrinters />
      {isPacker ? (
        <p>{t("printers.leadSetsUp")}</p>
      ) : printers === null ? null : (
        <AddPrinter first={printers.list.length === 0} />
      )}
    </>
  );
}
