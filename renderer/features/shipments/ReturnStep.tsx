/** Next step of a return: choose an offer and buy its label, then give the label to the sender. */
import { useTranslation } from "react-i18next";
import type { Offer } from "../../../core/shipping/offers/offers.schema.ts";
import { getLabelFile } from "../../../core/labels/labels.api.ts";
import type { ShipmentDetail } from "../../../core/fulfilment/history/history.schema.ts";
import { saveFile } from "../../lib/bridge.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SamplePrice } from "../../ui/SamplePrice.tsx";
import { SaveFileButton } from "../../ui/SaveFileButton.tsx";
import { isWithoutLabel } from "../../../core/shipping/shipments/shipment-state.schema.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useIneligibleWords } from "../../ui/use-ineligible-words.ts";
import { chosenOfferOf, returnOffersOf } from "./return-offers.ts";
import styles from "./ReturnStep.module.css";
import { buySelected } from "./shipment-commands.ts";
import { useShipments } from "./use-shipments.ts";

/**
 * Shows nothing for a shipment that is not a return. For a return, shows the offers until its label
 * is bought, then the button that saves the label, until the carrier has the parcel.
 */
export function ReturnStep({ detail }: { readonly detail: ShipmentDetail }) {
  const { t } = useTranslation();
  const { shipment } = detail;
  if (!shipment.isReturn) return null;
  if (isWithoutLabel(shipment.statusCode))
    return (shipment.offers?.list.length ?? 0) > 0 ? (
      <Offers detail={detail} />
    ) : (
      <NoOffers detail={detail} />
    );
  if (shipment.statusCode !== "TRACKING_CODE_CREATED" && shipment.statusCode !== "LABEL_PRINTED")
    return null;
  const name = shipment.senderAddress?.name ?? "";
  return (
    <Panel
      tone="info"
      title={t("shipments.return.labelTitle", { name })}
      testID="return-step"
      commands={
        <SaveFileButton
          rank="primary"
          words={t("shipments.return.save")}
          save={() => saveFile(getLabelFile, { params: { shipmentID: shipment.id } })}
        />
      }
    >
      <p>{t("shipments.return.labelLead", { name })}</p>
    </Panel>
  );
}

function Offers({ detail }: { readonly detail: ShipmentDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const offers = returnOffersOf({ shipmentDetail: { detail, jobs: [] } });
  const chosen = useShipments(chosenOfferOf);
  const isBuying = useShipments(
    ({ detailActing }) => detailActing.step === "asked" && detailActing.act === "buy",
  );
  const press = useSettledPress(buySelected);
  return (
    <Panel
      tone="info"
      title={t("shipments.return.buyTitle")}
      testID="return-step"
      commands={
        <Button rank="primary" keyName="F2" disabled={chosen === undefined || isBuying} {...press}>
          {isBuying
            ? t("buy.busy")
            : t("shipments.return.buy", {
                price:
                  chosen === undefined ? "" : format.money(chosen.totalAmount, chosen.currency),
              })}
        </Button>
      }
    >
      <p>{t("shipments.return.buyLead", { name: detail.shipment.senderAddress?.name ?? "" })}</p>
      <div
        role="radiogroup"
        aria-label={t("offers.title")}
        className={styles["offers"]}
        data-testid="return-offers"
      >
        {offers.map((offer, index) => (
          <Row
            key={offer.id}
            offer={offer}
            digit={index < 9 ? String(index + 1) : ""}
            name={detail.serviceNames[offer.providerServiceCode] ?? offer.providerServiceCode}
            chosen={offer.id === chosen?.id}
          />
        ))}
      </div>
    </Panel>
  );
}

function Row({
  offer,
  digit,
  name,
  chosen,
}: {
  readonly offer: Offer;
  readonly digit: string;
  readonly name: string;
  readonly chosen: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const choose = useShipments((store) => store.chooseOffer);
  const day = format.arrival(offer.averageEstimatedTime);
  return (
    <label className={styles["offer"]} data-chosen={chosen}>
      <input
        type="radio"
        name="return-offer"
        className="hidden"
        checked={chosen}
        onChange={() => choose(offer.id)}
      />
      {digit === "" ? <span /> : <Kbd>{digit}</Kbd>}
      <b>{name}</b>
      <span className={styles["soft"]}>
        {offer.isSample === true ? <SamplePrice /> : null}{" "}
        {[
          ...(day === "" ? [] : [t("offers.arrives", { day })]),
          ...(offer.paidThere === true
            ? [t("offers.there", { name: offer.providerAccountName ?? "" })]
            : []),
        ].join(" · ")}
      </span>
      <b className={styles["price"]}>{format.money(offer.totalAmount, offer.currency)}</b>
    </label>
  );
}

function NoOffers({ detail }: { readonly detail: ShipmentDetail }) {
  const { t } = useTranslation();
  const words = useIneligibleWords();
  const quote = useShipments((store) => store.quoteOpen);
  const { offers } = detail.shipment;
  const isComing = offers !== null && offers.percentageCompleted < 100;
  return (
    <Panel
      tone={isComing ? "info" : "attention"}
      title={t(isComing ? "offers.quoting" : "offers.none")}
      testID="return-step"
      commands={<Button onPress={() => void quote()}>{t("shipments.return.quote")}</Button>}
    >
      <ul>
        {detail.ineligible.map((service) => (
          <li key={`${service.providerCode} ${service.providerServiceCode}`}>
            {service.name}: {words(service)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
