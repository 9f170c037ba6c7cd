/**
 * Settings of carriers: which carriers the organization has, their prices, and its own accounts
 * with them.
 */
import { useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import {
  listConnectionKinds,
  listConnections,
} from "../../../core/shipping/accounts/connections.api.ts";
import { listStationCarriers } from "../../../core/station/station-facts.api.ts";
import type { StationCarrier } from "../../../core/station/station-facts.schema.ts";
import { call } from "../../lib/bridge.ts";
import { useShared } from "../../store/shared.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { Mark } from "../../ui/Mark.tsx";
import rows from "../../ui/Rows.module.css";
import section from "../../ui/Section.module.css";
import { useLoaded } from "../../ui/use-loaded.ts";
import { Accounts } from "./Accounts.tsx";
import { Marketplaces } from "./marketplaces/Marketplaces.tsx";
import { ConnectionPage } from "./connections/ConnectionPage.tsx";
import { PriceTable } from "./PriceTable.tsx";

const Agreements = lazyScreen(async () => (await import("./AdminSections.tsx")).AgreementSection);

const Rules = lazyScreen(async () => (await import("./AdminSections.tsx")).RuleSection);

/** Shows the section Agreements. Loaded from here, so that the first view names one file less. */
export function AgreementSettings() {
  return <Agreements />;
}

/** Shows the section Rules; loaded from here like the section Agreements. */
export function RuleSettings() {
  return <Rules />;
}

/** Shows the carriers and the accounts, or the page of one account's connection. */
export function CarrierSettings() {
  // Kinds and connections are for owners and admins; without them the accounts have no connections.
  const kinds = useLoaded(() => call(listConnectionKinds));
  const [open, setOpen] = useState<string | null>(null);
  /** The account whose page was left. */
  const [left, setLeft] = useState<string | null>(null);
  return open === null ? (
    <CarriersAndAccounts kinds={kinds.value ?? []} left={left} onConnection={setOpen} />
  ) : (
    <OpenConnection
      id={open}
      kinds={kinds.value ?? []}
      onBack={() => {
        setLeft(open);
        setOpen(null);
      }}
    />
  );
}

type AccountProps = Pick<ComponentProps<typeof Accounts>, "kinds" | "left" | "onConnection">;

function OpenConnection({
  id,
  kinds,
  onBack,
}: Pick<AccountProps, "kinds"> & { readonly id: string; readonly onBack: () => void }) {
  const connections = useLoaded(() => call(listConnections));
  const account = connections.value?.find(({ accountID }) => accountID === id);
  if (account === undefined)
    return connections.failure === null ? null : <FailureText failure={connections.failure} />;
  return (
    <ConnectionPage
      account={account}
      kinds={kinds}
      onChanged={connections.reload}
      onBack={onBack}
    />
  );
}

/** Reads the carriers on mount. */
function CarriersAndAccounts(accounts: AccountProps) {
  const { t } = useTranslation();
  const carriers = useLoaded(() => call(listStationCarriers, { query: {} }));
  const addSamples = useShared((store) => store.addSampleCarriers);
  const list = carriers.value?.list ?? [];
  const marketplaces = useShared((store) => store.marketplaces);
  const own = list.filter(({ id }) => marketplaces.every(({ accountID }) => accountID !== id));
  return (
    <div className={section["sections"]} data-testid="carriers">
      <section className={section["section"]} aria-label={t("carriers.title")}>
        <h2>{t("carriers.title")}</h2>
        <p>{t("carriers.lead")}</p>
        {carriers.failure === null ? null : <FailureText failure={carriers.failure} />}
        {carriers.value !== null && own.length === 0 ? (
          <div>
            <p>{t("carriers.none")}</p>
            <Button onPress={() => void addSamples().then(carriers.reload)}>
              {t("organization.setUp.sampleCarriers")}
            </Button>
          </div>
        ) : null}
        <ul className={rows["rows"]}>
          {own.map((carrier) => (
            <Row key={carrier.id} carrier={carrier} />
          ))}
        </ul>
      </section>
      {carriers.value === null || own.length === 0 ? null : (
        <>
          <PriceTable within={carriers.value} />
          <Accounts carriers={own} {...accounts} />
        </>
      )}
      {carriers.value === null ? null : <Marketplaces {...accounts} />}
    </div>
  );
}

function Row({ carrier }: { readonly carrier: StationCarrier }) {
  const { t } = useTranslation();
  return (
    <li>
      <span className={rows["what"]}>
        <b>{carrier.name}</b>
        <span className={rows["soft"]}>{carrier.services.map(({ name }) => name).join(" · ")}</span>
      </span>
      {carrier.isSample ? <Mark tone="info">{t("carriers.sample")}</Mark> : null}
      {carrier.needsAccount ? <Mark tone="info">{t("carriers.needsAccount")}</Mark> : null}
    </li>
  );
}
