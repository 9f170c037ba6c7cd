/** Batches of labels: the list, and the open batch or a new one. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Slot } from "../../store/slots.tsx";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { ListView } from "../../ui/list/ListView.tsx";
import { openNew } from "./batch-commands.ts";
import { BatchList } from "./BatchList.tsx";
import styles from "./Batches.module.css";
import { openBatchOf } from "./batches.slice.ts";
import { JamOffer } from "./JamOffer.tsx";
import { NewBatch } from "./NewBatch.tsx";
import { OpenBatch } from "./OpenBatch.tsx";
import { useBatches } from "./use-batches.ts";

/** Reads the list and the labels on mount. An open question is shown above the batch. */
export function Batches() {
  const { t } = useTranslation();
  const batches = useBatches((store) => store.batches);
  const failure = useBatches((store) => store.batchesFailure);
  const pane = useBatches((store) => store.batchPane.show);
  const batch = useBatches(openBatchOf);
  const isAsked = useBatches((store) => store.asked !== null && store.jam.step === "none");
  const enter = useBatches((store) => store.enterBatches);
  const refreshItems = useBatches((store) => store.refreshBatchItems);
  useEffect(() => {
    void enter();
    // Labels are not read while another view is open, so they are read again here.
    void refreshItems();
  }, [enter, refreshItems]);

  return (
    <ListView
      title={t("batches.title")}
      tools={
        <>
          <span className={styles["room"]} />
          <Button keyName="F2" onPress={openNew}>
            {t("batches.fresh")}
          </Button>
        </>
      }
      notices={
        failure === null ? null : (
          <div role="alert" className={styles["failed"]}>
            <FailureText failure={failure} />
          </div>
        )
      }
    >
      {batches === null && failure !== null ? null : (
        <div className={styles["halves"]}>
          <BatchList batches={batches} openID={batch?.id ?? null} />
          <div className={styles["open"]} data-testid="batch-pane">
            {isAsked ? (
              <Slot name="overlay" props={{ coversOffers: false, isBrief: true }} />
            ) : null}
            <JamOffer />
            {batch === null ? null : <OpenBatch key={batch.id} batch={batch} />}
            {pane === "new" ? <NewBatch /> : null}
          </div>
        </div>
      )}
    </ListView>
  );
}
