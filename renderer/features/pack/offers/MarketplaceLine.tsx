/**
 * Line below the offers that says which marketplaces are asked, did not answer, sent later offers,
 * or can be asked. No offer moves when the line appears.
 */
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { FailureText } from "../../../ui/FailureText.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import type { PackStep } from "../pack-step.ts";
import { usePack } from "../use-pack.ts";
import type { MarketplaceState } from "./marketplace-states.ts";
import { useIneligibleWords } from "../../../ui/use-ineligible-words.ts";
import styles from "./MarketplaceLine.module.css";
import { askOrUse, statesOf } from "./use-marketplaces.ts";

type MarketplaceLineProps = {
  readonly pack: Extract<PackStep, { step: "offers" | "measuring" | "buying" }>;
};

/** Shows the line. @returns null when the marketplaces have nothing to say. */
export function MarketplaceLine({ pack }: MarketplaceLineProps) {
  const { t } = useTranslation();
  const words = useIneligibleWords();
  const marketplaces = usePack((store) => store.marketplaces);
  const askedThere = usePack((store) => store.askedThere);
  // Without any offer, the list of reasons is open above.
  const hasOffers = (pack.parcel.shipment.offers?.list.length ?? 0) > 0;
  const states = statesOf(pack, { marketplaces, askedThere }).filter(
    ({ is }) => hasOffers || is !== "failed",
  );
  const late = pack.parcel.late?.ids.length ?? 0;
  const failure = askedThere?.shipmentID === pack.parcel.shipment.id ? askedThere.failure : null;
  if ((states.length === 0 && late === 0) || pack.step === "buying") return null;
  const asking = namesOf(states, "asking");
  const open = states.filter(({ is }) => is === "open");
  return (
    <div className={styles["line"]} data-testid="marketplace-line">
      <div role="status" className={styles["states"]}>
        {asking === "" ? null : <Mark tone="info">{t("offers.asking", { names: asking })}</Mark>}
        {states.map((state) =>
          state.is === "failed" ? (
            <Mark key={state.name} tone="attention">
              {state.name} {words(state.why)}
            </Mark>
          ) : null,
        )}
        {late === 0 ? null : <Mark tone="info">{t("offers.lateCount", { count: late })}</Mark>}
      </div>
      <Command late={late} open={open} isActive={pack.step === "offers"} />
      {failure === null ? null : (
        <div role="alert" className={styles["failure"]}>
          <FailureText failure={failure} />
        </div>
      )}
    </div>
  );
}

type CommandProps = {
  /** Number of offers that came later. */
  readonly late: number;
  /** Marketplaces that can be asked. */
  readonly open: readonly MarketplaceState[];
  /** Whether the key works now. */
  readonly isActive: boolean;
};

/** The command of Alt+M: uses the later offers, or asks the marketplaces. */
function Command({ late, open, isActive }: CommandProps) {
  const { t } = useTranslation();
  if (late === 0 && open.length === 0) return null;
  return (
    <>
      <Button
        small
        {...(isActive ? { keyName: "Alt+M" } : {})}
        disabled={!isActive}
        onPress={askOrUse}
      >
        {late > 0 ? t("offers.useLate") : t("offers.ask", { names: namesOf(open, "open") })}
      </Button>
      {late > 0 ? null : (
        <small className={styles["sent"]}>
          {t("offers.askSends", { hosts: open.map(({ host }) => host).join(", ") })}
        </small>
      )}
    </>
  );
}

function namesOf(
  states: readonly { readonly is: string; readonly name: string }[],
  is: "open" | "asking",
): string {
  return states
    .filter((state) => state.is === is)
    .map(({ name }) => name)
    .join(", ");
}
