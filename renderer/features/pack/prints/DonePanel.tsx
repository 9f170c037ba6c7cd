/**
 * An order with nothing left to buy: just bought, or reopened later. Shows the order's label and
 * the state of the print.
 */
import { useTranslation } from "react-i18next";
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import { useSettledPress } from "../../../store/shown.ts";
import { Button } from "../../../ui/Button.tsx";
import { isCauseShown, JobCause, JobMark, jobTone } from "../../../ui/JobMark.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import { MiddleCut } from "../../../ui/MiddleCut.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { SamplePrice } from "../../../ui/SamplePrice.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import { whereLabelIs, wordsAfterPurchase, wordsFor } from "./done-words.ts";
import styles from "./DonePanel.module.css";
import { AnnouncementMark } from "./AnnouncementNotice.tsx";
import { DoneLead } from "./DoneLead.tsx";
import { LabelPicture } from "./LabelPicture.tsx";
import { addBox, nextOrder, openNext } from "../order-commands.ts";
import { askUndo, reprint } from "../pack-commands.ts";
import { canPackAgain, isDone, isRefusedByCarrier, type PackStep } from "../pack-step.ts";
import { PackAgain } from "./PackAgain.tsx";
import { serviceName } from "../pack.slice.ts";
import { CancelSent } from "./CancelSent.tsx";
import { PrintElsewhere } from "./PrintElsewhere.tsx";
import { visibleRemotePrint } from "../../../ui/sent-words.ts";
import { SentLine } from "../../../ui/SentLine.tsx";
import { SlipButton } from "./SlipButton.tsx";
import { subjectOf } from "../subject.ts";
import { usePack } from "../use-pack.ts";
import { isLabelOut } from "./unfinished-job.ts";
import { useSent } from "./use-sent.ts";

type DonePanelProps = { readonly pack: Extract<PackStep, { step: "bought" | "closed" }> };

/** The bought or reopened order, with its print job and the commands that its state allows. */
export function DonePanel({ pack }: DonePanelProps) {
  const { t } = useTranslation();
  const { shipment } = pack.parcel;
  const job = useLabelJob(pack);
  const sent = visibleRemotePrint(useSent(shipment.id, job?.status), job);
  const labelled = shipment.statusCode !== "CANCELED" && shipment.statusCode !== "OFFER_ACCEPTED";
  const givenUp = usePack((store) => (store.desk.step === "ready" ? store.desk.facts.givenUp : 0));
  const words =
    pack.step === "bought" && shipment.lastErrorCode !== "E2053"
      ? wordsAfterPurchase(job, sent)
      : wordsFor(shipment, givenUp, pack.parcel, pack.parcel.together.packedWith !== null);
  const label = shipment.statusCode === "CANCELED" ? whereLabelIs(job) : "nowhere";

  return (
    <div className={styles["done"]}>
      <Panel
        tone={words.tone}
        title={t(words.title)}
        commands={
          labelled ? (
            <LabelCommands pack={pack} job={job} sent={sent} />
          ) : canPackAgain(pack) ? (
            <PackAgain first={pack.parcel.together.packedWith} />
          ) : undefined
        }
      >
        <DoneLead lead={words.lead} parcel={pack.parcel} />
        {label === "nowhere" ? null : (
          <p data-testid="throw-away">
            <Mark tone="attention">{t(`done.throwAway.${label}`)}</Mark>
          </p>
        )}
        {labelled ? <Bought pack={pack} /> : null}
        {labelled && (sent === null || job?.status === "QUEUED") ? (
          <PrintLine job={job} isPrinted={shipment.statusCode === "LABEL_PRINTED"} />
        ) : null}
        {labelled ? <AnnouncementMark announcement={pack.parcel.announcement} /> : null}
        <Checked shipmentID={shipment.id} />
        {labelled && sent !== null ? (
          <SentLine request={sent} soft={styles["error"]} testID="sent-elsewhere" />
        ) : null}
      </Panel>
      {labelled ? (
        <LabelPicture shipmentID={shipment.id} barcode={shipment.barcode}>
          {isRefusedByCarrier(pack) ? null : <Next />}
        </LabelPicture>
      ) : null}
    </div>
  );
}

/**
 * Returns the label's print job from the journal; if the journal has none, the job that came with
 * the purchase or with the order.
 */
function useLabelJob(pack: DonePanelProps["pack"]): PrintJob | null {
  const jobs = usePack((store) => store.printJobs);
  const { shipment, printJobs } = pack.parcel;
  const isItsLabel = (one: PrintJob): boolean =>
    one.shipmentID === shipment.id && one.kind === "LABEL";
  return (
    jobs.find(isItsLabel) ??
    (pack.step === "bought" ? pack.printJob : (printJobs.find(isItsLabel) ?? null))
  );
}

/** Says what to scan next, unless Enter opens the next box of this order. */
function Next() {
  const { t } = useTranslation();
  const isLabelNext = usePack(
    ({ pack, packing }) => pack.step === "bought" && packing?.requireScannedLabel === true,
  );
  const isBox = usePack((store) => isDone(store.pack) && nextOrder(store)?.isBox === true);
  return isBox ? null : (
    <p className={styles["next"]}>{t(isLabelNext ? "scanBack.next" : "done.next")}</p>
  );
}

type LabelCommandsProps = DonePanelProps & {
  readonly job: PrintJob | null;
  readonly sent: ReturnType<typeof useSent>;
};

/** Buttons for the next order and this order's label, and below them what is rarely needed. */
function LabelCommands({ pack, job, sent }: LabelCommandsProps) {
  return (
    <>
      <MainCommands pack={pack} />
      <RareCommands pack={pack} job={job} sent={sent} />
    </>
  );
}

/** One row: the next order or box, the label on paper, and another box. */
function MainCommands({ pack }: DonePanelProps) {
  const { t } = useTranslation();
  const { shipment } = pack.parcel;
  const reprinting = usePack((store) => store.reprint);
  const isOut = usePack((store) => isLabelOut(store, shipment));
  const printPress = useSettledPress(() => void reprint());
  const nextName = usePack((store) =>
    isDone(pack) && !isRefusedByCarrier(pack) ? nextOrder(store)?.code : undefined,
  );
  const next = nextName === undefined ? null : nextOrder(usePack.getState());
  const nextPress = useSettledPress(openNext);
  return (
    <div className={styles["main"]}>
      {next === null ? null : (
        <Button rank="primary" keyName="Enter" {...nextPress}>
          {next.isBox ? (
            t("desk.next.box")
          ) : (
            <MiddleCut within={(order) => t("desk.next.order", { order })}>{next.name}</MiddleCut>
          )}
        </Button>
      )}
      <Button keyName="F6" {...printPress} disabled={reprinting.step === "sending"}>
        {t(
          reprinting.step === "sending"
            ? "done.reprinting"
            : isOut
              ? "done.reprint"
              : "done.printFirst",
        )}
      </Button>
      {shipment.order === null || shipment.order.orderNumber === "" ? null : (
        <Button keyName="Alt+B" onPress={() => void addBox()}>
          {t("desk.box.another")}
        </Button>
      )}
    </div>
  );
}

/** A quiet row: what a label that waits may need, the packing slip, and the way to undo. */
function RareCommands({ pack, job, sent }: LabelCommandsProps) {
  const { t } = useTranslation();
  const { id } = pack.parcel.shipment;
  const cancellable = usePack((store) => subjectOf(store, "cancel").kind === "label");
  return (
    <div className={styles["rare"]}>
      {job?.status === "QUEUED" ? <SetUpPrinter /> : null}
      <PrintElsewhere key={id} shipmentID={id} job={job} sent={sent} />
      {sent?.state === "ASKED" ? <CancelSent key={sent.id} request={sent} /> : null}
      <SlipButton key={`slip ${id}`} shipmentID={id} />
      {cancellable ? (
        <span className={styles["undo"]}>
          <Button rank="quiet" danger keyName="F8" onPress={askUndo}>
            {t("done.undo")}
          </Button>
        </span>
      ) : null}
    </div>
  );
}

/** Leads to the printers while none prints labels, for which this label waits. */
function SetUpPrinter() {
  const { t } = useTranslation();
  const isMissing = usePack(
    ({ desk }) => desk.step === "ready" && desk.facts.labelPrinter === null,
  );
  const follow = usePack((store) => store.followLink);
  return isMissing ? (
    <Button rank="quiet" onPress={() => follow("printers")}>
      {t("empty.addPrinter")}
    </Button>
  ) : null;
}

/** Shows the service and its price; after a purchase also the balance before and after it. */
function Bought({ pack }: DonePanelProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { shipment } = pack.parcel;
  const paid = pack.step === "bought" ? pack.transaction : null;
  return (
    <div className={styles["what"]}>
      <b>{serviceName(pack.parcel, shipment.providerServiceCode)}</b>
      {shipment.acceptedOffer?.isSample === true ? (
        <small>
          <SamplePrice />
        </small>
      ) : null}
      <b className={styles["price"]}>{format.money(shipment.totalAmount, shipment.currency)}</b>
      {shipment.acceptedOffer?.paidThere === true ? (
        <p className={styles["balance"]}>
          {t("marketplaces.paidFrom", { name: shipment.acceptedOffer.providerAccountName ?? "" })}
        </p>
      ) : paid === null ? null : (
        <p className={styles["balance"]}>
          {t("done.balance", {
            from: format.money(paid.oldBalance, paid.currency),
            to: format.money(paid.newBalance, paid.currency),
          })}
        </p>
      )}
    </div>
  );
}

/** Shows that the label was scanned after it was printed. */
function Checked({ shipmentID }: { readonly shipmentID: string }) {
  const { t } = useTranslation();
  const isChecked = usePack(
    ({ last }) => last?.isChecked === true && last.shipmentID === shipmentID,
  );
  return isChecked ? (
    <p data-testid="label-checked">
      <Mark tone="ok">{t("desk.label.checked")}</Mark>
    </p>
  ) : null;
}

/**
 * Shows the state of the label's print.
 *
 * @param isPrinted Whether the shipment counts as printed: this station's journal lacks prints of
 *   other stations.
 */
function PrintLine({
  job,
  isPrinted,
}: {
  readonly job: PrintJob | null;
  readonly isPrinted: boolean;
}) {
  const { t } = useTranslation();
  if (job === null)
    return (
      <Mark
        tone={isPrinted ? "ok" : "attention"}
      >{`${t("done.label")}: ${t(isPrinted ? "job.printedElsewhere" : "job.none")}`}</Mark>
    );
  // The cause says by itself what the label waits for.
  if (job.status === "QUEUED" && isCauseShown(job))
    return (
      <p data-testid="print-state" data-status={job.status}>
        <Mark tone={jobTone(job)}>
          {job.lastErrorCode === "no printer" ? t("done.noPrinter") : <JobCause job={job} />}
        </Mark>
      </p>
    );
  return (
    <p data-testid="print-state" data-status={job.status}>
      <JobMark job={job} name={job.printerName === "" ? t("done.label") : job.printerName} />
      <span className={styles["error"]}>
        <JobCause job={job} />
      </span>
      {job.verification === "unverifiable" &&
      (job.status === "SENT" || job.status === "CONFIRMED") ? (
        <span className={styles["error"]}>
          {t(job.doubt === "WRITING_LOST" ? "job.writingLost" : "job.unverifiable")}
        </span>
      ) : null}
    </p>
  );
}
