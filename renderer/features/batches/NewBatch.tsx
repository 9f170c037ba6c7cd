/**
 * The form of a new batch: which labels, in which order, on which printer. Enter starts the batch.
 * Without labels, the form explains where labels come from.
 */
import { PackageOpen } from "lucide-react";
import { useEffect, useRef, type FormEvent, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import {
  BATCH_SORTS,
  MOST_LABELS,
  type Unprinted,
} from "../../../core/fulfilment/batches/batches.schema.ts";
import { turkishDay } from "../../../core/base/turkish-day.ts";
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { runShared } from "../../store/commands.ts";
import { Blank } from "../../ui/Blank.tsx";
import { Button } from "../../ui/Button.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { Select } from "../../ui/Select.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { goOn } from "./batch-commands.ts";
import styles from "./Batches.module.css";
import { DAYS } from "./new-batch.slice.ts";
import { Preview } from "./Preview.tsx";
import { useBatches } from "./use-batches.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Reads the labels and the printers on mount. */
export function NewBatch() {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const unprinted = useBatches((store) => store.unprinted);
  const failure = useBatches((store) => store.unprintedFailure);
  const choice = useBatches((store) => store.newBatch);
  const starting = useBatches((store) => store.starting);
  const load = useBatches((store) => store.loadUnprinted);
  const loadPrinters = useBatches((store) => store.loadBatchPrinters);
  useEffect(() => {
    void load();
    void loadPrinters();
    heading.current?.focus({ preventScroll: true });
  }, [load, loadPrinters]);
  useEffect(() => focusHeadingIfLost(heading.current), [starting.step]);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    goOn();
  };

  // Browsers open a closed list with Enter; here Enter starts the batch, and Space or an arrow
  // opens the list.
  const sendFromList = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.repeat || !(event.target instanceof HTMLSelectElement))
      return;
    event.preventDefault();
    goOn();
  };

  return (
    <form
      className={styles["batch"]}
      aria-label={t("batches.make.title")}
      data-testid="new-batch"
      onSubmit={send}
      onKeyDown={sendFromList}
    >
      <header className={styles["head"]}>
        <h2 ref={heading} tabIndex={-1}>
          {t("batches.make.title")}
        </h2>
        {unprinted === null || isBlank(unprinted, choice) ? null : (
          <p className={styles["soft"]}>{t("batches.make.lead")}</p>
        )}
      </header>
      {failure === null ? null : (
        <div role="alert">
          <FailureText failure={failure} />
        </div>
      )}
      {unprinted === null ? (
        failure === null ? (
          <p role="status">{t("batches.make.reading")}</p>
        ) : null
      ) : (
        <Form unprinted={unprinted} />
      )}
    </form>
  );
}

function countOf({ carriers }: Unprinted): number {
  return carriers.reduce((sum, { labels }) => sum + labels, 0);
}

/** Returns whether there are no labels although neither a day nor a carrier is chosen. */
function isBlank(
  unprinted: Unprinted,
  { day, carrier }: { readonly day: string; readonly carrier: string },
): boolean {
  return countOf(unprinted) === 0 && day === "" && carrier === "";
}

function Form({ unprinted }: { readonly unprinted: Unprinted }) {
  const { t } = useTranslation();
  const choice = useBatches((store) => store.newBatch);
  const { carrier } = choice;
  const all = countOf(unprinted);
  if (isBlank(unprinted, choice)) {
    return (
      <Blank
        Icon={PackageOpen}
        title={t("batches.make.emptyTitle")}
        text={t("batches.make.empty")}
        act={
          <Button onPress={() => runShared("showOrders", "WAITING")}>
            {t("batches.make.toOrders")}
          </Button>
        }
        testID="batch-blank"
      />
    );
  }
  const chosen =
    carrier === ""
      ? all
      : (unprinted.carriers.find(({ providerCode }) => providerCode === carrier)?.labels ?? 0);
  return (
    <>
      <Choices unprinted={unprinted} all={all} />
      {chosen === 0 ? (
        <p role="status">{t("batches.make.emptyChoice")}</p>
      ) : (
        <Start unprinted={unprinted} chosen={chosen} />
      )}
    </>
  );
}

function Choices({ unprinted, all }: { readonly unprinted: Unprinted; readonly all: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const choice = useBatches((store) => store.newBatch);
  const choose = useBatches((store) => store.chooseNewBatch);
  const printers = useBatches((store) => store.batchPrinters);
  const days = Array.from({ length: DAYS }, (_, i) =>
    turkishDay(new Date(Date.now() - i * DAY_MS).toISOString()),
  );
  return (
    <>
      <div className={styles["choices"]}>
        <Select
          label={t("batches.make.day")}
          value={choice.day}
          none={t("batches.make.lastDays", { count: DAYS })}
          options={days.map((value, i) => ({
            value,
            words:
              i === 0 ? t("batches.make.today", { day: format.day(value) }) : format.day(value),
          }))}
          onChange={(day) => void choose({ day })}
        />
        <Select
          label={t("batches.make.carrier")}
          value={choice.carrier}
          none={t("batches.make.all", { count: all })}
          options={unprinted.carriers.map(({ providerCode, carrierName, labels }) => ({
            value: providerCode,
            words: t("batches.make.carrierCount", { carrier: carrierName, count: labels }),
          }))}
          onChange={(carrier) => void choose({ carrier })}
        />
        <Select
          label={t("batches.make.printer")}
          value={choice.printerID}
          none={t("batches.make.byRole")}
          options={printers.map(({ id, name }) => ({ value: id, words: name }))}
          onChange={(printerID) => void choose({ printerID })}
        />
      </div>
      <Choice
        label={t("batches.make.sort")}
        value={choice.sort}
        options={BATCH_SORTS.map((sort) => ({
          value: sort,
          words: t(`batches.make.sorts.${sort}`),
        }))}
        onChange={(sort) => void choose({ sort })}
      />
    </>
  );
}

/**
 * Shows how many labels are chosen, the button that starts the batch, and a preview.
 *
 * @param chosen Number of chosen labels; a batch takes the first thousand.
 */
function Start({ unprinted, chosen }: { readonly unprinted: Unprinted; readonly chosen: number }) {
  const { t } = useTranslation();
  const starting = useBatches((store) => store.starting);
  const hasPrinter = useBatches(
    (store) =>
      store.newBatch.printerID !== "" ||
      (store.desk.step === "ready" && store.desk.facts.labelPrinter !== null),
  );
  const count = unprinted.shipmentIDs.length;
  return (
    <>
      <div className={styles["counts"]} role="status" data-testid="batch-count">
        <b>{t("batches.make.count", { count: chosen })}</b>
        {chosen > count && count === MOST_LABELS ? (
          <span>{t("batches.make.most", { most: MOST_LABELS })}</span>
        ) : null}
        {hasPrinter ? null : <Mark tone="attention">{t("batches.make.noPrinter")}</Mark>}
      </div>
      {starting.step === "failed" ? (
        <div role="alert">
          <b>{t("batches.make.notStarted")}</b>
          <FailureText failure={starting.failure} />
        </div>
      ) : null}
      <div className={styles["commands"]}>
        <Button rank="primary" submits keyName="Enter" disabled={starting.step === "starting"}>
          {starting.step === "starting"
            ? t("batches.make.starting")
            : t("batches.make.start", { count })}
        </Button>
      </div>
      <Preview unprinted={unprinted} />
    </>
  );
}
