/**
 * Blocked purchase: the label printer cannot print now, so nothing was bought. Enter tries again;
 * F5 buys, and the label waits for the printer.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSettledPress } from "../../../store/shown.ts";
import { Button } from "../../../ui/Button.tsx";
import { FailureText } from "../../../ui/FailureText.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { PrintCause } from "../../../ui/PrintCause.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import { findOffer } from "../offers/chosen-offer.ts";
import styles from "../FailedPanel.module.css";
import { buy, buyAnyway } from "../pack-commands.ts";
import type { BlockedPurchase } from "../pack-step.ts";
import { serviceName } from "../pack.slice.ts";
import { usePack } from "../use-pack.ts";

const STOPS = ["paper out", "ribbon out", "head open", "printer off"] as const;
/** States in which the printer can print again. */
const PRINTS: ReadonlySet<string> = new Set(["ready", "busy"]);

/** Returns whether this printer state blocks the purchase. */
export function stopsPurchase(state: string): state is (typeof STOPS)[number] {
  return STOPS.some((one) => one === state);
}

/**
 * Shows why the printer blocks the purchase, that nothing was bought, the price, and the two ways
 * to continue.
 */
export function BlockedPanel({ pack }: { readonly pack: BlockedPurchase }) {
  const { t } = useTranslation();
  const format = useFormat();
  const loadDesk = usePack((store) => store.loadDesk);
  const showView = usePack((store) => store.showView);
  const again = useSettledPress(buy);
  const anyway = useSettledPress(buyAnyway);
  const next = usePack((store) => store.queue[0]);
  const canPrint = usePack(
    ({ desk }) => desk.step === "ready" && PRINTS.has(desk.facts.labelPrinter?.state ?? ""),
  );
  // The purchase may have revealed the printer's state.
  useEffect(() => void loadDesk(), [loadDesk]);
  const offer = findOffer(pack.parcel, pack.offerID);
  const price = offer === undefined ? "" : format.money(offer.totalAmount, offer.currency);

  return (
    <Panel
      tone="attention"
      title={t("gate.title")}
      alert
      testID="gate"
      commands={
        <>
          <Button rank="primary" keyName="Enter" {...again}>
            {t("gate.again", { price })}
          </Button>
          <Button keyName="F5" {...anyway}>
            {t("gate.anyway")}
          </Button>
          <Button onPress={() => showView("printers")}>{t("gate.printers")}</Button>
        </>
      }
    >
      <BlockedCause failure={pack.failure} />
      <p className={styles["money"]}>{t("gate.nothing")}</p>
      {offer === undefined ? null : (
        <p>
          {serviceName(pack.parcel, offer.providerServiceCode)} · <b>{price}</b>
        </p>
      )}
      {canPrint ? null : <p>{t("gate.waits")}</p>}
      {next === undefined ? null : (
        <p className={styles["next"]}>{t("failure.next", { code: next })}</p>
      )}
    </Panel>
  );
}

/**
 * Shows the printer's current state: the printer may be ready again, or have another fault than the
 * one that blocked the purchase.
 */
function BlockedCause({ failure }: Pick<BlockedPurchase, "failure">) {
  const { t } = useTranslation();
  const printer = usePack((store) =>
    store.desk.step === "ready" ? store.desk.facts.labelPrinter : null,
  );
  if (printer === null || !(stopsPurchase(printer.state) || PRINTS.has(printer.state)))
    return <FailureText failure={failure} />;
  const { name, state, message } = printer;
  return (
    <p className={styles["cause"]} data-testid="gate-cause">
      {PRINTS.has(state) ? <Mark tone="ok">{t("gate.ready", { printer: name })}</Mark> : null}
      {state === "printer off" ? t("gate.off", { printer: name }) : null}
      {stopsPurchase(state) && state !== "printer off" ? (
        <PrintCause job={{ lastError: message, lastErrorCode: state, printerName: name }} />
      ) : null}
    </p>
  );
}
