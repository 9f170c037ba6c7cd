/** Printer steps of the first start: add a printer, and print its test label. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { SlotProps } from "../../store/slots.tsx";
import { Button } from "../../ui/Button.tsx";
import section from "../../ui/Section.module.css";
import { AddPrinter } from "./AddPrinter.tsx";
import { LiveState } from "./LiveState.tsx";
import { TestPrint } from "./TestPrint.tsx";
import { usePrinters } from "./use-printers.ts";

/** Reads the printers on mount. @returns null in the steps of other features. */
export function SetUpPrinter({ step }: SlotProps["setUpStep"]) {
  const load = usePrinters((store) => store.loadPrinters);
  const list = usePrinters((store) => store.printers);
  useEffect(() => void load(), [load]);
  if (step === "printer") return list === null ? null : <AddPrinter first isStep />;
  return step === "testLabel" ? <TestLabel /> : null;
}

function TestLabel() {
  const { t } = useTranslation();
  const print = usePrinters((store) => store.printTest);
  const printer = usePrinters(({ printers }) =>
    printers?.list.find(({ id }) => id === printers.roles.label),
  );
  const isAsking = usePrinters(
    ({ testPrints }) => printer !== undefined && testPrints[printer.id]?.step === "asking",
  );
  return (
    <section className={section["section"]} aria-label={t("printers.test")}>
      <h2>{t("printers.test")}</h2>
      {printer === undefined ? (
        <p>{t("firstStart.noPrinter")}</p>
      ) : (
        <>
          <p>{t("firstStart.testLead", { printer: printer.name })}</p>
          <LiveState printer={printer} />
          <div>
            <Button
              rank="primary"
              focusNow
              keyName="Enter"
              disabled={isAsking}
              onPress={() => void print(printer.id)}
            >
              {t("printers.test")}
            </Button>
          </div>
          <TestPrint printerID={printer.id} />
        </>
      )}
    </section>
  );
}
