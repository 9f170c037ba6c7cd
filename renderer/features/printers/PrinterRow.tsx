/** A printer of the station: its model, current state, roles and commands. */
import { Printer as PrinterIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { PRINTER_ROLES, type Roles } from "../../../core/printing/printers.schema.ts";
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { isJoined } from "../../store/sync.slice.ts";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { LiveState } from "./LiveState.tsx";
import { PrinterChange } from "./PrinterChange.tsx";
import type { LivePrinter } from "./printers.slice.ts";
import styles from "./Printers.module.css";
import { TestPrint } from "./TestPrint.tsx";
import { usePrinters } from "./use-printers.ts";

type PrinterRowProps = {
  readonly printer: LivePrinter;
  /** Roles of all printers of the station. */
  readonly roles: Roles;
  /** Whether the commands are left out. */
  readonly isReadOnly: boolean;
};

/** Shows one printer. */
export function PrinterRow({ printer, roles, isReadOnly }: PrinterRowProps) {
  const { t } = useTranslation();
  const joined = usePrinters(isJoined);
  const open = usePrinters(({ openPart }) =>
    openPart?.printerID === printer.id ? openPart.part : null,
  );
  const close = usePrinters((store) => store.closePart);
  const heading = useRef<HTMLHeadingElement>(null);
  // A closed form or question takes the focused button with it; the heading then gets the focus.
  useEffect(() => focusHeadingIfLost(heading.current), [open]);
  const isNew = usePrinters(({ addedID }) => addedID === printer.id);
  // The form of the new printer is below all printers, so the focus moves up to the new row.
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const own = PRINTER_ROLES.filter((role) => roles[role] === printer.id)
    .map((role) => t(`printers.role.${role}`))
    .join(", ");

  return (
    <li className={styles["printer"]} data-testid="printer">
      <PrinterIcon size={28} aria-hidden="true" />
      <div className={styles["what"]}>
        <div className={styles["head"]}>
          <h2 ref={heading} tabIndex={-1}>
            {printer.name}
          </h2>
          {own === "" ? null : (
            <Mark tone={printer.isActive ? "ok" : "attention"}>
              {t("printers.isNamed", { roles: own })}
            </Mark>
          )}
          {joined && printer.isShared ? (
            <Mark tone="info">{t("printers.shared.isShared")}</Mark>
          ) : null}
        </div>
        <p>
          {printer.driver === "tcp"
            ? `${printer.host}:${printer.port}`
            : (printer.queue ?? printer.path)}{" "}
          · {printer.language} · {printer.widthMm} × {printer.heightMm} mm · {printer.dpi} dpi ·{" "}
          {t(`printers.proves.${printer.proves}`)}
        </p>
        <LiveState printer={printer} />
        {isReadOnly ? null : (
          <>
            <TestPrint printerID={printer.id} />
            <Commands printer={printer} />
          </>
        )}
        {open === "change" ? <PrinterChange printer={printer} close={close} /> : null}
        {open === "removal" ? <Removal printer={printer} roles={own} close={close} /> : null}
      </div>
    </li>
  );
}

/** Buttons that test, probe, change, switch, share or remove the printer. */
function Commands({ printer }: { readonly printer: LivePrinter }) {
  const { t } = useTranslation();
  const probe = usePrinters((store) => store.probes[printer.id]);
  const test = usePrinters((store) => store.testPrints[printer.id]);
  const ask = usePrinters((store) => store.probePrinter);
  const turn = usePrinters((store) => store.switchPrinter);
  const share = usePrinters((store) => store.sharePrinter);
  const joined = usePrinters(isJoined);
  const print = usePrinters((store) => store.printTest);
  const toggle = usePrinters((store) => store.togglePart);
  const command = (words: string, press: () => void, isDisabled = false) => (
    <Button small label={`${words}: ${printer.name}`} disabled={isDisabled} onPress={press}>
      {words}
    </Button>
  );
  return (
    <div className={styles["commands"]}>
      {command(
        t("printers.test"),
        () => void print(printer.id),
        !printer.isActive || test?.step === "asking",
      )}
      {command(t("printers.probe"), () => void ask(printer.id), probe?.step === "asking")}
      {command(t("printers.change"), () => toggle({ printerID: printer.id, part: "change" }))}
      {command(
        t(printer.isActive ? "printers.switchOff" : "printers.switchOn"),
        () => void turn(printer.id, !printer.isActive),
      )}
      {joined
        ? command(
            t(printer.isShared ? "printers.shared.stop" : "printers.shared.share"),
            () => void share(printer.id, !printer.isShared),
          )
        : null}
      {command(t("printers.remove"), () => toggle({ printerID: printer.id, part: "removal" }))}
    </div>
  );
}

/** Asks before removing a printer. The printer's roles do not pass to another printer. */
function Removal({
  printer,
  roles,
  close,
}: {
  readonly printer: LivePrinter;
  readonly roles: string;
  readonly close: () => void;
}) {
  const { t } = useTranslation();
  const remove = usePrinters((store) => store.removePrinter);
  const [busy, setBusy] = useState(false);
  // The row disappears with the printer; the view's heading then gets the focus.
  useEffect(() => () => queueMicrotask(() => focusHeadingIfLost(null)), []);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    await remove(printer.id);
    close();
  };
  return (
    <Panel
      tone="ask"
      title={t("printers.removeTitle", { printer: printer.name })}
      testID="removal"
      commands={
        <>
          <Button onPress={close} focusNow disabled={busy}>
            {t("printers.removeNo")}
          </Button>
          <Button danger disabled={busy} onPress={() => void confirm()}>
            {t("printers.removeYes")}
          </Button>
        </>
      }
    >
      <p>{roles === "" ? t("printers.removeNoRole") : t("printers.removeRoles", { roles })}</p>
    </Panel>
  );
}
