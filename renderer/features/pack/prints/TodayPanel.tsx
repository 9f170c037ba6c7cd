/**
 * Labels that this station bought today: the last labels with their commands, and the number per
 * hour.
 */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { DeskLabel } from "../../../../core/fulfilment/packing/packing.schema.ts";
import { runShared } from "../../../store/commands.ts";
import { Button } from "../../../ui/Button.tsx";
import { SampleAmount } from "../../../ui/SamplePrice.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import { cancelLabel, printLabelAgain } from "../pack-commands.ts";
import type { Bought } from "../pack.slice.ts";
import { stateKey } from "../../../ui/state-words.ts";
import { isLabelOut } from "./unfinished-job.ts";
import styles from "./TodayPanel.module.css";
import { usePack } from "../use-pack.ts";

const CANCELLABLE: ReadonlySet<DeskLabel["statusCode"]> = new Set<DeskLabel["statusCode"]>([
  "TRACKING_CODE_CREATED",
  "LABEL_PRINTED",
]);

/** Shows today's labels. The command that opens the panel reads them; events refresh them. */
export function TodayPanel() {
  const { t } = useTranslation();
  const format = useFormat();
  const today = usePack((store) => store.today);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const most = Math.max(1, ...(today?.hours ?? []).map(({ parcels }) => parcels));
  return (
    <section className={styles["today"]} aria-label={t("desk.today.title")} data-testid="today">
      <div className={styles["head"]}>
        <h2 ref={heading} tabIndex={-1}>
          {t("desk.today.title")}{" "}
          {today === null ? null : (
            <span className={styles["total"]}>
              · {t("desk.today.total", { count: today.total })}
            </span>
          )}
        </h2>
        <Button small keyName="Esc" onPress={() => runShared("back")}>
          {t("keys.close")}
        </Button>
      </div>
      {today === null || today.list.length === 0 ? (
        <p>{t(today === null ? "desk.today.reading" : "desk.today.none")}</p>
      ) : (
        <>
          <ul className={styles["hours"]} aria-label={t("desk.today.hours")}>
            {today.hours.map(({ hour, parcels }) => (
              <li key={hour}>
                <b>{format.count(parcels)}</b>
                <meter
                  min={0}
                  max={most}
                  value={parcels}
                  aria-label={t("desk.today.hour", { hour })}
                />
                <small>{String(hour).padStart(2, "0")}:00</small>
              </li>
            ))}
          </ul>
          <ul className={styles["list"]}>
            {today.list.map((label) => (
              <Row key={`${label.shipmentID} ${label.boughtAt}`} label={label} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Row({ label }: { readonly label: DeskLabel }) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = label.orderNumber === "" ? String(label.shipmentNumber) : label.orderNumber;
  const bought: Bought = {
    shipmentID: label.shipmentID,
    orderNumber: name,
    serviceName: label.serviceName,
    amount: label.amount,
    currency: label.currency,
  };
  const amount = format.money(label.amount, label.currency);
  const { shipmentID: id, statusCode } = label;
  const isOut = usePack((store) => isLabelOut(store, { id, statusCode }));
  const cancelled = label.statusCode === "CANCELED";
  return (
    <li data-testid="today-label">
      <span className={styles["what"]}>
        <b>{name}</b> {label.recipientName}
        <small>
          {format.clock(Date.parse(label.boughtAt)).slice(0, 5)} · {label.serviceName} ·{" "}
          {label.isSample ? <SampleAmount amount={amount} /> : amount} ·{" "}
          {t(stateKey({ ...label, status: label.statusCode, isReturn: false }))}
        </small>
      </span>
      {cancelled ? null : (
        <span className={styles["commands"]}>
          <Button
            small
            label={t(isOut ? "desk.today.reprintOf" : "desk.today.printOf", { order: name })}
            onPress={() => void printLabelAgain(bought)}
          >
            {t(isOut ? "done.reprint" : "done.printFirst")}
          </Button>
          {CANCELLABLE.has(label.statusCode) ? (
            <Button
              small
              label={t("desk.today.cancelOf", { order: name })}
              onPress={() => cancelLabel(bought)}
            >
              {t("done.undo")}
            </Button>
          ) : null}
        </span>
      )}
    </li>
  );
}
