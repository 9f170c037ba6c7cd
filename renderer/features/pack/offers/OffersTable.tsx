/**
 * All offers side by side, with their prices, delivery promises and properties. Rows are chosen as
 * in the list; the left and right arrows change the sort column.
 */
import { useEffect, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Offer } from "../../../../core/shipping/offers/offers.schema.ts";
import { focusOffers, OFFER_LIST_ID } from "../../../lib/focus.ts";
import { CarrierMark } from "../../../ui/CarrierMark.tsx";
import { Kbd } from "../../../ui/Kbd.tsx";
import { cutMiddle } from "../../../ui/MiddleCut.tsx";
import { PriceLines } from "../../../ui/PriceLines.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import { useRuleWords } from "../../../ui/use-rule-words.ts";
import { AgreementCell } from "./AgreementCell.tsx";
import { OfferRadio, type ChoiceProps } from "./OfferRadio.tsx";
import { aboveCheapest, offersOf } from "./chosen-offer.ts";
import { OFFER_COLUMNS, type OfferColumn } from "./offers.slice.ts";
import { sortOffers, taxOf } from "./offer-rows.ts";
import styles from "./OffersTable.module.css";
import type { Parcel } from "../pack-step.ts";
import { orderName, serviceName } from "../pack.slice.ts";
import { usePack } from "../use-pack.ts";

type OffersTableProps = {
  readonly parcel: Parcel;
  readonly offerID: string | null;
  readonly fixed: boolean;
};

/**
 * Shows the offers as a table.
 *
 * @param fixed Whether no offer can be chosen, because a purchase runs.
 */
export function OffersTable({ parcel, offerID, fixed }: OffersTableProps) {
  const { t } = useTranslation();
  const sortedBy = usePack((store) => store.sortedBy);
  const isDescending = usePack((store) => store.isDescending);
  const sortBy = usePack((store) => store.sortBy);
  const places = new Map(offersOf(parcel).map((offer, index) => [offer.id, index + 1]));
  const rows = sortOffers(parcel, { sortedBy, isDescending });

  const chosen = rows
    .flatMap((offer) => [offer, ...offer.subOffer])
    .find(({ id }) => id === offerID);

  useFocusedOffer();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const at = OFFER_COLUMNS.indexOf(sortedBy) + (event.key === "ArrowRight" ? 1 : -1);
    sortBy(OFFER_COLUMNS[(at + OFFER_COLUMNS.length) % OFFER_COLUMNS.length] ?? "price");
  };
  return (
    <section
      className={styles["table"]}
      aria-label={t("offersTable.title")}
      data-testid="offers-table"
    >
      <Title parcel={parcel} />
      <div
        id={OFFER_LIST_ID}
        className={styles["scroll"]}
        role="radiogroup"
        aria-label={t("offers.title")}
        onKeyDown={onKeyDown}
      >
        <table>
          <thead>
            <Head />
          </thead>
          <tbody>
            {rows.map((offer) => (
              <Row
                key={offer.id}
                offer={offer}
                place={places.get(offer.id) ?? 0}
                parcel={parcel}
                chosenID={offerID}
                fixed={fixed}
              />
            ))}
          </tbody>
        </table>
      </div>
      {chosen === undefined ? null : <PriceLines offer={chosen} />}
    </section>
  );
}

/** Focuses the chosen offer, and keeps it in view when the window or the type changes its size. */
function useFocusedOffer(): void {
  useEffect(() => {
    // The table is loaded on first use, so the command that focuses the offers may find no table.
    focusOffers();
    const show = (): void => document.activeElement?.scrollIntoView({ block: "nearest" });
    addEventListener("resize", show);
    return () => removeEventListener("resize", show);
  }, []);
}

/** The order whose offers are compared, and the keys. */
function Title({ parcel }: Pick<OffersTableProps, "parcel">) {
  const { t } = useTranslation();
  return (
    <div className={styles["head"]}>
      <h2>
        {t("offersTable.title")}{" "}
        <span>
          {cutMiddle(orderName(parcel))} · {parcel.shipment.recipientAddress?.districtName}
        </span>
      </h2>
      <p>
        <Kbd>↑ ↓</Kbd> {t("empty.arrows")} · <Kbd>← →</Kbd> {t("offersTable.sort")} · <Kbd>F4</Kbd>{" "}
        {t("offersTable.close")}
      </p>
    </div>
  );
}

/** The column names; a column that can sort the offers is a button. */
function Head() {
  const { t } = useTranslation();
  const sortedBy = usePack((store) => store.sortedBy);
  const isDescending = usePack((store) => store.isDescending);
  const sortBy = usePack((store) => store.sortBy);
  const head = (column: OfferColumn, words: string, { numeric = false, yields = 0 } = {}) => (
    <th
      scope="col"
      data-yields={yields || undefined}
      aria-sort={sortedBy === column ? (isDescending ? "descending" : "ascending") : "none"}
      data-numeric={numeric}
    >
      <button type="button" onClick={() => sortBy(column)}>
        {words}
        <span aria-hidden="true">{sortedBy === column ? (isDescending ? " ↓" : " ↑") : ""}</span>
      </button>
    </th>
  );
  const plain = (words: string, { numeric = false, yields = 0 } = {}) => (
    <th scope="col" data-numeric={numeric} data-yields={yields || undefined}>
      {words}
    </th>
  );

  return (
    <tr>
      {plain(t("offersTable.key"))}
      {head("service", t("offersTable.service"))}
      {head("promise", t("offersTable.promise"))}
      {plain(t("offersTable.withoutTax"), { numeric: true, yields: 1 })}
      {plain(t("offersTable.tax"), { numeric: true, yields: 1 })}
      {head("price", t("offersTable.price"), { numeric: true })}
      {plain(t("offersTable.above"), { numeric: true, yields: 2 })}
      {head("rating", t("offersTable.rating"), { numeric: true, yields: 1 })}
      {plain(t("offersTable.agreement"), { yields: 2 })}
    </tr>
  );
}

type RowProps = {
  readonly offer: Offer;
  readonly place: number;
  readonly parcel: Parcel;
  readonly chosenID: string | null;
  readonly fixed: boolean;
};

function Row({ offer, place, parcel, chosenID, fixed }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const dispatch = usePack((store) => store.dispatchPack);
  const words = useRuleWords();
  const name = serviceName(parcel, offer.providerServiceCode);
  const excluded = parcel.choice?.excluded.find(({ offerID }) => offerID === offer.id);
  return (
    <>
      <tr
        data-chosen={offer.id === chosenID}
        onClick={() => !fixed && dispatch({ type: "chose", offerID: offer.id })}
      >
        <td>
          <span className={styles["key"]}>
            <OfferRadio
              id={offer.id}
              label={`${name}, ${format.money(offer.totalAmount, offer.currency)}`}
              chosenID={chosenID}
              fixed={fixed}
            />
            {place > 0 && place < 10 ? <Kbd>{String(place)}</Kbd> : null}
          </span>
        </td>
        <td>
          <span className={styles["service"]}>
            <CarrierMark name={offer.providerCode} />
            <b>{name}</b>
          </span>
          {offer.paidThere === true ? (
            <small className={styles["there"]}>
              {t("offers.there", { name: offer.providerAccountName ?? "" })}
            </small>
          ) : null}
          {excluded === undefined ? null : (
            <small className={styles["excluded"]}>
              {t("offers.excluded", { words: words(excluded.rule.words) })}
            </small>
          )}
        </td>
        <td>{format.arrival(offer.averageEstimatedTime) || "–"}</td>
        <Amounts offer={offer} parcel={parcel} />
        <td data-numeric data-yields="1">
          {offer.rating > 0 ? format.measure(String(offer.rating), 1, 1) : "–"}
        </td>
        <AgreementCell offer={offer} />
      </tr>
      {offer.subOffer.map((sub) => (
        <Appointment key={sub.id} {...{ sub, parcel, name, chosenID, fixed }} />
      ))}
    </>
  );
}

type AmountsProps = {
  readonly offer: Pick<Offer, "amount" | "totalAmount" | "currency" | "recipientPays">;
  readonly parcel: Parcel;
};

/** The cells of an offer's amounts: without tax, tax, with tax, and against the cheapest offer. */
function Amounts({ offer, parcel }: AmountsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const above = aboveCheapest(parcel, offer);
  const words = (amount: string): string => format.money(amount, offer.currency);
  const { recipientPays: by } = offer;
  const pays = by === undefined ? null : t("offers.recipientPays", { amount: words(by) });
  return (
    <>
      <td data-numeric data-yields="1">
        {words(offer.amount)}
      </td>
      <td data-numeric data-yields="1">
        {words(taxOf(offer))}
      </td>
      <td data-numeric>
        <b>{words(offer.totalAmount)}</b>
      </td>
      <td data-numeric data-yields="2">
        {pays ?? (above === null ? t("offers.cheapest") : `+${words(above)}`)}
      </td>
    </>
  );
}

type AppointmentProps = ChoiceProps & {
  readonly sub: Offer["subOffer"][number];
  readonly parcel: Parcel;
  readonly name: string;
};

/** An offer for one delivery day, below its service. */
function Appointment({ sub, parcel, name, chosenID, fixed }: AppointmentProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const dispatch = usePack((store) => store.dispatchPack);
  return (
    <tr
      className={styles["appointment"]}
      data-chosen={sub.id === chosenID}
      onClick={() => !fixed && dispatch({ type: "chose", offerID: sub.id })}
    >
      <td>
        <span className={styles["key"]}>
          <OfferRadio
            id={sub.id}
            label={`${name}, ${sub.scheduleDate}`}
            chosenID={chosenID}
            fixed={fixed}
          />
        </span>
      </td>
      <td>↳ {t("offersTable.appointment")}</td>
      <td>{format.appointment(sub.scheduleDate.slice(0, 10))}</td>
      <Amounts offer={sub} parcel={parcel} />
      <td data-yields="1" />
      <td data-yields="2" />
    </tr>
  );
}
