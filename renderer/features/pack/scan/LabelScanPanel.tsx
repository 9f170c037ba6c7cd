/** Shown while the printed label must be scanned on its parcel before the next order opens. */
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import type { PackStep } from "../pack-step.ts";
import { openLabelled, skipByF9, skipUnreadable } from "./label-scan.ts";

type LabelScanPanelProps = { readonly pack: Extract<PackStep, { step: "failed" }> };

/** Names the order of the label, and the ways on. A scan of the label is the usual one. */
export function LabelScanPanel({ pack: { failure, code, during } }: LabelScanPanelProps) {
  const { t } = useTranslation();
  const order = String(failure.values?.["order"] ?? "");
  const isOtherLabel = failure.reason === "OTHER_LABEL";
  return (
    <Panel
      tone={isOtherLabel ? "stop" : "attention"}
      title={t("scanBack.title", { order })}
      alert
      testID="label-scan"
      commands={
        <>
          <Button rank="primary" keyName="Enter" onPress={openLabelled}>
            {t("desk.next.order", { order })}
          </Button>
          <Button keyName="F9" onPress={skipByF9}>
            {t("scanBack.scanner")}
          </Button>
          <Button keyName="Alt+L" onPress={skipUnreadable}>
            {t("scanBack.label")}
          </Button>
        </>
      }
    >
      <p>
        {isOtherLabel
          ? t("scanBack.otherLabel", { code })
          : during === "opening"
            ? t("scanBack.lead", { code })
            : t("scanBack.buying")}
      </p>
      <p>{t("scanBack.torn")}</p>
    </Panel>
  );
}
