/**
 * Right half of Pack for an open order: its offers, the purchase and its result, or why nothing can
 * be bought.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { buyAtOnceWhenReady } from "./offers/at-once-command.ts";
import { BuyBar } from "./offers/BuyBar.tsx";
import { offersOf } from "./offers/chosen-offer.ts";
import { RefusedByCarrier } from "./prints/AnnouncementNotice.tsx";
import { DonePanel } from "./prints/DonePanel.tsx";
import { FailedPanel } from "./FailedPanel.tsx";
import { BlockedPanel } from "./prints/BlockedPanel.tsx";
import { ChangeNotice } from "./parcel/soon-change-notice.ts";
import { HeldPanel } from "./parcel/HeldPanel.tsx";
import { IneligibleServices } from "./offers/IneligibleServices.tsx";
import { LabelNotice } from "./offers/LabelNotice.tsx";
import { Line as MarketplaceLine } from "./offers/soon-marketplace-line.ts";
import { statesOf } from "./offers/use-marketplaces.ts";
import offers from "./offers/OfferList.module.css";
import { OfferList } from "./offers/OfferList.tsx";
import { addSampleCarriers } from "./pack-commands.ts";
import { isBlockedByPrinter, isLabelToScan, isReturn, type PackStep } from "./pack-step.ts";
import styles from "./PackView.module.css";
import { OtherDesk } from "./parcel/OtherDesk.tsx";
import { MeasureButtons } from "./parcel/ParcelPanel.tsx";
import { ReturnPanel } from "./parcel/ReturnPanel.tsx";
import { usePack } from "./use-pack.ts";
import { LabelScanPanel } from "./scan/LabelScanPanel.tsx";
import { WrongLabelPanel } from "./scan/WrongLabelPanel.tsx";

/** Right half of Pack for an open order, or for a code that opened none. */
export function OrderWork({
  pack,
}: {
  readonly pack: Exclude<PackStep, { step: "empty" | "opening" }>;
}) {
  const { t } = useTranslation();
  switch (pack.step) {
    case "quoting":
      return <p role="status">{t("offers.quoting")}</p>;
    case "offers":
    case "measuring":
    case "buying":
      return pack.parcel.holdReason === "" ? (
        <Offers pack={pack} />
      ) : (
        <HeldPanel reason={pack.parcel.holdReason} />
      );
    case "copying":
      return <p role="status">{t("done.copying")}</p>;
    case "bought":
    case "closed":
      if (isReturn(pack)) return <ReturnPanel shipment={pack.parcel.shipment} />;
      return (
        <>
          <ChangeNotice change={pack.parcel.change} />
          <RefusedByCarrier announcement={pack.parcel.announcement} />
          <DonePanel key={pack.parcel.shipment.id} pack={pack} />
        </>
      );
    case "wrongLabel":
      return <WrongLabelPanel pack={pack} />;
    case "failed":
      if (isLabelToScan(pack)) return <LabelScanPanel pack={pack} />;
      return isBlockedByPrinter(pack) ? <BlockedPanel pack={pack} /> : <FailedPanel pack={pack} />;
  }
}

function Offers({
  pack,
}: {
  readonly pack: Extract<PackStep, { step: "offers" | "measuring" | "buying" }>;
}) {
  const { t } = useTranslation();
  const none = offersOf(pack.parcel).length === 0;
  const hasCarriers = usePack(
    (store) => store.desk.step !== "ready" || store.desk.facts.hasCarriers,
  );
  const isAsking = usePack((store) => statesOf(pack, store).some(({ is }) => is === "asking"));
  const offerID = pack.step === "buying" ? pack.offer.id : pack.offerID;
  useEffect(() => buyAtOnceWhenReady(), [pack]);
  return (
    <>
      <OtherDesk shipmentID={pack.parcel.shipment.id} />
      <div className={`${styles["scroll"]} ${offers["fade"]}`}>
        {none && !hasCarriers ? (
          <Panel
            tone="attention"
            title={t("offers.noCarrier")}
            alert
            testID="no-carrier"
            commands={
              <Button onPress={() => void addSampleCarriers()}>
                {t("organization.setUp.sampleCarriers")}
              </Button>
            }
          >
            <p>{t("offers.noCarrierDo")}</p>
          </Panel>
        ) : none && isAsking ? null : none ? (
          <Panel
            tone="attention"
            title={t("offers.none")}
            alert
            testID="no-offers"
            commands={<MeasureButtons />}
          >
            <p>{t("offers.noneDo")}</p>
          </Panel>
        ) : (
          <OfferList
            parcel={pack.parcel}
            offerID={offerID}
            fixed={pack.step !== "offers"}
            lost={pack.step === "offers" ? pack.lost : null}
          />
        )}
        {none && !isAsking ? <IneligibleServices services={pack.parcel.missing} open /> : null}
      </div>
      <MarketplaceLine pack={pack} />
      {pack.step === "buying" ? null : <LabelNotice parcel={pack.parcel} offerID={offerID} />}
      <BuyBar pack={pack} />
    </>
  );
}
