/** Money, prints, webhooks and raw data of one shipment. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ShipmentDetail } from "../../../core/fulfilment/history/history.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import type { Order, Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { JobCause, JobMark } from "../../ui/JobMark.tsx";
import { PriceLines } from "../../ui/PriceLines.tsx";
import { SamplePrice } from "../../ui/SamplePrice.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { useRuleWords } from "../../ui/use-rule-words.ts";
import styles from "./Detail.module.css";
import { Fact } from "./DetailParts.tsx";
import { useShipments } from "./use-shipments.ts";

/** The shipment's price with and without tax, its cash on delivery, and its ledger entries. */
export function Money({
  detail: { shipment, entries, openPurchase, serviceName, rule },
}: {
  readonly detail: ShipmentDetail;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const offer = shipment.acceptedOffer;
  const { order } = shipment;
  return (
    <section className={styles["part"]} data-testid="detail-money">
      <h2>{t("shipments.detail.money")}</h2>
      {offer === null ? null : <BoughtOffer offer={offer} serviceName={serviceName} rule={rule} />}
      {offer === null ? null : <PriceLines offer={offer} />}
      {shipment.productPaymentOnDelivery && order !== null ? (
        <p>
          {t("shipments.detail.cash")}:{" "}
          <b>{format.money(order.totalAmount, order.totalAmountCurrency)}</b>
          {order.collection === "card" ? ` · ${t("shipments.detail.byCard")}` : null}
        </p>
      ) : null}
      {order === null ? null : <Terms order={order} />}
      {offer?.paidThere === true ? (
        <p data-testid="paid-there">
          {t(
            `shipments.detail.${shipment.statusCode === "CANCELED" ? "refundedThere" : "paidThere"}`,
            {
              name: offer.providerAccountName ?? "",
              amount: format.money(shipment.totalAmount, shipment.currency),
            },
          )}
        </p>
      ) : entries.length === 0 ? (
        <p className={styles["soft"]}>
          {t(openPurchase === null ? "shipments.detail.noEntries" : "shipments.detail.openMoney")}
        </p>
      ) : (
        <ul className={styles["rows"]} aria-label={t("shipments.detail.entries")}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <time dateTime={entry.createdAt}>{format.instant(entry.createdAt)}</time>
              <span>{t(`shipments.detail.entry.${entry.kind}`)}</span>
              <b>{format.money(entry.amount, entry.currency)}</b>
              <span className={styles["soft"]}>
                {t("shipments.detail.balanceAfter", {
                  balance: format.money(entry.balance, entry.currency),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type BoughtOfferProps = Pick<ShipmentDetail, "serviceName" | "rule"> & {
  readonly offer: NonNullable<Shipment["acceptedOffer"]>;
};

/** The bought offer: its service, the rule that chose it, and its price. */
function BoughtOffer({ offer, serviceName, rule }: BoughtOfferProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useRuleWords();
  return (
    <dl className={styles["facts"]}>
      <Fact name={t("shipments.detail.service")}>
        {serviceName === "" ? offer.providerServiceCode : serviceName}
      </Fact>
      {offer.providerAccountName === null || offer.providerAccountName === "" ? null : (
        <Fact
          name={t(
            offer.paidThere === true ? "shipments.detail.marketplace" : "shipments.detail.account",
          )}
        >
          {offer.providerAccountName}
        </Fact>
      )}
      {rule === null ? null : (
        <Fact name={t("shipments.detail.rule")}>
          {words(rule.words)}
          {rule.atOnce ? ` · ${t("shipments.detail.atOnce")}` : null}
        </Fact>
      )}
      <Fact name={t("shipments.detail.net")}>{format.money(offer.amount, offer.currency)}</Fact>
      <Fact name={t("shipments.detail.tax")}>{format.money(taxOf(offer), offer.currency)}</Fact>
      <Fact name={t("shipments.detail.total")}>
        <b>{format.money(offer.totalAmount, offer.currency)}</b>{" "}
        {offer.isSample === true ? <SamplePrice /> : null}
      </Fact>
      {offer.recipientPays === undefined ? null : (
        <Fact name={t("shipments.detail.recipientPays")}>
          <b>{format.money(offer.recipientPays, offer.currency)}</b>
        </Fact>
      )}
    </dl>
  );
}

/** Who pays the carrier, the declared value, the waybill and the invoice, if the order has them. */
function Terms({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { payer, declaredValue, waybillNumber, invoiceNumber } = order;
  if ([payer, declaredValue, waybillNumber, invoiceNumber].every((term) => term === undefined))
    return null;
  return (
    <dl className={styles["facts"]} data-testid="detail-terms">
      {payer === undefined ? null : (
        <Fact name={t("shipments.detail.payer")}>{t("shipments.detail.payerRecipient")}</Fact>
      )}
      {declaredValue === undefined ? null : (
        <Fact name={t("shipments.detail.declaredValue")}>{format.money(declaredValue, "TL")}</Fact>
      )}
      {waybillNumber === undefined ? null : (
        <Fact name={t("shipments.detail.waybillNumber")}>{waybillNumber}</Fact>
      )}
      {invoiceNumber === undefined ? null : (
        <Fact name={t("shipments.detail.invoiceNumber")}>{invoiceNumber}</Fact>
      )}
    </dl>
  );
}

/**
 * Returns everything paid in addition to the net price: value added tax and taxes of the service.
 */
function taxOf({
  totalAmount,
  amount,
}: {
  readonly totalAmount: string;
  readonly amount: string;
}): string {
  return ((Math.round(Number(totalAmount) * 100) - Math.round(Number(amount) * 100)) / 100).toFixed(
    2,
  );
}

/** Lists each print with its copy number, and why the label was reprinted. */
export function Prints({ jobs }: { readonly jobs: readonly PrintJob[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <section className={styles["part"]} data-testid="detail-prints">
      <h2>{t("shipments.detail.prints")}</h2>
      {jobs.length === 0 ? (
        <p className={styles["soft"]}>{t("shipments.detail.noPrints")}</p>
      ) : null}
      <ul className={styles["rows"]}>
        {jobs.map((job) => (
          <li key={job.id}>
            <time dateTime={job.createdAt}>{format.instant(job.createdAt)}</time>
            <JobMark job={job} />
            <span>
              {job.kind === "LABEL"
                ? job.copyNumber === 0
                  ? t("shipments.detail.firstPrint")
                  : t("shipments.detail.copyNumber", { number: job.copyNumber })
                : job.title}
              {job.reason === "" ? "" : `, ${t(`reprint.reasons.${job.reason}`)}`}
            </span>
            <span className={styles["soft"]}>{job.printerName}</span>
            <JobCause job={job} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists the webhook calls for the shipment's events, each with its last answer. */
export function Webhooks({ deliveries }: { readonly deliveries: ShipmentDetail["deliveries"] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const replay = useShipments((store) => store.replayOpen);
  return (
    <section className={styles["part"]} data-testid="detail-webhooks">
      <h2>{t("shipments.detail.webhooks")}</h2>
      {deliveries.length === 0 ? (
        <p className={styles["soft"]}>{t("shipments.detail.noWebhooks")}</p>
      ) : null}
      <ul className={styles["rows"]}>
        {deliveries.map(({ id, webhookID, createdAt, state, attempts, url }) => {
          const last = attempts.at(-1);
          return (
            <li key={id}>
              <time dateTime={createdAt}>{format.instant(createdAt)}</time>
              <span>{t(`shipments.detail.delivery.${state}`)}</span>
              {last === undefined ? null : (
                <b>
                  {last.statusCode === null
                    ? t("shipments.detail.noAnswer")
                    : t("shipments.detail.answer", { code: last.statusCode })}
                </b>
              )}
              <span className={styles["soft"]}>{url}</span>
              <Button small onPress={() => void replay(webhookID, id)}>
                {t("shipments.detail.replay")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The shipment as the API returns it. */
export function RawData({ shipment }: { readonly shipment: Shipment }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const text = JSON.stringify(shipment, null, 2);
  const copy = (): void => {
    // The asynchronous clipboard needs a permission, and this window has none.
    const put = (event: ClipboardEvent): void => {
      event.preventDefault();
      event.clipboardData?.setData("text/plain", text);
    };
    document.addEventListener("copy", put, { once: true });
    setCopied(document.execCommand("copy"));
    document.removeEventListener("copy", put);
  };
  return (
    <section className={styles["part"]} data-testid="detail-raw">
      <h2>{t("shipments.detail.raw")}</h2>
      <div>
        <Button onPress={copy}>{copied ? t("copy.done") : t("shipments.detail.rawCopy")}</Button>
      </div>
      <details>
        <summary>{t("shipments.detail.rawShow")}</summary>
        <pre tabIndex={0} aria-label={t("shipments.detail.raw")}>
          {text}
        </pre>
      </details>
    </section>
  );
}
