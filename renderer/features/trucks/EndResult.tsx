/** Result of ending the loading: how many parcels were handed over, and their manifest. */
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { makeAgain } from "./hand-over-commands.ts";
import styles from "./HandOver.module.css";
import type { Paper } from "./hand-over.slice.ts";
import { useHandOver } from "./use-hand-over.ts";

/** While the truck is being loaded, shows only how the manifest before it went. */
export function EndResult() {
  const { t } = useTranslation();
  const ending = useHandOver((store) => store.ending);
  const take = useHandOver((store) => store.takeManifestOf);
  const hasPrinter = useHandOver((store) => store.hasPaperPrinter);
  if (ending.step === "none") return <OlderPaper />;
  if (ending.step === "sending") return <p role="status">{t("handOver.end.sending")}</p>;
  if (ending.step === "failed") {
    const { reason, values } = ending.failure;
    return (
      <Panel tone="stop" title={t("handOver.end.failed")} alert testID="end-result">
        {reason === "EMPTY" || reason === "CANCELED" || reason === "ENDING" ? (
          <p>{t(`handOver.end.refused.${reason}`, { count: Number(values?.["canceled"] ?? 0) })}</p>
        ) : (
          <FailureText failure={ending.failure} />
        )}
      </Panel>
    );
  }
  const { handOver, paper } = ending;
  return (
    <Panel
      tone={isMissing(paper) ? "attention" : "ok"}
      title={t("handOver.end.done", { count: handOver.parcels, carrier: handOver.carrierName })}
      alert
      testID="end-result"
      commands={
        <>
          <Button keyName="F6" onPress={makeAgain}>
            {t(hasPrinter ? "handOver.paper.print" : "handOver.paper.pdf")}
          </Button>
          {hasPrinter ? (
            <Button onPress={() => void take(handOver.id, "pdf")}>{t("handOver.paper.pdf")}</Button>
          ) : null}
          <Button onPress={() => void take(handOver.id, "xlsx")}>{t("handOver.paper.xlsx")}</Button>
        </>
      }
    >
      <PaperState paper={paper} />
    </Panel>
  );
}

/** Manifest of an earlier loading, with the command to make it if it is missing. */
function OlderPaper() {
  const { t } = useTranslation();
  const paper = useHandOver((store) => store.olderPaper);
  const hasPrinter = useHandOver((store) => store.hasPaperPrinter);
  if (!isMissing(paper)) return <PaperState paper={paper} />;
  return (
    <div className={styles["missing"]}>
      <PaperState paper={paper} />
      <Button small keyName="F6" onPress={makeAgain}>
        {t(hasPrinter ? "handOver.paper.print" : "handOver.paper.pdf")}
      </Button>
    </div>
  );
}

const isMissing = ({ step }: Paper): boolean => step === "failed" || step === "unsaved";

/** Shows whether a manifest was printed or saved, or why not. */
export function PaperState({ paper }: { readonly paper: Paper }) {
  const { t } = useTranslation();
  if (paper.step === "none") return null;
  if (isMissing(paper))
    return (
      <div role="alert">
        <Mark tone="attention">{t("handOver.paper.missing")}</Mark>
        {paper.step === "failed" ? <FailureText failure={paper.failure} /> : null}
      </div>
    );
  return (
    <p role="status">
      {paper.step === "making" ? (
        t("handOver.paper.making")
      ) : (
        <Mark tone="ok">
          {paper.step === "saved"
            ? t("saveFile.saved", { name: paper.name })
            : t("handOver.paper.printed")}
        </Mark>
      )}
    </p>
  );
}
