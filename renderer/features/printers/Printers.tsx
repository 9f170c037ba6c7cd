/** The printers of this desk: add by address, ask for the state, choose the one that prints labels. */
import { Printer as PrinterIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PrinterRecord, PrinterState } from "../../../core/printing/printing.schema.ts";
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { PrintCause } from "../../ui/PrintCause.tsx";
import { PrinterMark } from "../../ui/PrinterMark.tsx";
import { View } from "../../ui/View.tsx";
import { PrinterChange } from "./PrinterChange.tsx";
import { PrinterForm } from "./PrinterForm.tsx";
import styles from "./Printers.module.css";
import { SimulatorLink } from "./SimulatorLink.tsx";
import { usePrinters } from "./use-printers.ts";

/** Reads the list when it opens; the form for another printer stands below it. */
export function Printers() {
  const { t } = useTranslation();
  const printers = usePrinters((store) => store.printers);
  const load = usePrinters((store) => store.loadPrinters);
  const testMode = usePrinters((store) => store.desk.step === "ready" && store.desk.facts.testMode);

  useEffect(() => void load(), [load]);

  return (
    <View title={t("printers.title")} lead={t("printers.lead")}>
      {testMode ? <Mark tone="info">{t("printers.testNote")}</Mark> : null}
      <SimulatorLink />
      {printers !== null && printers.list.length > 0 ? (
        <ul className={styles["list"]} aria-label={t("printers.list")}>
          {printers.list.map((printer) => (
            <PrinterRow key={printer.id} printer={printer} label={printer.id === printers.labelPrinterID} />
          ))}
        </ul>
      ) : null}
      {printers === null ? null : <PrinterForm first={printers.list.length === 0} />}
    </View>
  );
}

/** What keeps a printer from printing and what to do, in the language of the screen and in the words of Pack. */
function ProbeCause({ printer, probe: { state, message } }: { readonly printer: PrinterRecord; readonly probe: PrinterState }) {
  const { t } = useTranslation();
  switch (state) {
    case "busy":
      return null;
    case "ready":
      return message === "Ready." ? null : message;
    case "unreachable":
      if (printer.queue !== undefined) return <PrintCause job={{ lastError: message, lastErrorCode: state, printerName: printer.name }} />;
      return printer.driver === "file" ? t("cause.folder", { printer: printer.name }) : t("printers.unreachable", { printer: printer.name, address: `${printer.host}:${printer.port}` });
    case "paper out":
    case "ribbon out":
    case "head open":
    case "queue stopped":
    case "no answer":
    case "paused":
    case "fault":
      return <PrintCause job={{ lastError: message, lastErrorCode: state, printerName: printer.name }} />;
    default:
      // A newer core may name a state that this screen has no words for.
      return message;
  }
}

function PrinterRow({ printer, label }: { readonly printer: PrinterRecord; readonly label: boolean }) {
  const { t } = useTranslation();
  const probe = usePrinters((store) => store.probes[printer.id]);
  const ask = usePrinters((store) => store.probePrinter);
  const use = usePrinters((store) => store.useForLabels);
  const remove = usePrinters((store) => store.removePrinter);
  const [isChanging, setChanging] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form goes with the button that was pressed in it.
  useEffect(() => focusHeadingIfLost(heading.current), [isChanging]);
  const named = (words: string): string => `${words}: ${printer.name}`;

  return (
    <li className={styles["printer"]} data-testid="printer">
      <PrinterIcon size={28} aria-hidden="true" />
      <div className={styles["what"]}>
        <h2 ref={heading} tabIndex={-1}>
          {printer.name}
        </h2>
        <p>
          {printer.driver === "tcp" ? `${printer.host}:${printer.port}` : (printer.queue ?? printer.path)} · {printer.widthMm} × {printer.heightMm} mm · {printer.dpi} dpi
        </p>
        <div role="status" data-testid="printer-state">
          {probe?.step === "asking" ? <p>{t("printers.probing")}</p> : null}
          {probe?.step === "answered" ? (
            <p>
              <PrinterMark state={probe.state} />{" "}
              <span className={styles["message"]}>
                <ProbeCause printer={printer} probe={probe} />
              </span>
            </p>
          ) : null}
          {probe?.step === "failed" ? <FailureText failure={probe.failure} /> : null}
        </div>
        {isChanging ? <PrinterChange printer={printer} close={() => setChanging(false)} /> : null}
      </div>
      <div className={styles["commands"]}>
        {label ? (
          <Mark tone="ok">{t("printers.label")}</Mark>
        ) : (
          <Button small label={named(t("printers.useForLabels"))} onPress={() => void use(printer.id)}>
            {t("printers.useForLabels")}
          </Button>
        )}
        <Button small label={named(t("printers.probe"))} disabled={probe?.step === "asking"} onPress={() => void ask(printer.id)}>
          {t("printers.probe")}
        </Button>
        <Button small label={named(t("printers.change"))} disabled={isChanging} onPress={() => setChanging(true)}>
          {t("printers.change")}
        </Button>
        <Button small label={named(t("printers.remove"))} onPress={() => void remove(printer.id)}>
          {t("printers.remove")}
        </Button>
      </div>
    </li>
  );
}
