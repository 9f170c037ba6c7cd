/** Two lists of a truck: the parcels on it, newest scan first, and the carrier's parcels that stay. */
import { useTranslation } from "react-i18next";
import type {
  HandOverCarrier,
  Truck,
} from "../../../core/fulfilment/hand-over/hand-over.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./HandOver.module.css";
import { useHandOver } from "./use-hand-over.ts";

/** Shows the lists; parcels that must come off the truck are first. */
export function ParcelLists({ carrier }: { readonly carrier: HandOverCarrier | undefined }) {
  const { t } = useTranslation();
  const truck = useHandOver((store) => store.truck);
  if (truck === null) return <div className={styles["lists"]} />;
  const loaded = truck.loaded.toSorted((a, b) => Number(b.isCanceled) - Number(a.isCanceled));
  return (
    <div className={styles["lists"]}>
      <section aria-labelledby="hand-over-loaded">
        <h2 id="hand-over-loaded">{t("handOver.counts.loaded")}</h2>
        {loaded.length === 0 ? <NoneLoaded carrier={carrier?.providerCode} /> : null}
        <ul data-testid="loaded-list">
          {loaded.map((parcel) => (
            <Loaded key={parcel.shipmentID} parcel={parcel} />
          ))}
        </ul>
        <More shown={loaded.length} count={carrier?.loaded ?? 0} />
      </section>
      <section aria-labelledby="hand-over-here">
        <h2 id="hand-over-here">{t("handOver.counts.here")}</h2>
        {truck.staying.length === 0 ? <p>{t("handOver.noneHere")}</p> : null}
        <ul data-testid="staying-list">
          {truck.staying.map((parcel) => (
            <li key={parcel.shipmentID}>
              <Parcel parcel={parcel} />
              {parcel.announcement === "" || parcel.announcement === "ANNOUNCED" ? null : (
                <Mark tone="attention">{t("handOver.notAnnounced")}</Mark>
              )}
            </li>
          ))}
        </ul>
        <More shown={truck.staying.length} count={carrier?.here ?? 0} />
      </section>
    </div>
  );
}

/** An empty truck, and who has ended the loading before it. */
function NoneLoaded({ carrier }: { readonly carrier: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const ended = useHandOver(({ handOver }) =>
    handOver?.ended.find(({ providerCode }) => providerCode === carrier),
  );
  if (ended === undefined) return <p>{t("handOver.noneLoaded")}</p>;
  const by = [
    t("handOver.parcels", { count: ended.parcels }),
    ended.endedBy,
    ...(ended.isHere ? [] : [t("handOver.otherDesk")]),
  ].join(" · ");
  return (
    <p role="status">{t("handOver.lastEnded", { time: format.clock(Date.parse(ended.at)), by })}</p>
  );
}

function Loaded({ parcel }: { readonly parcel: Truck["loaded"][number] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const scan = useHandOver((store) => store.scanParcel);
  return (
    <li data-canceled={parcel.isCanceled || undefined}>
      <Parcel parcel={parcel} />
      {parcel.isCanceled ? <Mark tone="stop">{t("handOver.mustComeOff")}</Mark> : null}
      {parcel.isPassed ? <Mark tone="attention">{t("handOver.notAnnounced")}</Mark> : null}
      <small hidden={parcel.isCanceled}>
        {[
          format.clock(Date.parse(parcel.scannedAt)),
          parcel.scannedBy,
          ...(parcel.isHere ? [] : [t("handOver.otherDesk")]),
        ].join(" · ")}
      </small>
      <Button
        small
        rank="quiet"
        label={t("handOver.takeThisOff", { name: parcel.recipientName, code: parcel.barcode })}
        onPress={() => void scan(parcel.barcode, { act: "takeBack" })}
      >
        {t("handOver.off")}
      </Button>
    </li>
  );
}

function Parcel({
  parcel,
}: {
  readonly parcel: Truck["staying"][number] | Truck["loaded"][number];
}) {
  const place = [parcel.districtName, parcel.cityName].filter((part) => part !== "").join(" / ");
  return (
    <span className={styles["line"]}>
      <b>{parcel.recipientName}</b>
      <small>
        {[place, parcel.orderNumber, parcel.barcode].filter((part) => part !== "").join(" · ")}
      </small>
    </span>
  );
}

function More({ shown, count }: { readonly shown: number; readonly count: number }) {
  const { t } = useTranslation();
  return shown < count ? <p>{t("handOver.more", { shown, count })}</p> : null;
}
