/**
 * The panel next to the list: the batch in hand, at once with its own fields; its next labels follow
 * when the arrows rest. The form of a new batch takes its place.
 */
import { useDeferredValue, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Batch } from "../../../core/fulfilment/batches/batches.schema.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { JobCause } from "../../ui/JobMark.tsx";
import { leavePanel } from "../../ui/list/panel-focus.ts";
import { SidePanel, useIsNarrow } from "../../ui/list/SidePanel.tsx";
import type { KeptPanel } from "../../ui/list/use-kept-panel.ts";
import { MenuButton, MenuCommands } from "../../ui/menu/Menu.tsx";
import { askStopOpen, goOn, open, openNew, pauseOpen, stepBack } from "./batch-commands.ts";
import { BatchMark, progressWords, useBatchTitle } from "./BatchList.tsx";
import { batchState, timeLeft } from "./batch-words.ts";
import styles from "./Batches.module.css";
import { batchInHandOf, hasEnded } from "./batches.slice.ts";
import { NewBatch } from "./NewBatch.tsx";
import { useBatches } from "./use-batches.ts";
import { useWaitsForPrinter } from "./use-waits.ts";

/** Time without another batch in hand after which its labels are read, ms. */
const REST_MS = 120;
/** Number of labels that the panel shows. */
const LABELS = 8;

/** Shows the form of a new batch, or the batch in hand where the panel is shown. */
export function BatchPanel({ panel }: { readonly panel: KeptPanel }) {
  const { t } = useTranslation();
  const isNew = useBatches((store) => store.batchPane.show === "new");
  const now = useBatches(batchInHandOf);
  // Arrows come first: the panel is drawn when the list is.
  const batch = useDeferredValue(now);
  const isIn = useBatches((store) => store.isInBatch);
  const goIn = useBatches((store) => store.goIntoBatch);
  const isNarrow = useIsNarrow();
  if (isNew)
    return (
      <SidePanel
        isWide
        label={t("batches.make.title")}
        rowID="new"
        onClose={stepBack}
        testID="batch-form"
      >
        <NewBatch />
      </SidePanel>
    );
  if (batch === null || !(isNarrow ? isIn : panel.isOn || isIn)) return null;
  const close = (): void => {
    panel.show(false);
    leavePanel();
    goIn(false);
  };
  return <InHand batch={batch} onClose={close} />;
}

type InHandProps = { readonly batch: Batch; readonly onClose: () => void };

function InHand({ batch, onClose }: InHandProps) {
  const { t } = useTranslation();
  const title = useBatchTitle(batch);
  const acting = useBatches((store) => store.acting);
  const waits = useWaitsForPrinter(batch);
  const left = timeLeft(batch, waits !== undefined, t);
  return (
    <SidePanel label={title} rowID={batch.id} onClose={onClose} testID="batch-panel">
      <header className={styles["panelHead"]}>
        <h2>{title}</h2>
        <BatchMark batch={batch} />
      </header>
      <Commands batch={batch} />
      {acting.step === "failed" && acting.id === batch.id ? (
        <div role="alert">
          <b>{t("batches.notDone")}</b>
          <FailureText failure={acting.failure} />
        </div>
      ) : null}
      <div className={styles["far"]}>
        <b>{progressWords(batch, t)}</b>
        <progress value={batch.printed} max={batch.total} aria-hidden="true" />
        {left === "" ? null : (
          <span>
            {t("batches.left.label")}: <b>{left}</b>
          </span>
        )}
        <span className={styles["soft"]}>
          {t("batches.labels", { count: batch.total })}, {t(`batches.sorts.${batch.sort}`)}
        </span>
      </div>
      {waits === undefined ? null : <JobCause job={waits} />}
      <p>{batchState(batch, waits !== undefined, t).now}</p>
      <Labels batch={batch} />
    </SidePanel>
  );
}

/** The command that the batch needs next, and the others in a menu. */
function Commands({ batch }: { readonly batch: Batch }) {
  const { t } = useTranslation();
  const isBusy = useBatches((store) => store.acting.step === "asked");
  const isIn = useBatches((store) => store.isInBatch);
  const resume = useSettledPress(goOn);
  const page = {
    name: "page",
    words: t("batches.page"),
    keyName: "Shift+Enter",
    run: () => open(batch.id),
  };
  const again = { name: "new", words: t("batches.fresh"), keyName: "F2", run: openNew };
  const stop = {
    name: "stop",
    words: t("batches.stop"),
    keyName: "F8",
    run: askStopOpen,
    danger: true,
  };
  return (
    <div className={styles["commands"]}>
      {batch.status === "RUNNING" ? (
        <Button rank="primary" keyName="F9" disabled={isBusy} onPress={pauseOpen}>
          {t("batches.pause")}
        </Button>
      ) : batch.status === "PAUSED" ? (
        // Enter resumes only from within the panel; in the list it goes into the panel.
        <Button
          rank="primary"
          disabled={isBusy}
          {...(isIn ? { keyName: "Enter" } : {})}
          {...resume}
        >
          {t(batch.unknown > 0 ? "batches.answer" : "batches.resume")}
        </Button>
      ) : (
        <Button rank="primary" keyName="Shift+Enter" onPress={() => open(batch.id)}>
          {t("batches.page")}
        </Button>
      )}
      <MenuButton label={t("list.more")} testID="batch-more">
        <MenuCommands
          label={t("list.commands")}
          commands={hasEnded(batch) ? [again] : [page, again]}
        />
        {hasEnded(batch) ? null : <MenuCommands label={t("batches.stop")} commands={[stop]} />}
      </MenuButton>
    </div>
  );
}

/**
 * The next labels of the batch, or its last ones when it has ended; the heading says which labels
 * are shown where the batch has more.
 */
function Labels({ batch }: { readonly batch: Batch }) {
  const { t } = useTranslation();
  const see = useBatches((store) => store.seeBatchItems);
  const items = useBatches((store) => (store.itemsOf === batch.id ? store.batchItems : null));
  const next = batch.total - batch.left + 1;
  const from = Math.max(1, Math.min(next, batch.total - LABELS + 1));
  const to = Math.min(batch.total, from + LABELS - 1);
  useEffect(() => {
    const timer = setTimeout(() => void see(batch.id, { from, to }), REST_MS);
    return () => clearTimeout(timer);
  }, [see, batch.id, from, to]);
  const shown = Array.from({ length: to - from + 1 }, (_, i) => items?.get(from + i)).filter(
    (item) => item !== undefined,
  );
  if (shown.length === 0) return null;
  return (
    <section className={styles["labels"]}>
      <h3>
        {shown.length < batch.total
          ? t("batches.items.some", { from, to, total: batch.total })
          : t("batches.items.title")}
      </h3>
      <ol>
        {shown.map((item) => (
          <li key={item.position}>
            <span>{item.position}</span>
            <b>{item.orderNumber}</b>
            <span>{item.recipientName}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
