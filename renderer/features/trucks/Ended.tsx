/** Today's manifests of what was scanned, each to be printed or saved again. */
import { useTranslation } from "react-i18next";
import type { EndedHandOver } from "../../../core/fulfilment/hand-over/hand-over.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { CarrierMark } from "../../ui/CarrierMark.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { PaperState } from "./EndResult.tsx";
import styles from "./HandOver.module.css";
import { useHandOver } from "./use-hand-over.ts";

/** Shows nothing before the first manifest. */
export function Ended({ ended }: { readonly ended: readonly EndedHandOver[] }) {
  const { t } = useTranslation();
  const paper = useHandOver((store) => store.olderPaper);
  if (ended.length === 0) return null;
  const newest = ended.find(({ isHere }) => isHere);
  return (
    <section className={styles["section"]} aria-labelledby="hand-over-ended" data-testid="ended">
      <h2 id="hand-over-ended">{t("handOver.ended")}</h2>
      <ul className={styles["ended"]}>
        {ended.map((handOver) => (
          <Line key={handOver.id} handOver={handOver} hasKey={handOver === newest} />
        ))}
      </ul>
      <PaperState paper={paper} />
    </section>
  );
}

type LineProps = {
  readonly handOver: EndedHandOver;
  /** Whether a key makes this manifest again. */
  readonly hasKey: boolean;
};

function Line({ handOver, hasKey }: LineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const take = useHandOver((store) => store.takeManifestOf);
  const hasPrinter = useHandOver((store) => store.hasPaperPrinter);
  const { carrierName, at, parcels, endedBy, isHere, isEnding, takenBack, elsewhere } = handOver;
  const time = format.clock(Date.parse(at));
  const nameOf = (words: string): string => `${carrierName} ${time}: ${words}`;
  return (
    <li>
      <span className={styles["of"]}>
        <CarrierMark name={carrierName} />
        <b>{carrierName}</b>
        <span>
          {[
            time,
            t("handOver.parcels", { count: parcels }),
            endedBy,
            ...(isHere ? [] : [t("handOver.otherDesk")]),
          ].join(" · ")}
        </span>
        {isEnding ? <Mark tone="attention">{t("handOver.isEnding")}</Mark> : null}
        {takenBack > 0 ? (
          <Mark tone="attention">{t("handOver.takenBack", { count: takenBack })}</Mark>
        ) : null}
        {elsewhere > 0 ? (
          <Mark tone="attention">{t("handOver.elsewhere", { count: elsewhere })}</Mark>
        ) : null}
      </span>
      {hasPrinter ? (
        <Button
          small
          label={nameOf(t("handOver.paper.print"))}
          {...(hasKey ? { keyName: "F6" } : {})}
          onPress={() => void take(handOver.id, "paper")}
        >
          {t("handOver.paper.print")}
        </Button>
      ) : null}
      <Button
        small
        rank={hasPrinter ? "quiet" : "secondary"}
        label={nameOf(t("handOver.paper.pdf"))}
        {...(hasKey && !hasPrinter ? { keyName: "F6" } : {})}
        onPress={() => void take(handOver.id, "pdf")}
      >
        {t("handOver.paper.pdf")}
      </Button>
      <Button
        small
        rank="quiet"
        label={nameOf(t("handOver.paper.xlsx"))}
        onPress={() => void take(handOver.id, "xlsx")}
      >
        {t("handOver.paper.xlsx")}
      </Button>
    </li>
  );
}
