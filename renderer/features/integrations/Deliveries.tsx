/**
 * Deliveries to one receiver, newest first, each with the status code and duration of its attempts,
 * and a button to send it again.
 */
import type { i18n as I18n } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listDeliveries, replayDelivery } from "../../../core/fulfilment/webhooks/webhooks.api.ts";
import type { Delivery } from "../../../core/fulfilment/webhooks/webhooks.schema.ts";
import { call } from "../../lib/bridge.ts";
import { useShared } from "../../store/shared.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { coreSentence } from "../../ui/core-sentence.ts";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark, type Tone } from "../../ui/Mark.tsx";
import rows from "../../ui/Rows.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";

const TONES: Record<Delivery["state"], Tone> = {
  PENDING: "info",
  DELIVERED: "ok",
  GIVEN_UP: "stop",
};
const STEP = 20;
const MOST = 100;

/** Reads the latest deliveries on mount. */
export function Deliveries({ webhookID }: { readonly webhookID: string }) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(STEP);
  const log = useLoaded(() => call(listDeliveries, { params: { webhookID }, query: { limit } }));
  const act = useAct();
  const again = (deliveryID: string): void =>
    void act
      .run(() => call(replayDelivery, { params: { webhookID, deliveryID } }))
      .finally(() => void log.reload());
  const list = log.value ?? [];
  const more = (): void => {
    setLimit(MOST);
    // Reads after the next render, which has the new limit.
    setTimeout(() => void log.reload());
  };
  return (
    <section className={rows["below"]} aria-label={t("webhooks.log")} data-testid="deliveries">
      {log.failure === null ? null : <FailureText failure={log.failure} />}
      {log.value !== null && list.length === 0 ? (
        <p className={rows["soft"]}>{t("webhooks.noDeliveries")}</p>
      ) : null}
      <ul className={rows["rows"]}>
        {list.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            isActing={act.state.step === "running"}
            onAgain={() => again(delivery.id)}
          />
        ))}
      </ul>
      <ActFailure act={act} />
      {list.length === limit && limit < MOST ? (
        <Button small onPress={more}>
          {t("webhooks.more")}
        </Button>
      ) : null}
    </section>
  );
}

type DeliveryRowProps = {
  readonly delivery: Delivery;
  readonly isActing: boolean;
  readonly onAgain: () => void;
};

function DeliveryRow({ delivery, isActing, onAgain }: DeliveryRowProps) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const openShipment = useShared((store) => store.openShipment);
  return (
    <li>
      <span className={rows["what"]}>
        <b>{format.instant(delivery.createdAt)}</b>
        <span className={rows["soft"]}>{attemptWords(i18n, delivery)}</span>
      </span>
      <Mark tone={TONES[delivery.state]}>{t(`webhooks.states.${delivery.state}`)}</Mark>
      <Button small onPress={() => openShipment(delivery.shipmentID)}>
        {t("webhooks.openShipment")}
      </Button>
      <Button
        small
        label={`${t("webhooks.replay")}: ${format.instant(delivery.createdAt)}`}
        disabled={delivery.state === "PENDING" || isActing}
        onPress={onAgain}
      >
        {t("webhooks.replay")}
      </Button>
    </li>
  );
}

function attemptWords(i18n: Pick<I18n, "t" | "language">, { attempts }: Delivery): string {
  return attempts.length === 0
    ? i18n.t("webhooks.notSent")
    : attempts
        .map(({ statusCode, durationMs, error }) =>
          i18n.t("webhooks.attempt", {
            code: statusCode ?? (coreSentence(i18n, error) || i18n.t("webhooks.unanswered")),
            ms: durationMs,
          }),
        )
        .join(" · ");
}
