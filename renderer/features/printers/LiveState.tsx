/**
 * A printer's current state: its last known state or the answer of a probe, the number of its
 * waiting jobs, and its reported model.
 */
import { useTranslation } from "react-i18next";
import type { PrinterState } from "../../../core/printing/printers.schema.ts";
import { coreSentence } from "../../ui/core-sentence.ts";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { PrintCause } from "../../ui/PrintCause.tsx";
import { PrinterMark } from "../../ui/PrinterMark.tsx";
import type { LivePrinter } from "./printers.slice.ts";
import styles from "./Printers.module.css";
import { usePrinters } from "./use-printers.ts";

/** Shows the state. A printer that is switched off is shown as off until a probe is answered. */
export function LiveState({ printer }: { readonly printer: LivePrinter }) {
  const { t } = useTranslation();
  const probe = usePrinters((store) => store.probes[printer.id]);
  const { device } = printer;
  const known: { readonly state: LivePrinter["state"]; readonly message: string } =
    probe?.step === "answered" ? probe : { state: printer.state, message: printer.stateMessage };

  return (
    <div role="status" data-testid="printer-state">
      {probe?.step === "asking" ? <p>{t("printers.probing")}</p> : null}
      {probe?.step === "failed" ? <FailureText failure={probe.failure} /> : null}
      <p className={styles["state"]}>
        {printer.isActive || probe?.step === "answered" ? (
          <>
            <PrinterMark state={known.state} />
            <StateCause printer={printer} known={known} />
          </>
        ) : (
          <>
            <Mark tone="attention">{t("printers.off")}</Mark> <span>{t("printers.offWhy")}</span>
          </>
        )}
        {printer.waiting === 0 ? null : <b>{t("printers.waiting", { count: printer.waiting })}</b>}
      </p>
      {device === null ? null : (
        <p>{t("printers.device", { model: device.model, firmware: device.firmware })}</p>
      )}
      {device?.warning === "density differs" && device.dpi !== null ? (
        <Mark tone="attention">
          {t("printers.densityDiffers", { dpi: device.dpi, set: printer.dpi })}
        </Mark>
      ) : null}
    </div>
  );
}

type Known = { readonly state: PrinterState["state"] | "unknown"; readonly message: string };

/**
 * Says what keeps a printer from printing and what to do: in the same words as Pack, except that an
 * unreachable network printer is shown with its address.
 */
function StateCause({
  printer,
  known: { state, message },
}: {
  readonly printer: LivePrinter;
  readonly known: Known;
}) {
  const { t, i18n } = useTranslation();
  const sentence = coreSentence(i18n, message);
  const cause = (code: Exclude<PrinterState["state"], "ready" | "busy">) => (
    <span>
      <PrintCause job={{ lastError: message, lastErrorCode: code, printerName: printer.name }} />
    </span>
  );
  switch (state) {
    case "busy":
    case "unknown":
      return null;
    case "ready":
      return message === "Ready." || sentence === "" ? null : <span>{sentence}</span>;
    case "unreachable":
      if (printer.queue !== undefined) return cause(state);
      return (
        <span>
          {printer.driver === "file"
            ? t("cause.folder", { printer: printer.name })
            : t("printers.unreachable", {
                printer: printer.name,
                address: `${printer.host}:${printer.port}`,
              })}
        </span>
      );
    case "paper out":
    case "ribbon out":
    case "head open":
    case "queue stopped":
    case "no answer":
    case "paused":
    case "fault":
      return cause(state);
    default:
      // A newer core may report a state for which this screen has no words.
      return <span>{sentence}</span>;
  }
}
