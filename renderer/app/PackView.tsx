/**
 * The Pack screen: scan bar, the parcel at the left, at the right what can be done with it. Questions take the right
 * half and leave the scan bar free. The focus goes where the work goes.
 */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ImportPanel } from "../features/imports/ImportPanel.tsx";
import { PairingQuestion } from "../features/integrations/PairingQuestion.tsx";
import { BuyBar } from "../features/pack/BuyBar.tsx";
import { DonePanel } from "../features/pack/DonePanel.tsx";
import { EmptyPanel } from "../features/pack/EmptyPanel.tsx";
import { FailedPanel } from "../features/pack/FailedPanel.tsx";
import { LabelPicture } from "../features/pack/LabelPicture.tsx";
import { MissingOffers } from "../features/pack/MissingOffers.tsx";
import { offersOf } from "../features/pack/chosen-offer.ts";
import { NoticeBar } from "../features/pack/NoticeBar.tsx";
import { OfferList } from "../features/pack/OfferList.tsx";
import { parcelOf, type PackStep } from "../features/pack/pack-step.ts";
import { MeasureActs, ParcelPanel } from "../features/pack/ParcelPanel.tsx";
import { OpeningPanel } from "../features/pack/OpeningPanel.tsx";
import { ScanBar } from "../features/pack/ScanBar.tsx";
import { UndoQuestion } from "../features/pack/UndoQuestion.tsx";
import { WaitingList } from "../features/pack/WaitingList.tsx";
import { PrintQuestion } from "../features/printing/PrintQuestion.tsx";
import { ReprintFailed } from "../features/printing/ReprintFailed.tsx";
import { Button } from "../ui/Button.tsx";
import { Panel } from "../ui/Panel.tsx";
import { addSampleCarriers, asideOf } from "./acts.ts";
import { focusOffers, focusScanField } from "./focus.ts";
import { KeyList } from "./KeyList.tsx";
import type { Aside } from "./keys.ts";
import { askedJob, askedPairing } from "./open-question.ts";
import styles from "./PackView.module.css";
import { useDesk } from "./store.ts";

const HAS_OFFERS: ReadonlySet<PackStep["step"]> = new Set<PackStep["step"]>(["offers", "measuring", "buying"]);

export function PackView() {
  const { t } = useTranslation();
  const pack = useDesk((store) => store.pack);
  const aside = useDesk(asideOf);
  const halves = useRef<HTMLDivElement>(null);
  const ready = useDesk((store) => store.desk.step !== "ready" || store.desk.facts.hasSender);
  const work = aside === "none" && HAS_OFFERS.has(pack.step) ? "offers" : "other";
  // Stacked, another order or another step is looked at from its top; a form that is typed in stays where it is.
  const shipmentID = parcelOf(pack)?.shipment.id;
  useEffect(() => {
    if (pack.step !== "measuring") halves.current?.scrollTo(0, 0);
  }, [pack.step, shipmentID, aside]);
  useFocusWhereTheWorkIs(pack, aside);

  return (
    <div className={styles["pack"]} data-testid="pack" data-step={pack.step} data-aside={aside}>
      <h1 className="hidden">{t("app.view.pack")}</h1>
      <ScanBar />
      <NoticeBar />
      <div className={styles["halves"]} ref={halves} data-work={work} data-first={work === "offers" || (aside === "none" && (pack.step === "quoting" || (pack.step === "empty" && !ready))) ? "left" : "right"}>
        <div className={styles["left"]}><Left pack={pack} /></div>
        <div className={styles["right"]} id="right-half" tabIndex={-1}>
          {aside === "none" ? <Work pack={pack} /> : <Asked aside={aside} pack={pack} />}
        </div>
      </div>
    </div>
  );
}

function Left({ pack }: { readonly pack: PackStep }) {
  const parcel = parcelOf(pack);
  if (parcel !== null) return <ParcelPanel parcel={parcel} pack={pack} />;
  return pack.step === "opening" ? <OpeningPanel code={pack.code} /> : <EmptyPanel />;
}

function Asked({ aside, pack }: { readonly aside: Aside; readonly pack: PackStep }) {
  const question = useDesk(askedJob);
  const pairing = useDesk(askedPairing);
  if (aside === "question" && question !== null) {
    return <PrintQuestion job={question} coversOffers={pack.step === "offers"} picture={<LabelPicture shipmentID={question.shipmentID} barcode={question.barcode} />} />;
  }
  if (aside === "pairing" && pairing !== null) return <PairingQuestion key={pairing.id} pairing={pairing} coversOffers={pack.step === "offers"} />;
  if (aside === "undo") return <UndoQuestion />;
  if (aside === "reprint") return <ReprintFailed />;
  return aside === "keys" ? <KeyList /> : <ImportPanel />;
}

function Work({ pack }: { readonly pack: PackStep }) {
  const { t } = useTranslation();
  const none = useDesk((store) => store.waiting?.total === 0);
  switch (pack.step) {
    case "opening":
      return null;
    case "empty":
      return none ? <KeyList /> : <WaitingList keys />;
    case "quoting":
      return <p role="status">{t("offers.quoting")}</p>;
    case "offers":
    case "measuring":
    case "buying":
      return <Offers pack={pack} />;
    case "copying":
      return <p role="status">{t("done.copying")}</p>;
    case "bought":
    case "closed":
      return <DonePanel key={pack.parcel.shipment.id} pack={pack} />;
    case "failed":
      return (
        <>
          <FailedPanel pack={pack} />
          {pack.parcel === null ? <WaitingList keys={false} /> : null}
        </>
      );
  }
}

function Offers({ pack }: { readonly pack: Extract<PackStep, { step: "offers" | "measuring" | "buying" }> }) {
  const { t } = useTranslation();
  const none = offersOf(pack.parcel).length === 0;
  const hasCarriers = useDesk((store) => store.desk.step !== "ready" || store.desk.facts.hasCarriers);
  const offerID = pack.step === "buying" ? pack.offer.id : pack.offerID;
  return (
    <>
      <div className={styles["scroll"]}>
        {none && !hasCarriers ? (
          <Panel tone="attention" title={t("offers.noCarrier")} alert testID="no-carrier" acts={<Button onPress={() => void addSampleCarriers()}>{t("organization.setUp.sampleCarriers")}</Button>}>
            <p>{t("offers.noCarrierDo")}</p>
          </Panel>
        ) : none ? (
          <Panel tone="attention" title={t("offers.none")} alert testID="no-offers" acts={<MeasureActs />}>
            <p>{t("offers.noneDo")}</p>
          </Panel>
        ) : (
          <OfferList parcel={pack.parcel} offerID={offerID} fixed={pack.step !== "offers"} lost={pack.step === "offers" ? pack.lost : null} />
        )}
        <MissingOffers missing={pack.parcel.missing} open={none} />
      </div>
      <BuyBar pack={pack} />
    </>
  );
}

/** Whether the halves stand one below the other and scroll as one; the width is the style sheet's. */
function isStacked(): boolean {
  const right = document.getElementById("right-half");
  return right?.parentElement !== null && right !== null && getComputedStyle(right.parentElement).flexDirection === "column";
}

/** After each step the focus stands where the next key belongs; a field that a person types in keeps it. */
function useFocusWhereTheWorkIs(pack: PackStep, aside: Aside): void {
  const shipmentID = parcelOf(pack)?.shipment.id;
  const { step } = pack;
  useEffect(() => {
    const typing = document.activeElement instanceof HTMLInputElement && document.activeElement.value !== "" && document.activeElement.type === "text";
    if (typing) return;
    if (aside !== "none" && aside !== "import") document.getElementById("right-half")?.focus();
    else if (step === "offers") focusOffers(!isStacked());
    else if (step === "failed" && shipmentID !== undefined) document.getElementById("right-half")?.focus();
    else if (step !== "measuring") focusScanField();
  }, [step, shipmentID, aside]);
}
