/** Questions of the view Hand-over: end the loading, hand over a label that its carrier does not know. */
import { useTranslation } from "react-i18next";
import { runShared } from "../../store/commands.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { truckCarrierOf } from "./truck-state.ts";
import { useHandOver } from "./use-hand-over.ts";

/** Asks whether to end the loading. F10 ends it and makes the manifest, F12 goes on scanning. */
export function EndQuestion() {
  const { t } = useTranslation();
  const carrier = useHandOver(truckCarrierOf);
  const hasPrinter = useHandOver((store) => store.hasPaperPrinter);
  const yes = useSettledPress(() => runShared("answer", true));
  const no = useSettledPress(() => runShared("answer", false));
  const { carrierName = "", loaded = 0, here = 0 } = carrier ?? {};
  return (
    <Panel
      tone="ask"
      title={t("handOver.end.title", { count: loaded, carrier: carrierName })}
      alert
      testID="end-question"
      commands={
        <>
          <Button rank="primary" keyName="F10" {...yes}>
            {t(hasPrinter ? "handOver.end.yesPrint" : "handOver.end.yesSave")}
          </Button>
          <Button keyName="F12" {...no}>
            {t("handOver.end.no")}
          </Button>
        </>
      }
    >
      <p>{here === 0 ? t("handOver.end.noneStays") : t("handOver.end.stays", { count: here })}</p>
    </Panel>
  );
}

/** Asks a lead whether to hand over a label that its carrier does not know. */
export function PassQuestion() {
  const { t } = useTranslation();
  const yes = useSettledPress(() => runShared("answer", true));
  const no = useSettledPress(() => runShared("answer", false));
  return (
    <Panel
      tone="ask"
      title={t("handOver.passing.title")}
      alert
      testID="pass-question"
      commands={
        <>
          <Button danger keyName="F10" {...yes}>
            {t("handOver.passing.yes")}
          </Button>
          <Button keyName="F12" {...no}>
            {t("handOver.passing.no")}
          </Button>
        </>
      }
    >
      <p>{t("handOver.passing.lead")}</p>
    </Panel>
  );
}
