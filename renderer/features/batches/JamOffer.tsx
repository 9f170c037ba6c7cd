/**
 * After a scan of the last good label, offers to print the labels after it, or says why this is not
 * possible.
 */
import { useTranslation } from "react-i18next";
import type { BatchRest } from "../../../core/fulfilment/batches/batches.schema.ts";
import { runShared } from "../../store/commands.ts";
import { HOME_VIEW } from "../../store/navigation.slice.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { goOn } from "./batch-commands.ts";
import { openBatchOf } from "./batches.slice.ts";
import { useBatches } from "./use-batches.ts";

/**
 * Shows the search for the scanned label, and its result.
 *
 * @returns null while no label was scanned.
 */
export function JamOffer() {
  const { t } = useTranslation();
  const jam = useBatches((store) => store.jam);
  switch (jam.step) {
    case "none":
      return null;
    case "asking":
      return <p role="status">{t("batches.jam.asking", { code: jam.code })}</p>;
    case "resuming":
      return <p role="status">{t("batches.jam.resuming")}</p>;
    case "offered":
      return <Offer rest={jam.rest} />;
    case "failed":
      return <NotFound jam={jam} />;
  }
}

function Offer({ rest: { last, again, first } }: { readonly rest: BatchRest }) {
  const { t } = useTranslation();
  const dismiss = useBatches((store) => store.dismissJam);
  const total = useBatches((store) => openBatchOf(store)?.total ?? 0);
  const yes = useSettledPress(goOn);
  const count = again + first;
  return (
    <Panel
      tone={count === 0 ? "info" : "ask"}
      title={t("batches.jam.title", {
        order: last.orderNumber === "" ? last.barcode : last.orderNumber,
      })}
      alert
      testID="jam-offer"
      commands={
        <>
          <Button rank="primary" keyName="Enter" {...yes}>
            {count === 0 ? t("batches.resume") : t("batches.jam.goOn", { count })}
          </Button>
          <Button keyName="Esc" onPress={dismiss}>
            {t("batches.jam.no")}
          </Button>
        </>
      }
    >
      <p>
        {t("batches.jam.who", {
          position: last.position,
          total,
          name: last.recipientName,
          city: last.cityName,
        })}
      </p>
      {count === 0 ? (
        <p>{t("batches.jam.nothing")}</p>
      ) : (
        <>
          <p>{t("batches.jam.offered", { count })}</p>
          {again === 0 ? null : <p>{t("batches.jam.again", { count: again })}</p>}
          {first === 0 ? null : <p>{t("batches.jam.first", { count: first })}</p>}
        </>
      )}
    </Panel>
  );
}

type Failed = Extract<ReturnType<typeof useBatches.getState>["jam"], { readonly step: "failed" }>;

function NotFound({ jam: { code, failure } }: { readonly jam: Failed }) {
  const { t } = useTranslation();
  const dismiss = useBatches((store) => store.dismissJam);
  const show = useBatches((store) => store.showView);
  const isPrinting = useBatches((store) => openBatchOf(store)?.status === "RUNNING");
  const isUnknown = failure.code === "E2078";
  const failed = isPrinting ? "batches.jam.printing" : "batches.jam.failed";
  const pack = (): void => {
    dismiss();
    show(HOME_VIEW);
    runShared("takeCode", code);
  };
  return (
    <Panel
      tone="stop"
      title={t(isUnknown ? "batches.jam.unknown" : failed, { code })}
      alert
      testID="jam-failed"
      commands={
        <>
          <Button keyName="Esc" onPress={dismiss}>
            {t("keys.close")}
          </Button>
          {isUnknown ? <Button onPress={pack}>{t("batches.jam.pack")}</Button> : null}
        </>
      }
    >
      {isUnknown ? <p>{t("batches.jam.unknownLead")}</p> : <FailureText failure={failure} />}
    </Panel>
  );
}
