/**
 * The offers, cheapest first. The digits 1 to 9 choose the first nine. The rows are native radio
 * buttons, so that arrow keys work as usual.
 */
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Offer } from "../../../../core/shipping/offers/offers.schema.ts";
import { OFFER_LIST_ID } from "../../../lib/focus.ts";
import { CarrierMark } from "../../../ui/CarrierMark.tsx";
import { Kbd } from "../../../ui/Kbd.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import {
  aboveCheapest,
  cheapestOf,
  fastestOf,
  isAllExcluded,
  offersOf,
  type LostOffer,
} from "./chosen-offer.ts";
import { IneligibleList } from "./IneligibleServices.tsx";
import styles from "./OfferList.module.css";
import { OfferNotes } from "./OfferNotes.tsx";
import type { Parcel } from "../pack-step.ts";
import { serviceName } from "../pack.slice.ts";
import { usePack } from "../use-pack.ts";

/** Id of the list of services without an offer. */
const MISSING_ID = "missing-services";

type OfferListProps = {
  readonly parcel: Parcel;
  readonly offerID: string | null;
  readonly fixed: boolean;
  readonly lost: LostOffer | null;
};

/**
 * Shows the offers as radio buttons.
 *
 * @param lost The previously chosen offer, which is no longer made.
 */
export function OfferList({ parcel, offerID, fixed, lost }: OfferListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const offers = offersOf(parcel);
  const cheapest = cheapestOf(offers);
  const fastest = fastestOf(offers, format.arrival);
  const [showsMissing, setShowsMissing] = useState(false);

  return (
    <section className={styles["offers"]} aria-label={t("offers.title")}>
      <Head parcel={parcel} offerID={offerID}>
        <MissingButton
          count={parcel.missing.length}
          isOpen={showsMissing}
          onPress={() => setShowsMissing(!showsMissing)}
        />
      </Head>
      <Warnings offers={offers} lost={lost} isAllExcluded={isAllExcluded(parcel)} />
      <div
        id={OFFER_LIST_ID}
        data-testid="offer-list"
        role="radiogroup"
        aria-label={t("offers.title")}
        className={styles["list"]}
      >
        {offers.map((offer, index) => (
          <OfferRow
            key={offer.id}
            offer={offer}
            number={index + 1}
            parcel={parcel}
            chosen={offer.id === offerID}
            isFastest={offer.id === fastest?.id}
            fixed={fixed}
          />
        ))}
      </div>
      {showsMissing ? (
        <IneligibleList id={MISSING_ID} services={parcel.missing} shownRef={showList} />
      ) : null}
      <p className="hidden" role="status">
        {cheapest === undefined
          ? t("offers.none")
          : t("offers.summary", {
              count: offers.length,
              service: serviceName(parcel, cheapest.providerServiceCode),
              amount: format.money(cheapest.totalAmount, cheapest.currency),
            })}
      </p>
    </section>
  );
}

type HeadProps = Pick<OfferListProps, "parcel" | "offerID"> & { readonly children: ReactNode };

/** The head line: also how far the offers are read, or why this offer is chosen. */
function Head({ parcel, offerID, children }: HeadProps) {
  const { t } = useTranslation();
  const progress = parcel.shipment.offers?.percentageCompleted ?? 100;
  // Marketplaces answer seconds later, and the line below the list says so.
  const hasMarketplaces = usePack((store) => store.marketplaces.some(({ asks }) => asks !== "off"));
  return (
    <div className={styles["head"]}>
      <h2>{t("offers.title")}</h2>
      {children}
      {progress < 100 && !hasMarketplaces ? (
        <p>{t("offers.loading", { percent: progress })}</p>
      ) : (
        <p data-testid="offer-reason">
          <Reason parcel={parcel} offerID={offerID} />{" "}
          <span className={styles["compare"]}>
            <Kbd>F4</Kbd> {t("offers.compare")}
          </span>
        </p>
      )}
    </div>
  );
}

/** Why this offer is chosen: a rule, the lowest price, or the packer. */
function Reason({ parcel, offerID }: Pick<OfferListProps, "parcel" | "offerID">) {
  const { t } = useTranslation();
  if (offerID === null) return null;
  const proposed = parcel.choice === null ? offersOf(parcel)[0]?.id : parcel.choice.offerID;
  if (offerID !== proposed) return <>{t("offers.byYou")} ·</>;
  const isByRule = parcel.choice !== null && parcel.choice.rule !== null;
  if (parcel.late !== undefined && !isByRule) return <>{t("offers.beforeLate")} ·</>;
  return <>{t(isByRule ? "offers.byRule" : "offers.preselected")} ·</>;
}

function showList(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: "nearest" });
}

type MissingButtonProps = {
  readonly count: number;
  readonly isOpen: boolean;
  readonly onPress: () => void;
};

/**
 * Says how many services made no offer; opens and closes the list that says why.
 *
 * @returns null when every service made an offer.
 */
function MissingButton({ count, isOpen, onPress }: MissingButtonProps) {
  const { t } = useTranslation();
  if (count === 0) return null;
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      className={styles["missing"]}
      aria-expanded={isOpen}
      aria-controls={isOpen ? MISSING_ID : undefined}
      onClick={onPress}
    >
      {t("offers.ineligible", { count })}
      <Arrow size={16} aria-hidden="true" />
    </button>
  );
}

type WarningsProps = {
  readonly offers: readonly Offer[];
  readonly lost: LostOffer | null;
  readonly isAllExcluded: boolean;
};

/**
 * Warns of made-up prices, of rules that exclude every offer, and of a chosen offer that is no
 * longer made.
 */
function Warnings({ offers, lost, isAllExcluded }: WarningsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  // In test mode a bar at the top of the window already says that everything is a test.
  const isTestMode = usePack((store) => store.desk.step === "ready" && store.desk.facts.testMode);
  const sample = !isTestMode && offers.some(({ isSample }) => isSample === true);
  return (
    <>
      {sample ? (
        <p data-testid="sample-prices">
          <Mark tone="attention">{t("offers.sample")}</Mark>
        </p>
      ) : null}
      {isAllExcluded ? (
        <p className={styles["lost"]} role="alert" data-testid="all-excluded">
          <Mark tone="attention">{t("offers.allExcluded")}</Mark>
        </p>
      ) : null}
      {lost === null ? null : (
        <p className={styles["lost"]} role="alert" data-testid="offer-lost">
          <Mark tone="attention">
            {lost.day === null
              ? t("offers.lost", { service: lost.service })
              : t("offers.lostDay", {
                  service: lost.service,
                  day: format.day(lost.day.slice(0, 10)),
                })}
          </Mark>
        </p>
      )}
    </>
  );
}

type OfferRowProps = {
  readonly offer: Offer;
  readonly number: number;
  readonly parcel: Parcel;
  readonly chosen: boolean;
  readonly isFastest: boolean;
  readonly fixed: boolean;
};

function OfferRow({ offer, number, parcel, chosen, isFastest, fixed }: OfferRowProps) {
  const format = useFormat();
  const dispatch = usePack((store) => store.dispatchPack);
  const above = aboveCheapest(parcel, offer);

  return (
    <label className={styles["row"]} data-chosen={chosen}>
      <input
        type="radio"
        name="offer"
        value={offer.id}
        className="hidden"
        checked={chosen}
        disabled={fixed}
        onChange={() => dispatch({ type: "chose", offerID: offer.id })}
      />
      {/* A key only if the digit chooses the offer: not in a purchase or while measuring. */}
      {fixed || number > 9 ? (
        <small className={styles["number"]}>{number}</small>
      ) : (
        <Kbd>{String(number)}</Kbd>
      )}
      <CarrierMark name={offer.providerCode} isLarge />
      <span className={styles["what"]}>
        <b className={styles["service"]}>{serviceName(parcel, offer.providerServiceCode)}</b>
        <OfferNotes offer={offer} parcel={parcel} isFastest={isFastest} />
      </span>
      <span className={styles["prices"]}>
        <b className={styles["price"]}>{format.money(offer.totalAmount, offer.currency)}</b>
        {above === null ? null : <small>+{format.money(above, offer.currency)}</small>}
      </span>
    </label>
  );
}
