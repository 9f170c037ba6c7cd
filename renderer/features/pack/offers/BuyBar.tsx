/**
 * The buy button with its price. A line above it shows, before the purchase, that the balance is
 * too small or that the label will not print at once.
 */
import { useEffect, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Offer } from "../../../../core/shipping/offers/offers.schema.ts";
import { useSettledPress } from "../../../store/shown.ts";
import { Button, withShortcut } from "../../../ui/Button.tsx";
import { Kbd } from "../../../ui/Kbd.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import { needsHelp, readPrinterState } from "../../../ui/PrinterMark.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import styles from "./BuyBar.module.css";
import { aboveCheapest, findOffer } from "./chosen-offer.ts";
import { stopsPurchase } from "../prints/BlockedPanel.tsx";
import { buy } from "../pack-commands.ts";
import { isAnyAffordable, isShortOfScans, missingBalance, missingPieces } from "./may-buy.ts";
import type { PackStep } from "../pack-step.ts";
import { serviceName } from "../pack.slice.ts";
import { usePack } from "../use-pack.ts";

type BuyBarProps = {
  readonly pack: Extract<PackStep, { step: "offers" | "measuring" | "buying" }>;
};

/**
 * The buy button for the chosen offer. The button is inactive while a purchase runs, while a
 * measure or a code is typed, when the balance is too small, and while pieces must still be
 * scanned.
 *
 * @returns null when no offer is chosen or the chosen offer no longer exists.
 */
export function BuyBar({ pack }: BuyBarProps) {
  const format = useFormat();
  const missing = usePack(missingBalance);
  const typed = usePack((store) => store.typed);
  const isShort = usePack(isShortOfScans);
  const press = useSettledPress(buy);
  const offer = pack.step === "buying" ? pack.offer : findOffer(pack.parcel, pack.offerID);
  if (offer === undefined) return null;
  const buying = pack.step === "buying";
  // The button shows the key Enter only while Enter buys. While a field has the focus, Enter
  // belongs to the field.
  const isActive = pack.step === "offers" && missing === null && typed === "" && !isShort;

  return (
    <div className={styles["bar"]} data-step={pack.step} data-testid="buy-bar">
      {buying ? (
        <LongWait offer={offer} />
      ) : missing === null ? (
        <PrinterNotice />
      ) : (
        <ShortBalance missing={format.money(missing, offer.currency)} />
      )}
      <AriaButton
        data-testid="buy-button"
        className={styles["buy"] ?? ""}
        {...press}
        isDisabled={!isActive}
        data-busy={buying}
        data-short={missing !== null}
        ref={withShortcut("Enter")}
      >
        {isActive ? <Kbd onAccent>Enter</Kbd> : null}
        <span className={styles["verb"]}>
          <b>
            <Verb isBuying={buying} />
          </b>
          <Service pack={pack} offer={offer} />
        </span>
        {/* Opening a typed code costs nothing, so no price is shown. */}
        {typed !== "" && !buying ? null : (
          <b className={styles["price"]}>{format.money(offer.totalAmount, offer.currency)}</b>
        )}
      </AriaButton>
    </div>
  );
}

/** Words for what Enter does now, or why it buys nothing. */
function Verb({ isBuying }: { readonly isBuying: boolean }) {
  const { t } = useTranslation();
  const printer = usePack((store) =>
    store.desk.step === "ready" ? store.desk.facts.labelPrinter : null,
  );
  const isShort = usePack((store) => missingBalance(store) !== null);
  const pieces = usePack(missingPieces);
  const typed = usePack((store) => store.typed);
  if (isBuying) return t("buy.busy");
  if (isShort) return t("buy.shortVerb");
  if (pieces > 0) return t("desk.items.scanFirst", { count: pieces });
  if (typed !== "") return t("buy.typedVerb", { code: typed });
  // A printer that stops the purchase must be fixed first; the label then prints at once.
  const waits = printer === null || (needsHelp(printer.state) && !stopsPurchase(printer.state));
  return t(waits ? "buy.later" : "buy.print");
}

type ServiceProps = BuyBarProps & { readonly offer: Offer };

/** The service to buy, and its extra cost over the cheapest; other words while a code is typed. */
function Service({ pack, offer }: ServiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const typed = usePack((store) => store.typed);
  const above = aboveCheapest(pack.parcel, offer);
  return (
    <span>
      {typed === "" || pack.step === "buying"
        ? serviceName(pack.parcel, offer.providerServiceCode)
        : t("buy.typed")}
      {offer.isSample === true && typed === "" ? ` · ${t("samplePrice.mark")}` : null}
      {offer.paidThere === true && typed === ""
        ? ` · ${t("offers.fromThere", { name: offer.providerAccountName ?? "" })}`
        : null}
      {offer.recipientPays === undefined || typed !== ""
        ? null
        : ` · ${t("offers.recipientPays", { amount: format.money(offer.recipientPays, offer.currency) })}`}
      {above === null || typed !== ""
        ? null
        : ` · ${t("offers.above", { amount: format.money(above, offer.currency) })}`}
    </span>
  );
}

/**
 * Shows, after a second of waiting, how long the purchase has taken, and that nothing is lost or
 * bought twice.
 */
function LongWait({ offer }: { readonly offer: Offer }) {
  const { t } = useTranslation();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const tick = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(tick);
  }, []);
  return (
    <p role="status" className={styles["notice"]}>
      {seconds === 0 ? null : (
        <Mark tone="info">
          {offer.paidThere === true
            ? t("marketplaces.busyLong", { seconds, name: offer.providerAccountName ?? "" })
            : t("buy.busyLong", { seconds })}
        </Mark>
      )}
    </p>
  );
}

/** Shows, before Enter is pressed, how much the balance lacks, with a button to top it up. */
function ShortBalance({ missing }: { readonly missing: string }) {
  const { t } = useTranslation();
  const openSettings = usePack((store) => store.openSettings);
  const affordable = usePack(isAnyAffordable);
  return (
    <div
      className={`${styles["notice"]} ${styles["short"]}`}
      role="alert"
      data-testid="short-balance"
    >
      <Mark tone="stop">{t(affordable ? "buy.short" : "buy.shortAll", { amount: missing })}</Mark>
      <Button onPress={() => openSettings("balance")}>{t("empty.topUp")}</Button>
    </div>
  );
}

function PrinterNotice() {
  const { t } = useTranslation();
  const printer = usePack((store) =>
    store.desk.step === "ready" ? store.desk.facts.labelPrinter : null,
  );
  const showView = usePack((store) => store.showView);
  if (printer === null) {
    return (
      <div className={`${styles["notice"]} ${styles["printer"]}`}>
        <Mark tone="attention">{t("buy.noPrinter")}</Mark>
        <Button small onPress={() => showView("printers")}>
          {t("empty.addPrinter")}
        </Button>
      </div>
    );
  }
  if (!needsHelp(printer.state)) return null;
  return (
    <div className={`${styles["notice"]} ${styles["printer"]}`}>
      <Mark tone="attention">
        {t(stopsPurchase(printer.state) ? "buy.printerStops" : "buy.printerState", {
          printer: printer.name,
          state: t(`printer.${readPrinterState(printer.state)}`),
        })}
      </Mark>
    </div>
  );
}
