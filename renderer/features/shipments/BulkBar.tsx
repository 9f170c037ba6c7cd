/**
 * Commands for the selected shipments; while a command runs, its progress, and for purchases and
 * cancellations a button to stop it.
 */
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { useSettledPress } from "../../store/shown.ts";
import { useFormat } from "../../ui/use-format.ts";
import type { BulkSlice } from "./bulk.slice.ts";
import { fitting, type Bulk, type BulkAct, type BulkFailure } from "./run-bulk.ts";
import {
  askCancelSelected,
  buySelected,
  pickSelected,
  printSelected,
} from "./shipment-commands.ts";
import { shownOf } from "./list-rows.ts";
import { elsewhereWords, selectedWords } from "./selected-words.ts";
import { listKeyOf } from "./shown-list.ts";
import styles from "./Shipments.module.css";
import { useShipments } from "./use-shipments.ts";

/**
 * Shows the progress or the result of a command, or the commands for the selected shipments, or
 * that shipments are being selected; else nothing. A result without failures is shown only over the
 * list over which its command ended.
 */
export function BulkBar() {
  const { t } = useTranslation();
  const selected = useShipments((store) => store.selectedShipments);
  const bulk = useShipments((store) => store.bulk);
  const isSelecting = useShipments((store) => store.isSelecting);
  const listKey = useShipments((store) => listKeyOf(shownOf(store)));
  const bulkList = useShipments((store) => store.bulkList);
  if (bulk.step === "planning")
    return <Working words={t("shipments.buying.planning")} done={bulk.done} total={bulk.total} />;
  if (bulk.step === "running")
    return (
      <Working
        words={t(`shipments.running.${bulk.act}`)}
        done={bulk.done + bulk.failures.length}
        total={bulk.total}
        canStop={bulk.act !== "print"}
      />
    );
  const isEndShown = bulk.step === "ended" && (bulkList === listKey || bulk.failures.length > 0);
  return (
    <>
      {isEndShown ? <Ended bulk={bulk} /> : null}
      {selected.size > 0 ? (
        <Selected selected={selected} listKey={listKey} />
      ) : isSelecting && !isEndShown ? (
        <p role="status">{t("shipments.selecting")}</p>
      ) : null}
    </>
  );
}

/** The commands for the selected shipments. */
function Selected({
  selected,
  listKey,
}: {
  readonly selected: BulkSlice["selectedShipments"];
  readonly listKey: string;
}) {
  const { t } = useTranslation();
  const clear = useShipments((store) => store.clearShipments);
  const total = useShipments((store) => store.shipmentPlaces?.total ?? 0);
  const chunks = useShipments((store) => store.shipmentChunks);
  const refused = useShipments((store) => store.refusedAct);
  const words = selectedWords(t, selected.size, total);
  const count = (act: BulkAct): number => fitting(act, selected.values()).length;
  const elsewhere = elsewhereWords(t, selected.values(), { listKey, chunks });
  const [buys, prints, cancels] = [count("buy"), count("print"), count("cancel")];
  return (
    <section className={styles["bulk"]} aria-label={words} data-testid="bulk-bar">
      <b>{words}</b>
      {elsewhere === null ? null : <Mark tone="attention">{elsewhere}</Mark>}
      <Command
        count={buys}
        words={t("shipments.buy", { count: buys })}
        keyName="F2"
        run={buySelected}
      />
      <Command count={buys} words={t("shipments.pick")} keyName="F4" run={pickSelected} />
      <Command
        count={prints}
        words={t("shipments.print", { count: prints })}
        keyName="F6"
        run={printSelected}
      />
      {buys + prints + cancels === 0 ? (
        <span>{t("shipments.nothingFits")}</span>
      ) : refused === null ? null : (
        <span role="alert">{t(`shipments.fitsNone.${refused}`)}</span>
      )}
      <Button onPress={clear}>{t("shipments.clear")}</Button>
      <span className={styles["apart"]}>
        <Command
          count={cancels}
          words={t("shipments.cancel", { count: cancels })}
          keyName="F8"
          run={askCancelSelected}
          danger
        />
      </span>
    </section>
  );
}

function Command({
  count,
  words,
  keyName,
  run,
  danger = false,
}: {
  readonly count: number;
  readonly words: string;
  readonly keyName: string;
  readonly run: () => void;
  readonly danger?: boolean;
}) {
  const press = useSettledPress(run);
  return count === 0 ? null : (
    <Button keyName={keyName} danger={danger} {...press}>
      {words}
    </Button>
  );
}

function Working({
  words,
  done,
  total,
  canStop = true,
}: {
  readonly words: string;
  readonly done: number;
  readonly total: number;
  readonly canStop?: boolean;
}) {
  const { t } = useTranslation();
  const stop = useShipments((store) => store.stopBulk);
  const progress = t("shipments.progress", {
    done,
    total,
    percent: Math.floor((done / total) * 100),
  });
  return (
    <section className={styles["bulk"]} aria-label={words} data-testid="bulk-running">
      <b>{words}</b>
      <progress value={done} max={total} aria-label={progress} />
      <span role="status">{progress}</span>
      {canStop ? (
        <Button keyName="Esc" onPress={stop}>
          {t("shipments.stop")}
        </Button>
      ) : null}
    </section>
  );
}

/**
 * Result of a command: how many shipments are done, the amount, and each failure with its cause.
 */
function Ended({ bulk }: { readonly bulk: Extract<Bulk, { step: "ended" }> }) {
  const { t } = useTranslation();
  const dismiss = useShipments((store) => store.dismissBulk);
  const format = useFormat();
  const { act, total, done, paid, failures, isStopped, queued = 0 } = bulk;
  const isWaiting = useShipments(
    ({ desk }) => act === "print" && desk.step === "ready" && desk.facts.labelPrinter === null,
  );
  return (
    <section className={styles["bulk"]} role="status" data-testid="bulk-ended">
      {done > 0 ? (
        <Mark tone={isWaiting ? "attention" : "ok"}>
          <b>
            {act === "buy"
              ? t("shipments.buying.ended", { count: done, total: format.money(paid, "TL") })
              : `${t(`shipments.ended.${isWaiting ? "noPrinter" : act}`)}: ${format.count(done)}`}
          </b>
        </Mark>
      ) : null}
      {queued > 0 ? <Mark tone="info">{t("shipments.queued", { count: queued })}</Mark> : null}
      {isStopped ? (
        <Mark tone="attention">
          {t("shipments.stopped", { count: total - done - failures.length })}
        </Mark>
      ) : null}
      {failures.length > 0 ? (
        <Failures failures={failures} count={act === "print" ? total - done : failures.length} />
      ) : null}
      {act === "print" && failures.length === 0 ? (
        <Button onPress={() => useShipments.getState().followLink("batches")}>
          {t("shipments.toBatches")}
        </Button>
      ) : null}
      <Button onPress={dismiss}>{t("shipments.close")}</Button>
    </section>
  );
}

/**
 * Lists the failures of a command.
 *
 * @param count Number of shipments that failed; a print fails for all of them at once, for one
 *   cause.
 */
function Failures({
  failures,
  count,
}: {
  readonly failures: readonly BulkFailure[];
  readonly count: number;
}) {
  const { t } = useTranslation();
  const words = t("shipments.failed", { count });
  return (
    <div className={styles["failures"]} data-testid="bulk-failures">
      <Mark tone="stop">{words}</Mark>
      <ul tabIndex={0} aria-label={words}>
        {failures.map(({ id, name, failure }) => (
          <li key={id}>
            {name === "" ? null : <b>{name}</b>}
            <div>
              <FailureText failure={failure} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
