/**
 * The organization's own accounts with carriers: list, add, remove. A typed password is never
 * shown again.
 */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import {
  deleteProviderAccount,
  listProviderAccounts,
} from "../../../core/shipping/accounts/accounts.api.ts";
import type { ProviderAccount } from "../../../core/shipping/accounts/accounts.schema.ts";
import type { ConnectionKindSchema } from "../../../core/shipping/carriers/connection.schema.ts";
import type { StationCarrier } from "../../../core/station/station-facts.schema.ts";
import { listConnections } from "../../../core/shipping/accounts/connections.api.ts";
import type { ConnectedAccount } from "../../../core/shipping/accounts/connections.schema.ts";
import { call } from "../../lib/bridge.ts";
import { useShared } from "../../store/shared.ts";
import { Button } from "../../ui/Button.tsx";
import { ActFailure } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import rows from "../../ui/Rows.module.css";
import section from "../../ui/Section.module.css";
import { SamplePrice } from "../../ui/SamplePrice.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { useConnectionWords } from "./connections/use-connection-words.ts";
import { NewAccount } from "./NewAccount.tsx";

type CarriersProps = {
  readonly carriers: readonly StationCarrier[];
  readonly kinds: readonly ConnectionKindSchema[];
  /** The account whose connection was shown before; its button takes the focus. */
  readonly left: string | null;
  readonly onConnection: (accountID: string) => void;
};

/**
 * Reads the accounts on mount.
 *
 * @param carriers All carriers of the organization.
 */
export function Accounts({ carriers, kinds, left, onConnection }: CarriersProps) {
  const { t } = useTranslation();
  const accounts = useLoaded(() => call(listProviderAccounts));
  const connections = useLoaded(() => call(listConnections));
  const marketplaces = useShared((store) => store.marketplaces);
  // Another section lists marketplaces.
  const own = accounts.value?.filter(({ id }) =>
    marketplaces.every(({ accountID }) => accountID !== id),
  );
  const act = useAct();
  const remove = (id: string): void =>
    void act
      .run(() => call(deleteProviderAccount, { params: { providerAccountID: id }, query: {} }))
      .finally(() => void accounts.reload());
  return (
    <>
      <section
        className={section["section"]}
        aria-label={t("carriers.accounts")}
        data-testid="accounts"
      >
        <h2>{t("carriers.accounts")}</h2>
        <p>{t("carriers.accountsLead")}</p>
        {accounts.failure === null ? null : <FailureText failure={accounts.failure} />}
        {own?.length === 0 ? <p>{t("carriers.noAccounts")}</p> : null}
        <ul className={rows["rows"]}>
          {own?.map((account) => (
            <Row
              key={account.id}
              account={account}
              carriers={carriers}
              kinds={kinds}
              left={left}
              onConnection={onConnection}
              connection={connections.value?.find(({ accountID }) => accountID === account.id)}
              onRemove={() => remove(account.id)}
            />
          ))}
        </ul>
        <ActFailure act={act} />
      </section>
      <NewAccount
        carriers={carriers}
        kinds={kinds}
        onAdded={async () => {
          await Promise.all([accounts.reload(), connections.reload()]);
        }}
      />
    </>
  );
}

type RowProps = CarriersProps & {
  readonly account: ProviderAccount;
  /** Its connection; undefined until it is read, and for members who may not connect accounts. */
  readonly connection: ConnectedAccount | undefined;
  readonly onRemove: () => void;
};

function Row({ account, carriers, kinds, left, onConnection, connection, onRemove }: RowProps) {
  const { t } = useTranslation();
  const row = useRef<HTMLLIElement>(null);
  const wasLeft = left === account.id;
  useEffect(() => {
    // The focus returns to the row's button without scrolling to it.
    if (wasLeft) row.current?.scrollIntoView({ block: "center" });
  }, [wasLeft]);
  const nameOf = (code: string): string =>
    carriers.find(({ providerCode }) => providerCode === code)?.name ?? code;
  return (
    <li ref={row}>
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
      <ConnectionMark connection={connection} kinds={kinds} />
      {account.isActive ? null : <Mark tone="attention">{t("carriers.accountOff")}</Mark>}
      {connection === undefined ? null : (
        <Button
          small
          label={t("connections.changeOf", { name: account.name })}
          focusNow={wasLeft}
          onPress={() => onConnection(account.id)}
        >
          {t("connections.change")}
        </Button>
      )}
      <AskTwice
        subject={account.name}
        words={t("carriers.removeAccount")}
        confirm={t("carriers.removeAccountNow")}
        onConfirm={onRemove}
      />
    </li>
  );
}

/** Shows the account's connection to its carrier; nothing until it is read. */
function ConnectionMark({
  connection,
  kinds,
}: Pick<CarriersProps, "kinds"> & { readonly connection: ConnectedAccount | undefined }) {
  const { t } = useTranslation();
  const words = useConnectionWords();
  if (connection === undefined) return null;
  if (connection.kind === "") return <span className={rows["soft"]}>{t("connections.none")}</span>;
  const kind = kinds.find((one) => one.kind === connection.kind);
  return (
    <Mark tone={kind === undefined ? "attention" : "info"}>
      {words.kind(kind ?? { kind: connection.kind, name: "" })}
    </Mark>
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
