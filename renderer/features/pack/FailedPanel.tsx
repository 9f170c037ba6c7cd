/**
 * Shows a failure: what happened, whether money moved, what to do now and which key does it. The
 * panel stays until the packer acts on it.
 */
import { useTranslation } from "react-i18next";
import { moneyAfter, wayAfter, type Failure, type Money } from "../../lib/failure.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { FailureWay } from "../../ui/FailureWay.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { soonPart } from "../../ui/lazy-screen.ts";
import { useFormat } from "../../ui/use-format.ts";
import { findOffer } from "./offers/chosen-offer.ts";
import styles from "./FailedPanel.module.css";
import { approve, buyAnyway } from "./pack-commands.ts";
import { isBeyondShare, isBlockedByWeight, type PackStep } from "./pack-step.ts";
import { orderName } from "./pack.slice.ts";
import { usePack } from "./use-pack.ts";
import { LearnItem } from "./scan/LearnItem.tsx";
import { UsualLine } from "./parcel/UsualLine.tsx";
import { isWrongItem } from "./scan/wrong-item.ts";

const PAPERS_MISSING = "E2263";
const MissingPapers = soonPart(async () => (await import("./MissingPapers.tsx")).MissingPapers);

type FailedPanelProps = { readonly pack: Extract<PackStep, { step: "failed" }> };

/** The failure, or the form with which the packer ends it. */
export function FailedPanel({ pack }: FailedPanelProps) {
  const { code, reason } = pack.failure;
  return code === PAPERS_MISSING && reason !== undefined ? (
    <MissingPapers pack={pack} />
  ) : (
    <AnyFailure pack={pack} />
  );
}

/**
 * The failure with its main command on Enter. When it is unknown whether money moved, the panel
 * asks for attention instead of reporting an error.
 */
function AnyFailure({ pack }: FailedPanelProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const dispatch = usePack((store) => store.dispatchPack);
  const { during, failure, code, from, parcel } = pack;
  const next = usePack((store) => store.queue[0]?.code);
  const approving = useSettledPress(approve);
  const mayApprove = usePack(
    ({ desk }) =>
      desk.step === "ready" &&
      (desk.facts.member.role === "owner" || desk.facts.member.role === "admin"),
  );
  const offer = isBeyondShare(pack) ? findOffer(pack.parcel, pack.offerID) : undefined;
  const price = offer === undefined ? "" : format.money(offer.totalAmount, offer.currency);
  const stays = from === null || parcel === null ? null : orderName(parcel);
  const money = moneyAfter(failure, during);
  if (isWrongItem(pack) && stays !== null) return <WrongItem pack={pack} order={stays} />;
  const title =
    money === "held"
      ? t("failure.labelAwaited")
      : during === "buying" && money === "unknown"
        ? t("failure.buyingUnknown")
        : t(`failure.${during}`);

  return (
    <Panel
      tone={money === "unknown" || money === "held" ? "attention" : "stop"}
      title={during === "opening" ? `${title}: ${code}` : title}
      alert
      testID="failure"
      commands={
        <>
          <Button rank="primary" keyName="Enter" onPress={() => dispatch({ type: "goOn" })}>
            {stays === null
              ? t(`failure.do.${money === "held" ? "next" : wayAfter(failure, during)}`)
              : t("failure.do.stay", { order: stays })}
          </Button>
          {isBeyondShare(pack) && mayApprove ? (
            <Button {...approving}>{t("failure.approve", { price })}</Button>
          ) : null}
          <WeightWay pack={pack} />
          <FailureWay code={failure.code} />
        </>
      }
    >
      <WhatHappened pack={pack} money={money} />
      <Contents pack={pack} />
      {isBeyondShare(pack) ? (
        <p>{t(mayApprove ? "failure.mayApprove" : "failure.othersApprove")}</p>
      ) : null}
      {stays === null ? null : (
        <p className={styles["next"]}>{t("failure.stays", { order: stays })}</p>
      )}
      {next === undefined ? null : (
        <p className={styles["next"]}>{t("failure.next", { code: next })}</p>
      )}
    </Panel>
  );
}

/** Helps with the contents: an unknown code may be an item's, and the weight may be unusual. */
function Contents({ pack }: FailedPanelProps) {
  return isBlockedByWeight(pack) && pack.parcel.usual !== null ? (
    <UsualLine usual={pack.parcel.usual} />
  ) : (
    <LearnItem pack={pack} />
  );
}

/** The button that buys although the weight is unusual. @returns null for other failures. */
function WeightWay({ pack }: FailedPanelProps) {
  const { t } = useTranslation();
  const anyway = useSettledPress(buyAnyway);
  return isBlockedByWeight(pack) ? (
    <Button keyName="F5" {...anyway}>
      {t("desk.usual.anyway")}
    </Button>
  ) : null;
}

/** Says what happened and whether money moved, here or at the marketplace that sells the offer. */
function WhatHappened({ pack, money }: FailedPanelProps & { readonly money: Money }) {
  const { t } = useTranslation();
  const { during, failure, parcel, offerID } = pack;
  const offer = during === "buying" && parcel !== null ? findOffer(parcel, offerID) : undefined;
  const isThere = offer?.paidThere === true;
  return (
    <>
      {isThere ? <ThereText failure={failure} /> : <FailureText failure={failure} />}
      <p className={during === "buying" ? styles["money"] : undefined}>
        {isThere
          ? t(`marketplaces.money.${money}`, { name: offer.providerAccountName ?? "" })
          : t(`failure.money.${money}`)}
      </p>
    </>
  );
}

/** Shows a marketplace's refusal in its own words, which begin with its name. */
function ThereText({ failure }: { readonly failure: Failure }) {
  const { t } = useTranslation();
  const words = failure.reason === "carrier" ? failure.values?.["words"] : undefined;
  if (words === undefined) return <FailureText failure={failure} />;
  return (
    <>
      <p>{words}</p>
      <p>{t("marketplaces.refusedDo")}</p>
    </>
  );
}

/** Shows that the scanned item does not belong in the open order; the order itself is fine. */
function WrongItem({ pack, order }: FailedPanelProps & { readonly order: string }) {
  const { t } = useTranslation();
  const dispatch = usePack((store) => store.dispatchPack);
  return (
    <Panel
      tone="stop"
      title={t("desk.wrong.title", { order })}
      alert
      testID="wrong-item"
      commands={
        <Button rank="primary" keyName="Enter" onPress={() => dispatch({ type: "goOn" })}>
          {t("failure.do.stay", { order })}
        </Button>
      }
    >
      <p>{t("desk.wrong.lead", { code: pack.code })}</p>
      <LearnItem pack={pack} />
    </Panel>
  );
}
