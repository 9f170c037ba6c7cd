/** Batches of labels: the list with the panel of its active batch, or the page of the open one. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Batch } from "../../../core/fulfilment/batches/batches.schema.ts";
import { runShared } from "../../store/commands.ts";
import { Slot } from "../../store/slots.tsx";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { ColumnsMenu } from "../../ui/list/ColumnsMenu.tsx";
import { ListView } from "../../ui/list/ListView.tsx";
import { useKeptPanel } from "../../ui/list/use-kept-panel.ts";
import { MenuButton, MenuCommands } from "../../ui/menu/Menu.tsx";
import { useKeptColumns } from "../../ui/table/kept-columns.ts";
import { openNew } from "./batch-commands.ts";
import { BatchList, useColumns } from "./BatchList.tsx";
import { BatchPanel } from "./BatchPanel.tsx";
import styles from "./Batches.module.css";
import { openBatchOf } from "./batches.slice.ts";
import { JamOffer } from "./JamOffer.tsx";
import { NewBatch } from "./NewBatch.tsx";
import { OpenBatch } from "./OpenBatch.tsx";
import { useBatches } from "./use-batches.ts";

/** Reads the list and the labels on mount. */
export function Batches() {
  const batch = useBatches(openBatchOf);
  const enter = useBatches((store) => store.enterBatches);
  const refreshItems = useBatches((store) => store.refreshBatchItems);
  useEffect(() => {
    void enter();
    // Labels are not read while another view is open, so they are read again here.
    void refreshItems();
  }, [enter, refreshItems]);
  return batch === null ? <List /> : <Page batch={batch} />;
}

function List() {
  const { t } = useTranslation();
  const batches = useBatches((store) => store.batches);
  const failure = useBatches((store) => store.batchesFailure);
  const columns = useColumns();
  const [kept, keep] = useKeptColumns("batches", []);
  const panel = useKeptPanel("batches-panel");
  const hasBatches = batches !== null && batches.length > 0;
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
      menu={
        <MenuButton label={t("list.more")} testID="list-more">
          {panel.isOn ? null : (
            <MenuCommands
              label={t("list.commands")}
              commands={[
                { name: "panel", words: t("list.showPanel"), run: () => panel.show(true) },
              ]}
            />
          )}
          <ColumnsMenu columns={columns} kept={kept} onKeep={keep} />
        </MenuButton>
      }
      notices={<Notices />}
      panel={hasBatches ? <BatchPanel panel={panel} /> : null}
    >
      {batches === null && failure === null ? (
        <p role="status" className={styles["reading"]}>
          {t("batches.reading")}
        </p>
      ) : hasBatches ? (
        <BatchList batches={batches} columns={columns} kept={kept} onKeep={keep} />
      ) : failure === null ? (
        <div className={styles["open"]}>
          <NewBatch />
        </div>
      ) : null}
    </ListView>
  );
}

/** The failure of the list, and the open question. */
function Notices() {
  const failure = useBatches((store) => store.batchesFailure);
  const isAsked = useBatches((store) => store.asked !== null && store.jam.step === "none");
  return (
    <>
      {failure === null ? null : (
        <div role="alert" className={styles["failed"]}>
          <FailureText failure={failure} />
        </div>
      )}
      {isAsked ? <Slot name="overlay" props={{ coversOffers: false, isBrief: true }} /> : null}
    </>
  );
}

/** The page of a batch. An open question is shown above the batch. */
function Page({ batch }: { readonly batch: Batch }) {
  const { t } = useTranslation();
  const isAsked = useBatches((store) => store.asked !== null && store.jam.step === "none");
  return (
    <ListView
      title={t("batches.title")}
      tools={
        <>
          <Button rank="quiet" keyName="Esc" onPress={() => runShared("back")}>
            {t("batches.all")}
          </Button>
          <span className={styles["room"]} />
          <Button keyName="F2" onPress={openNew}>
            {t("batches.fresh")}
          </Button>
        </>
      }
    >
      <div className={styles["open"]} data-testid="batch-pane">
        {isAsked ? <Slot name="overlay" props={{ coversOffers: false, isBrief: true }} /> : null}
        <JamOffer />
        <OpenBatch key={batch.id} batch={batch} />
      </div>
    </ListView>
  );
}
