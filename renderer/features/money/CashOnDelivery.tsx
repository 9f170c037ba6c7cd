/**
 * Cash on delivery per carrier: in transit, collected, paid out, owed; and the form for entering
 * payments.
 */
import { useState } from "react";
import { Banknote } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Blank } from "../../ui/Blank.tsx";
import type {
  CashLine,
  CashReceipt,
  CashReport,
} from "../../../core/fulfilment/reports/reports.schema.ts";
import { readSignedAmount } from "../../lib/read-amount.ts";
import { useDraft } from "../../store/use-draft.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { useEscCloses } from "../../ui/use-esc-closes.ts";
import { useFocusBack } from "../../ui/use-focus-back.ts";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Money.module.css";
import type { MoneySlice } from "./money.slice.ts";
import { ReportBox } from "./ReportBox.tsx";
import { useMoney } from "./use-money.ts";

/** Shows a row for each carrier, and the form for a payment. @param report The current report. */
export function CashOnDelivery({ report: { lines, currency } }: { readonly report: CashReport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const drafts = useMoney((store) => store.drafts);
  // The form opens again for a carrier whose payment has an unsaved draft.
  const [entering, setEntering] = useState<string | null>(
    () =>
      lines.find(({ providerCode }) => drafts[receiptDraft(providerCode)] !== undefined)
        ?.providerCode ?? null,
  );
  const [entered, setEntered] = useState<CashReceipt | null>(null);
  if (lines.length === 0) return <Blank Icon={Banknote} text={t("money.cash.none")} />;
  const line = lines.find(({ providerCode }) => providerCode === entering);
  return (
    <ReportBox label={t("money.parts.cash")}>
      <table className={styles["table"]} data-testid="cash">
        <Head />
        <tbody>
          {lines.map((one) => (
            <CashRow
              key={one.providerCode}
              line={one}
              currency={currency}
              onEnter={() => {
                setEntered(null);
                setEntering(one.providerCode);
              }}
            />
          ))}
        </tbody>
      </table>
      {line === undefined ? null : (
        <Receipt
          key={line.providerCode}
          line={line}
          onEntered={(receipt) => {
            setEntered(receipt);
            setEntering(null);
          }}
          onDone={() => setEntering(null)}
        />
      )}
      <div role="status" data-testid="receipt-entered">
        {entered === null ? null : (
          <Mark tone="ok">
            {t("money.cash.entered", { amount: format.money(entered.amount, entered.currency) })}
          </Mark>
        )}
      </div>
    </ReportBox>
  );
}

function Head() {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <th>{t("money.columns.carrier")}</th>
        <th data-number>{t("money.cash.expected")}</th>
        <th data-number>{t("money.cash.delivered")}</th>
        <th data-number>{t("money.cash.received")}</th>
        <th data-number>{t("money.cash.owed")}</th>
        <th>
          <span className="hidden">{t("money.cash.enter")}</span>
        </th>
      </tr>
    </thead>
  );
}

type CashRowProps = {
  readonly line: CashLine;
  readonly currency: string;
  readonly onEnter: () => void;
};

function CashRow({ line, currency, onEnter }: CashRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <tr>
      <th scope="row">{line.carrierName}</th>
      <td data-number>
        {format.money(line.expected, currency)}{" "}
        <span className={styles["soft"]}>({format.count(line.expectedParcels)})</span>
      </td>
      <td data-number>
        {format.money(line.delivered, currency)}{" "}
        <span className={styles["soft"]}>({format.count(line.deliveredParcels)})</span>
      </td>
      <td data-number>{format.money(line.received, currency)}</td>
      <td data-number>
        <b>{format.money(line.owed, currency)}</b>
      </td>
      <td>
        <Button small label={`${t("money.cash.enter")}: ${line.carrierName}`} onPress={onEnter}>
          {t("money.cash.enter")}
        </Button>
      </td>
    </tr>
  );
}

/** Returns the name of the draft of a carrier's payment. */
function receiptDraft(providerCode: string): string {
  return `receipt ${providerCode}`;
}

type ReceiptProps = {
  readonly line: CashLine;
  readonly onEntered: (receipt: CashReceipt) => void;
  readonly onDone: () => void;
};

/**
 * Shows the form for a payment. The amount starts with what the carrier owes. If the reference was
 * entered before, the earlier payment is shown and the form stays. Esc closes the form and keeps
 * its draft.
 */
function Receipt({ line, onEntered, onDone }: ReceiptProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { typed, change, forget } = useDraft(receiptDraft(line.providerCode), {
    amount: Number(line.owed) > 0 ? format.measure(line.owed, 2, 2) : "",
    reference: "",
  });
  const read = readSignedAmount(typed.amount);
  const close = (): void => {
    forget();
    onDone();
  };
  useEscCloses(onDone);
  useFocusBack();
  const { outcome, isSaving, isTried, send } = useReceiving(
    line,
    read,
    typed.reference,
    (receipt) => {
      forget();
      onEntered(receipt);
    },
  );
  return (
    <form
      className={styles["receipt"]}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      data-testid="receipt"
    >
      <h2>{t("money.cash.of", { carrier: line.carrierName })}</h2>
      <Outcome outcome={outcome} />
      <div className={styles["fields"]}>
        <Field
          label={t("organization.balance.amount")}
          value={typed.amount}
          onChange={(amount) => change({ amount })}
          wrong={isTried && read === undefined ? t("money.cash.amountWrong") : null}
          hint={t("money.cash.amountHint")}
          focusNow
        />
        <Field
          label={t("organization.balance.reference")}
          hint={t("organization.balance.referenceHint")}
          value={typed.reference}
          onChange={(reference) => change({ reference })}
        />
      </div>
      <div className={styles["files"]}>
        <Button submits rank="primary">
          {isSaving ? t("saveFile.saving") : t("money.cash.save")}
        </Button>
        <Button onPress={close}>{t("printers.keep")}</Button>
      </div>
    </form>
  );
}

type Received = Awaited<ReturnType<MoneySlice["receiveCash"]>>;

/** Enters a payment, one at a time; calls `onEntered` if the payment is new. */
function useReceiving(
  line: CashLine,
  amount: string | undefined,
  reference: string,
  onEntered: (receipt: CashReceipt) => void,
): {
  readonly outcome: Received | null;
  readonly isSaving: boolean;
  readonly isTried: boolean;
  readonly send: () => Promise<void>;
} {
  const receive = useMoney((store) => store.receiveCash);
  const [outcome, setOutcome] = useState<Received | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isTried, setTried] = useState(false);
  const send = async (): Promise<void> => {
    if (isSaving) return;
    setTried(true);
    setOutcome(null);
    if (amount === undefined) return;
    setSaving(true);
    const received = await receive({
      providerCode: line.providerCode,
      amount,
      reference: reference.trim(),
    });
    setSaving(false);
    setOutcome(received);
    if (received.is === "entered") onEntered(received.receipt);
  };
  return { outcome, isSaving, isTried, send };
}

/** Shows that the last attempt failed, or that the payment was already entered. */
function Outcome({ outcome }: { readonly outcome: Received | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {outcome?.is === "earlier" ? (
        <p role="status" data-testid="receipt-known">
          <Mark tone="attention">
            {t("organization.balance.known", {
              reference: outcome.receipt.reference,
              when: format.instant(outcome.receipt.createdAt),
              amount: format.money(outcome.receipt.amount, outcome.receipt.currency),
            })}
          </Mark>
        </p>
      ) : null}
      {outcome?.is === "failed" ? (
        <div role="alert">
          <Mark tone="stop">{t("organization.notSaved")}</Mark>
          <FailureText failure={outcome.failure} />
        </div>
      ) : null}
    </>
  );
}
