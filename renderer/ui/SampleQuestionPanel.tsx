/** Asks before a label is bought at a made-up price: no carrier would pick up the parcel. */
import { useTranslation } from "react-i18next";
import type { Offer } from "../../core/shipping/offers/offers.schema.ts";
import { runShared } from "../store/commands.ts";
import { useSettledPress } from "../store/shown.ts";
import { Button } from "./Button.tsx";
import { Panel } from "./Panel.tsx";
import { useFormat } from "./use-format.ts";

/** Shows the question. F10 buys, F12 does not. */
export function SampleQuestionPanel({
  offer,
  service,
}: {
  readonly offer: Pick<Offer, "totalAmount" | "currency" | "isProviderAccountOffer">;
  readonly service: string;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const yes = useSettledPress(() => runShared("answer", true));
  const no = useSettledPress(() => runShared("answer", false));
  const price = format.money(offer.totalAmount, offer.currency);
  return (
    <Panel
      tone="ask"
      title={t("sampleQuestion.title")}
      alert
      testID="sample-question"
      commands={
        <>
          <Button danger keyName="F10" {...yes}>
            {t("sampleQuestion.yes", { price })}
          </Button>
          <Button keyName="F12" {...no}>
            {t("sampleQuestion.no")}
          </Button>
        </>
      }
    >
      <p>
        {t("sampleQuestion.lead", { service, price })}{" "}
        {offer.isProviderAccountOffer ? null : t("sampleQuestion.leadBalance")}
      </p>
      <p>{t("sampleQuestion.leadLabel")}</p>
    </Panel>
  );
}
