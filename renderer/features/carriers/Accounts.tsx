/**
 * The organization's own accounts with carriers: list, add, remove. A typed password is never
 * shown again.
 */
import { useTranslation } from "react-i18next";
import {
  deleteProviderAccount,
  listProviderAccounts,
} from "../../../core/shipping/accounts/accounts.api.ts";
import type { ProviderAccount } from "../../../core/shipping/accounts/accounts.schema.ts";
import type { StationCarrier } from "../../../core/station/station-facts.schema.ts";
import { call } from "../../lib/bridge.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import rows from "../../ui/Rows.module.css";
import section from "../../ui/Section.module.css";
import { SamplePrice } from "../../ui/SamplePrice.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { NewAccount } from "./NewAccount.tsx";

type CarriersProps = { readonly carriers: readonly StationCarrier[] };

/**
 * Reads the accounts on mount.
 *
 * @param carriers All carriers of the organization.
 */
export function Accounts({ carriers }: CarriersProps) {
  const { t } = useTranslation();
  const accounts = useLoaded(() => call(listProviderAccounts));
  const act = useAct();
  const remove = (id: string): void =>
    void act
      .run(() => call(deleteProviderAccount, { params: { providerAccountID: id }, query: {} }))
      .finally(() => void accounts.reload());
  const nameOf = (code: string): string =>
    carriers.find(({ providerCode }) => providerCode === code)?.name ?? code;
  return (
    <>
      <section
        className={section["section"]}
        aria-label={t("carriers.accounts")}
        data-testid="accounts"
      >
        <h2>{t("carriers.accounts")}</h2>
        <p>{t("carriers.accountsLead")}</p>
        {accounts.value?.some(({ isActive }) => isActive) === true ? (
          <p>{t("carriers.uncheckedLead")}</p>
        ) : null}
        {accounts.failure === null ? null : <FailureText failure={accounts.failure} />}
        {accounts.value?.length === 0 ? <p>{t("carriers.noAccounts")}</p> : null}
        <ul className={rows["rows"]}>
          {accounts.value?.map((account) => (
            <li key={account.id}>
              <span className={rows["what"]}>
                <b>{account.name}</b>
                <span className={rows["soft"]}>
                  {[
                    nameOf(account.providerCode),
                    account.username,
                    ...usesOf(account).map((words) => t(words)),
                  ]
                    .filter((text) => text !== "")
                    .join(" · ")}
                </span>
              </span>
              {hasSamplePrices(account, carriers) ? <SamplePrice /> : null}
              {/* The station does not verify accounts with carriers yet. */}
              <Mark tone="attention">
                {t(account.isActive ? "carriers.accountUnchecked" : "carriers.accountOff")}
              </Mark>
              <AskTwice
                subject={account.name}
                words={t("carriers.removeAccount")}
                confirm={t("carriers.removeAccountNow")}
                onConfirm={() => remove(account.id)}
              />
            </li>
          ))}
        </ul>
        <ActFailure act={act} />
      </section>
      <NewAccount carriers={carriers} onAdded={accounts.reload} />
    </>
  );
}

/**
 * Returns whether the account's prices are made up. The carrier that the account names decides; if
 * it names none, the first carrier with the account's provider code.
 */
function hasSamplePrices(
  { providerCode, parameters }: ProviderAccount,
  carriers: readonly StationCarrier[],
): boolean {
  const ofCarrier = carriers.filter((carrier) => carrier.providerCode === providerCode);
  return (
    (ofCarrier.find(({ id }) => id === parameters["rateCardID"]) ?? ofCarrier[0])?.isSample === true
  );
}

/** Returns the words for which labels an account is for, where it is not for the usual ones. */
function usesOf({ parameters }: ProviderAccount) {
  const { onAccount, payer, collection } = parameters;
  const collected = (["none", "cash", "card"] as const).find((one) => one === collection);
  return [
    ...(onAccount === true ? (["agreements.payment.account"] as const) : []),
    ...(payer === "recipient" ? (["carriers.payers.recipient"] as const) : []),
    ...(collected === undefined ? [] : ([`carriers.collections.${collected}`] as const)),
  ];
}
