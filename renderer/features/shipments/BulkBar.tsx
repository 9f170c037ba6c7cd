/** What can be done with the selected shipments; while it is done, how far it is and the way to stop it. */
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { useSettledPress } from "../../store/shown.ts";
import { fitting, type Bulk, type BulkAct } from "./bulk.slice.ts";
import { askCancelSelected, buySelected, printSelected } from "./shipment-commands.ts";
import { selectedWords } from "./selected-words.ts";
import styles from "./Shipments.module.css";
import { useShipments } from "./use-shipments.ts";

/** Nothing while nothing is selected. */
export function BulkBar() {
  const { t } = useTranslation();
  const selected = useShipments((store) => store.selectedShipments);
  const bulk = useShipments((store) => store.bulk);
  const clear = useShipments((store) => store.clearShipments);
  const total = useShipments((store) => store.foundShipments?.length ?? store.shipmentPlaces?.total ?? 0);
  const isSelecting = useShipments((store) => store.isSelecting);
  if (bulk.step === "running") return <Running bulk={bulk} />;
  if (selected.size === 0) return bulk.step === "ended" ? <Ended bulk={bulk} /> : isSelecting ? <p role="status">{t("shipments.selecting")}</p> : null;
  const words = selectedWords(t, selected.size, total);
  const count = (act: BulkAct): number => fitting(act, selected.values()).length;
  const [buys, prints, cancels] = [count("buy"), count("print"), count("cancel")];
  return (
    <section className={styles["bulk"]} aria-label={words} data-testid="bulk-bar">
      <b>{words}</b>
      <Command count={buys} words={t("shipments.buy", { count: buys })} keyName="F2" run={buySelected} />
      <Command count={prints} words={t("shipments.print", { count: prints })} keyName="F6" run={printSelected} />
      <Command count={cancels} words={t("shipments.cancel", { count: cancels })} keyName="F8" run={askCancelSelected} />
      {buys + prints + cancels === 0 ? <span>{t("shipments.nothingFits")}</span> : null}
      <Button onPress={clear}>{t("shipments.clear")}</Button>
    </section>
  );
}

function Command({ count, words, keyName, run }: { readonly count: number; readonly words: string; readonly keyName: string; readonly run: () => void }) {
  const press = useSettledPress(run);
  return count === 0 ? null : (
    <Button keyName={keyName} {...press}>
      {words}
    </Button>
  );
}

function Running({ bulk }: { readonly bulk: Extract<Bulk, { step: "running" }> }) {
  const { t } = useTranslation();
  const stop = useShipments((store) => store.stopBulk);
  const { act, total } = bulk;
  const done = bulk.done + bulk.failed;
  const progress = t("shipments.progress", { done, total, percent: Math.floor((done / total) * 100) });
  return (
    <section className={styles["bulk"]} aria-label={t(`shipments.running.${act}`)} data-testid="bulk-running">
      <b>{t(`shipments.running.${act}`)}</b>
      <progress value={done} max={total} aria-label={progress} />
      <span role="status">{progress}</span>
      {act === "print" ? null : <Button onPress={stop}>{t("shipments.stop")}</Button>}
    </section>
  );
}

function Ended({ bulk }: { readonly bulk: Extract<Bulk, { step: "ended" }> }) {
  const { t } = useTranslation();
  const dismiss = useShipments((store) => store.dismissBulk);
  const { act, total, done, failed, failure, isStopped } = bulk;
  return (
    <section className={styles["bulk"]} role="status" data-testid="bulk-ended">
      {done > 0 ? (
        <Mark tone="ok">
          <b>
            {t(`shipments.ended.${act}`)}: {done}
          </b>
        </Mark>
      ) : null}
      {isStopped ? <Mark tone="attention">{t("shipments.stopped", { count: total - done - failed })}</Mark> : null}
      {failed > 0 ? <Mark tone="stop">{t("shipments.failed", { count: failed })}</Mark> : null}
      {failure === null ? null : (
        <div>
          <FailureText failure={failure} />
        </div>
      )}
      {act === "print" && failure === null ? <Button onPress={() => useShipments.getState().showView("batches")}>{t("shipments.toBatches")}</Button> : null}
      <Button onPress={dismiss}>{t("shipments.close")}</Button>
    </section>
  );
}
