/**
 * The open order: recipient, destination, contents and size. The destination is readable at arm's
 * length.
 */
import { Banknote, HandCoins, StickyNote } from "lucide-react";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { phoneText } from "../../../../core/base/phone.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { placeWords } from "../../../lib/format.ts";
import { Button } from "../../../ui/Button.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import { MiddleCut } from "../../../ui/MiddleCut.tsx";
import { stateKey } from "../../../ui/state-words.ts";
import { useFormat } from "../../../ui/use-format.ts";
import { lastBoxOf, removeLastBox } from "./box-commands.ts";
import { BoxChoice } from "./BoxChoice.tsx";
import { ItemList } from "./ItemList.tsx";
import { ScaleLine } from "./ScaleLine.tsx";
import { TogetherLine } from "./TogetherLine.tsx";
import { MeasureForm } from "./MeasureForm.tsx";
import { UsualLine } from "./UsualLine.tsx";
import { chooseSize, showSameNumber } from "../order-commands.ts";
import { weigh } from "../pack-commands.ts";
import { isOpenForPacking, stepBelowFailure, type PackStep, type Parcel } from "../pack-step.ts";
import { orderName } from "../pack.slice.ts";
import { usePack } from "../use-pack.ts";
import foot from "../Foot.module.css";
import styles from "./ParcelPanel.module.css";

type ParcelPanelProps = { readonly parcel: Parcel; readonly pack: PackStep };

/**
 * The open order: recipient, items, measures, notes. The measures can be changed only while the
 * offers are shown or a measure is being changed.
 */
export function ParcelPanel({ parcel, pack }: ParcelPanelProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { shipment } = parcel;
  const { recipientAddress: to, order } = shipment;

  return (
    <section className={styles["panel"]} aria-label={t("parcel.title")} data-testid="parcel">
      <Heading parcel={parcel} />
      {to === null ? null : <Recipient to={to} />}
      <TogetherLine parcel={parcel} pack={stepBelowFailure(pack)} />
      {order === null || order.notes.trim() === "" ? null : (
        <div
          className={styles["note"]}
          data-testid="order-note"
          role="note"
          aria-label={t("parcel.note")}
        >
          <StickyNote size={22} aria-hidden="true" />
          <p>{order.notes}</p>
        </div>
      )}
      {shipment.productPaymentOnDelivery && order !== null ? (
        <p className={styles["cod"]}>
          <Banknote size={22} aria-hidden="true" />
          {t(order.collection === "card" ? "parcel.codCard" : "parcel.cod", {
            amount: format.money(order.totalAmount, order.totalAmountCurrency),
          })}
        </p>
      ) : null}
      {order?.payer === "recipient" && !shipment.isReturn ? (
        <p className={styles["cod"]} data-testid="recipient-pays">
          <HandCoins size={22} aria-hidden="true" />
          {t("parcel.recipientPays")}
        </p>
      ) : null}
      <Papers titles={parcel.papers} />
      <ItemList parcel={parcel} open={isOpenForPacking(stepBelowFailure(pack))} />
      {pack.step === "measuring" && pack.measure !== "box" ? (
        <MeasureForm key={pack.measure} measure={pack.measure} />
      ) : (
        <Measures
          parcel={parcel}
          open={pack.step === "offers" || pack.step === "measuring"}
          choosing={pack.step === "measuring"}
        />
      )}
    </section>
  );
}

/** Order number, shipment number, state, and the number of the box. */
function Heading({ parcel }: { readonly parcel: Parcel }) {
  const { t } = useTranslation();
  const { shipment, box } = parcel;
  const order = orderName(parcel);
  return (
    <div className={styles["number"]}>
      <h2>
        <MiddleCut
          within={(number) =>
            t(shipment.isReturn ? "parcel.return" : "parcel.order", { order: number })
          }
        >
          {order}
        </MiddleCut>
      </h2>
      <p>
        {t("parcel.shipment", { number: shipment.organizationShipmentID })} ·{" "}
        {t(
          stateKey({
            status: shipment.statusCode,
            isReturn: shipment.isReturn,
            isHeld: parcel.holdReason !== "",
            isLost: parcel.isLost,
            event: parcel.event,
          }),
        )}
        {box.of > 1 ? (
          <>
            {" · "}
            <b data-testid="box-no">{t("desk.box.noOf", { no: box.no, of: box.of })}</b>
          </>
        ) : null}
      </p>
      <RemoveBox />
      <SameNumber count={parcel.sameNumber} />
    </div>
  );
}

/** Names the documents that are printed with the label. */
function Papers({ titles }: { readonly titles: Parcel["papers"] }) {
  const { t } = useTranslation();
  if (titles.length === 0) return null;
  const named = titles.filter((title) => title !== "").join(", ");
  return (
    <p className={styles["papers"]} data-testid="papers">
      {t("parcel.papers", { count: titles.length })}
      {named === "" ? null : `: ${named}`}
    </p>
  );
}

/** Says that other orders have the same number: a scan of the number may have meant one of them. */
function SameNumber({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  return count === 0 ? null : (
    <div className={styles["sameNumber"]} data-testid="same-number">
      <Mark tone="attention">{t("desk.sameNumber", { count })}</Mark>
      <Button small keyName="Alt+S" onPress={showSameNumber}>
        {t("desk.showSameNumber")}
      </Button>
    </div>
  );
}

function Recipient({ to }: { readonly to: NonNullable<Shipment["recipientAddress"]> }) {
  return (
    <address className={styles["address"]}>
      <p className={styles["name"]}>{to.name}</p>
      <p className={styles["district"]} style={lettersOf(to.districtName)}>
        {placeWords(to.districtName)}
      </p>
      <p className={styles["city"]}>{placeWords(to.cityName)}</p>
      <div className={styles["street"]}>
        <p>
          {to.address1} {to.address2}
        </p>
        <p>{phoneText(to.phone)}</p>
      </div>
    </address>
  );
}

/**
 * Sets the font size of the district's name by its longest word: a word breaks only if it does not
 * fit in the smallest size.
 */
function lettersOf(district: string): CSSProperties {
  return {
    "--letters": Math.max(1, ...district.split(/[\s-]+/).map((word) => word.length)),
  } as CSSProperties;
}

type MeasuresProps = {
  readonly parcel: Parcel;
  readonly open: boolean;
  readonly choosing: boolean;
};

/** Shows the parcel's measures. @param choosing Whether a digit chooses a box now. */
function Measures({ parcel: { shipment, usual }, open, choosing }: MeasuresProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const sized = Number(shipment.length) > 0;
  const sides = [shipment.length, shipment.width, shipment.height]
    .map((side) => format.measure(side))
    .join(" × ");
  // Carriers charge the larger of desi and weight; see the API documentation's notes on money.
  const charged = Math.max(Number(shipment.desi), Number(shipment.weight));

  return (
    <div className={`${foot["foot"]} ${styles["measures"]}`} data-testid="measures">
      {open ? <ScaleLine /> : null}
      <dl>
        <div>
          <dt>{t("parcel.size")}</dt>
          <dd>{sized ? `${sides} ${shipment.distanceUnit}` : t("parcel.noSize")}</dd>
        </div>
        <div>
          <dt>{t("parcel.weight")}</dt>
          <dd>
            {Number(shipment.weight) > 0
              ? `${format.measure(shipment.weight, 2)} ${shipment.massUnit}`
              : t("parcel.noSize")}
          </dd>
        </div>
        <div>
          <dt>{t("parcel.desi")}</dt>
          <dd>{format.measure(shipment.desi, 0, 2)}</dd>
        </div>
        <div>
          <dt>{t("parcel.charged")}</dt>
          <dd>{format.measure(String(charged), 0, 2)}</dd>
        </div>
      </dl>
      {open && usual !== null ? <UsualLine usual={usual} /> : null}
      {open ? (
        <div className={styles["commands"]}>
          <MeasureButtons />
          <BoxChoice choosing={choosing} shipmentID={shipment.id} />
        </div>
      ) : null}
    </div>
  );
}

/** The button that removes the last box. @returns null when no box can be removed. */
function RemoveBox() {
  const { t } = useTranslation();
  const no = usePack((store) => lastBoxOf(store.pack)?.no ?? null);
  const busy = usePack((store) => store.isRemovingBox);
  return no === null ? null : (
    <div className={styles["remove"]}>
      <Button small keyName="Alt+X" disabled={busy} onPress={removeLastBox}>
        {t("desk.removeBox.button", { no })}
      </Button>
    </div>
  );
}

/** Buttons that open the fields for weight and size. */
export function MeasureButtons() {
  const { t } = useTranslation();
  return (
    <>
      <Button keyName="F2" onPress={weigh}>
        {t("parcel.weigh")}
      </Button>
      <Button keyName="F3" onPress={chooseSize}>
        {t("parcel.resize")}
      </Button>
    </>
  );
}
