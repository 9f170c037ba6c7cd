/**
 * The Pack screen: the scan bar at the top, the parcel on the left, and on the right what can be
 * done with the parcel. Questions cover the right half and leave the scan bar free. The focus
 * follows the step.
 */
import { useEffect, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { focusOffers, focusScanField } from "../../lib/focus.ts";
import { Slot } from "../../store/slots.tsx";
import { soonPart } from "../../ui/lazy-screen.ts";
import { offersOf } from "./offers/chosen-offer.ts";
import { EmptyPanel } from "./scan/EmptyPanel.tsx";
import { NoticeBar } from "./NoticeBar.tsx";
import { OpeningPanel } from "./scan/OpeningPanel.tsx";
import { isBlockedByPrinter, parcelOf, type PackStep } from "./pack-step.ts";
import styles from "./PackView.module.css";
import { ScanBar } from "./scan/ScanBar.tsx";
import { useParcelEnds, useWeightAtOnce } from "./parcel/scale-weight.ts";
import { usePack } from "./use-pack.ts";
import { WaitingList } from "./scan/WaitingList.tsx";

const ParcelPanel = soonPart(async () => (await import("./parcel/ParcelPanel.tsx")).ParcelPanel);
const OrderWork = soonPart(async () => (await import("./OrderWork.tsx")).OrderWork);
const CompareOffers = soonPart(
  async () => (await import("./offers/CompareOffers.tsx")).CompareOffers,
);

const HAS_OFFERS: ReadonlySet<PackStep["step"]> = new Set<PackStep["step"]>([
  "offers",
  "measuring",
  "buying",
]);

/** The home view. Sets `data-list` on the document once the waiting list has been read. */
export function PackView() {
  const { t } = useTranslation();
  const pack = usePack((store) => store.pack);
  const overlay = usePack((store) => store.overlay);
  const tableShown = usePack(
    (store) => store.tableOf !== null && store.tableOf === parcelOf(store.pack)?.shipment.id,
  );
  const halves = useRef<HTMLDivElement>(null);
  const ready = usePack((store) => store.desk.step !== "ready" || store.desk.facts.hasSender);
  const work = overlay === null && HAS_OFFERS.has(pack.step) ? "offers" : "other";
  const shipmentID = parcelOf(pack)?.shipment.id;
  useFromTop(halves, pack.step, shipmentID, overlay);
  useFocusWhereTheWorkIs(pack, overlay, tableShown);
  useParcelEnds();
  useWeightAtOnce();
  const listed = usePack((store) => store.waiting !== null);
  // `untilUsable` in electron/windows/station-window.ts waits for `data-list`.
  useEffect(() => {
    if (listed) document.documentElement.dataset["list"] = "true";
  }, [listed]);

  return (
    <div
      className={styles["pack"]}
      data-testid="pack"
      data-step={pack.step}
      data-overlay={overlay ?? "none"}
    >
      <h1 className="hidden">{t("app.view.pack")}</h1>
      <ScanBar />
      <NoticeBar />
      {tableOf(pack, tableShown && overlay === null) ?? (
        <div
          className={styles["halves"]}
          ref={halves}
          data-work={work}
          data-first={
            work === "offers" ||
            (overlay === null && (pack.step === "quoting" || (pack.step === "empty" && !ready)))
              ? "left"
              : "right"
          }
        >
          <div className={styles["left"]}>
            <Left pack={pack} />
          </div>
          <div className={styles["right"]} id="right-half" tabIndex={-1}>
            {overlay === null ? (
              <Work pack={pack} />
            ) : (
              <Slot name="overlay" props={{ coversOffers: pack.step === "offers" }} />
            )}
          </div>
        </div>
      )}
    </div>
  );
}

/**
 * Shows another order, step or overlay from its top where the halves are stacked; a form that is
 * being filled in stays where it is. Halves that become stacked would otherwise return to the place
 * to which an earlier order was scrolled.
 */
function useFromTop(
  halves: RefObject<HTMLElement | null>,
  step: PackStep["step"],
  shipmentID: string | undefined,
  overlay: string | null,
): void {
  useEffect(() => {
    const show = (): void => {
      if (step !== "measuring") halves.current?.scrollTo(0, 0);
      else document.activeElement?.scrollIntoView({ block: "nearest" });
    };
    if (step !== "measuring") show();
    addEventListener("resize", show);
    return () => removeEventListener("resize", show);
  }, [halves, step, shipmentID, overlay]);
}

/** The offer table in place of both halves; null when it is closed or has nothing to compare. */
function tableOf(pack: PackStep, shown: boolean) {
  if (
    !shown ||
    (pack.step !== "offers" && pack.step !== "buying") ||
    pack.parcel.holdReason !== "" ||
    offersOf(pack.parcel).length === 0
  )
    return null;
  return (
    <div className={styles["compare"]} id="right-half" tabIndex={-1}>
      <CompareOffers pack={pack} />
    </div>
  );
}

function Left({ pack }: { readonly pack: PackStep }) {
  const parcel = parcelOf(pack);
  if (parcel !== null) return <ParcelPanel parcel={parcel} pack={pack} />;
  return pack.step === "opening" ? <OpeningPanel code={pack.code} /> : <EmptyPanel />;
}

function Work({ pack }: { readonly pack: PackStep }) {
  const none = usePack((store) => store.waiting?.total === 0);
  switch (pack.step) {
    case "opening":
      return null;
    case "empty":
      return none ? <Slot name="keyList" props={{}} /> : <WaitingList keys />;
    default:
      return (
        <>
          <OrderWork pack={pack} />
          {pack.step === "failed" && pack.parcel === null && !isBlockedByPrinter(pack) ? (
            <WaitingList keys={false} />
          ) : null}
        </>
      );
  }
}

/** Returns whether the halves are stacked and scroll together; the style sheet decides by width. */
function isStacked(): boolean {
  const right = document.getElementById("right-half");
  return (
    right?.parentElement !== null &&
    right !== null &&
    getComputedStyle(right.parentElement).flexDirection === "column"
  );
}

/**
 * Moves the focus after each step to where the next key belongs. A text field that is not empty
 * keeps the focus, because a person is typing there.
 */
function useFocusWhereTheWorkIs(pack: PackStep, overlay: string | null, tableShown: boolean): void {
  const shipmentID = parcelOf(pack)?.shipment.id;
  const { step } = pack;
  const held = (parcelOf(pack)?.holdReason ?? "") !== "";
  const isChoosing = pack.step === "measuring" && pack.measure === "box";
  useEffect(() => {
    const typing =
      document.activeElement instanceof HTMLInputElement &&
      document.activeElement.value !== "" &&
      document.activeElement.type === "text";
    if (typing) return;
    // The results of an import do not take the focus, because they do not interrupt the work.
    if (overlay !== null && overlay !== "import") document.getElementById("right-half")?.focus();
    else if (step === "offers" && held) document.getElementById("right-half")?.focus();
    else if (step === "offers") focusOffers(!isStacked());
    else if (isChoosing) blurField();
    else if (step === "failed" && shipmentID !== undefined)
      document.getElementById("right-half")?.focus();
    else if (step !== "measuring") focusScanField();
  }, [step, shipmentID, overlay, tableShown, held, isChoosing]);
}

/** Removes the focus from a field, because a digit chooses a box only outside of fields. */
function blurField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
