/**
 * Prints at another station: choice of printer and document. A printer that can print now comes
 * first.
 */
import { useEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type {
  RequestedDocument,
  SharedPrinter,
} from "../../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import type { SyncStatus } from "../../../core/sync/sync.schema.ts";
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { stationName } from "../../lib/station-words.ts";
import { runShared } from "../../store/commands.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { useEvery } from "../../ui/use-every.ts";
import { useIsOver } from "../../ui/use-is-over.ts";
import { useFocusBack } from "../../ui/use-focus-back.ts";
import { Choice } from "../../ui/Choice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { readPrinterState } from "../../ui/PrinterMark.tsx";
import { SentLine } from "../../ui/SentLine.tsx";
import { Select } from "../../ui/Select.tsx";
import styles from "./Detail.module.css";
import { useShipments } from "./use-shipments.ts";

const EVERY_MS = 3_000;
const NONE: SyncStatus["stations"] = [];

/**
 * Shows the choice of printer and document, and then the state of the request; nothing until the
 * choice is opened.
 */
export function PrintElsewhere() {
  const { t } = useTranslation();
  const elsewhere = useShipments((store) => store.elsewhere);
  if (elsewhere.step === "asked") return <Asked id={elsewhere.id} />;
  if (!("list" in elsewhere))
    return elsewhere.step === "reading" ? (
      <p role="status">{t("shipments.elsewhere.reading")}</p>
    ) : null;
  return <Question list={elsewhere.list} />;
}

function Question({ list }: { readonly list: readonly SharedPrinter[] }) {
  const { t } = useTranslation();
  const elsewhere = useShipments((store) => store.elsewhere);
  const print = useShipments((store) => store.printElsewhere);
  const { sorted, printer, choose } = useChosenPrinter(list);
  const printerID = printer?.id ?? "";
  const [document, setDocument] = useState<RequestedDocument>("label");
  const select = useRef<HTMLSelectElement>(null);
  useFocusBack();
  useEvery(
    EVERY_MS,
    useShipments((store) => store.refreshElsewhere),
  );
  const isGone = printer === undefined;
  // Runs on mount, when the chosen printer disappears from the list, and when there is a chosen
  // printer again.
  useEffect(() => {
    select.current?.focus();
    focusHeadingIfLost(null);
  }, [isGone]);
  const nameOf = useStationNames();
  return (
    <Panel
      tone="ask"
      title={t("shipments.elsewhere.title")}
      testID="print-elsewhere"
      commands={
        <Answers
          canPrint={sorted.length > 0}
          isGone={isGone}
          onPrint={() => void print(printerID, document)}
        />
      }
    >
      {sorted.length === 0 ? (
        elsewhere.step === "failed" ? null : (
          <p>{t("shipments.elsewhere.none")}</p>
        )
      ) : (
        <div className={styles["elsewhere"]}>
          <Printers
            list={sorted}
            nameOf={nameOf}
            printerID={printerID}
            onChoose={choose}
            inputRef={select}
          />
          <Documents document={document} onChoose={setDocument} />
        </div>
      )}
      {printer?.isReachable === false ? <Waits station={nameOf(printer)} /> : null}
      {elsewhere.step === "failed" ? (
        <div role="alert">
          <FailureText failure={elsewhere.failure} />
        </div>
      ) : null}
    </Panel>
  );
}

/** Returns the printers in order, and the chosen one. */
function useChosenPrinter(list: readonly SharedPrinter[]): {
  readonly sorted: readonly SharedPrinter[];
  /**
   * undefined when the list no longer has the chosen printer. The list is read again while the
   * choice is open.
   */
  readonly printer: SharedPrinter | undefined;
  readonly choose: (printerID: string) => void;
} {
  const sorted = [...list].sort((a, b) => rankOf(a) - rankOf(b));
  const [chosen, choose] = useState(sorted[0]?.id ?? "");
  return { sorted, printer: sorted.find(({ id }) => id === chosen), choose };
}

/** Returns a function that names a printer's station. */
function useStationNames(): (printer: SharedPrinter) => string {
  const stations = useShipments(({ sync }) => sync?.stations ?? NONE);
  return ({ stationID, stationName: name }) => stationName({ id: stationID, name }, stations);
}

type AnswersProps = {
  readonly canPrint: boolean;
  readonly isGone: boolean;
  readonly onPrint: () => void;
};

function Answers({ canPrint, isGone, onPrint }: AnswersProps) {
  const { t } = useTranslation();
  const press = useSettledPress(onPrint);
  return (
    <>
      {canPrint ? (
        <Button rank="primary" disabled={isGone} {...press}>
          {t("shipments.elsewhere.print")}
        </Button>
      ) : null}
      <Button keyName="Esc" onPress={() => runShared("back")}>
        {t("shipments.elsewhere.no")}
      </Button>
    </>
  );
}

/** Warns before sending that the station is unreachable now. */
function Waits({ station }: { readonly station: string }) {
  const { t } = useTranslation();
  return (
    <p role="status" data-testid="elsewhere-waits">
      <Mark tone="attention">{t("shipments.elsewhere.waits", { station })}</Mark>
    </p>
  );
}

type PrintersProps = {
  readonly list: readonly SharedPrinter[];
  /** Names a printer's station. */
  readonly nameOf: (printer: SharedPrinter) => string;
  readonly printerID: string;
  readonly onChoose: (printerID: string) => void;
  readonly inputRef: RefObject<HTMLSelectElement | null>;
};

function Printers({ list, nameOf, printerID, onChoose, inputRef }: PrintersProps) {
  const { t } = useTranslation();
  const words = (printer: SharedPrinter): string => {
    const { name, state, isReachable } = printer;
    return t("shipments.elsewhere.option", {
      printer: name,
      station: nameOf(printer),
      state: isReachable ? t(`printer.${readPrinterState(state)}`) : t("printers.shared.away"),
    });
  };
  return (
    <Select
      label={t("shipments.elsewhere.printer")}
      none={t("shipments.elsewhere.choose")}
      value={printerID}
      options={list.map((printer) => ({ value: printer.id, words: words(printer) }))}
      onChange={onChoose}
      inputRef={inputRef}
    />
  );
}

type DocumentsProps = {
  readonly document: RequestedDocument;
  readonly onChoose: (document: RequestedDocument) => void;
};

function Documents({ document, onChoose }: DocumentsProps) {
  const { t } = useTranslation();
  return (
    <Choice
      label={t("shipments.elsewhere.document")}
      value={document}
      options={(["label", "packingSlip"] as const).map((value) => ({
        value,
        words: t(`shipments.elsewhere.documents.${value}`),
      }))}
      onChange={onChoose}
    />
  );
}

/** Shows the state of the request at the top, because the list of print requests is far below. */
function Asked({ id }: { readonly id: string }) {
  const request = useShipments((store) => store.printRequests?.list.find((one) => one.id === id));
  const isOver = useIsOver(request?.expiresAt ?? null);
  const openedID = useShipments((store) => store.openedShipment?.id);
  return request === undefined || request.shipmentID !== openedID ? null : (
    <SentLine request={{ ...request, isOver }} testID="asked-elsewhere" />
  );
}

function rankOf({ isReachable, state }: SharedPrinter): number {
  return isReachable ? (state === "ready" || state === "busy" ? 0 : 1) : 2;
}
