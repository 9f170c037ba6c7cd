/**
 * Settings of carriers: which carriers the organization has, their prices, and its own accounts
 * with them.
 */
import { useTranslation } from "react-i18next";
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

/** Reads the carriers on mount. */
export function CarrierSettings() {
  const { t } = useTranslation();
  const carriers = useLoaded(() => call(listStationCarriers, { query: {} }));
  const addSamples = useShared((store) => store.addSampleCarriers);
  const list = carriers.value?.list ?? [];
  return (
    <div className={section["sections"]} data-testid="carriers">
      <section className={section["section"]} aria-label={t("carriers.title")}>
        <h2>{t("carriers.title")}</h2>
        <p>{t("carriers.lead")}</p>
        {carriers.failure === null ? null : <FailureText failure={carriers.failure} />}
        {carriers.value !== null && list.length === 0 ? (
          <div>
            <p>{t("carriers.none")}</p>
            <Button onPress={() => void addSamples().then(carriers.reload)}>
              {t("organization.setUp.sampleCarriers")}
            </Button>
          </div>
        ) : null}
        <ul className={rows["rows"]}>
          {list.map((carrier) => (
            <Row key={carrier.id} carrier={carrier} />
          ))}
        </ul>
      </section>
      {carriers.value === null || list.length === 0 ? null : (
        <>
          <PriceTable within={carriers.value} />
          <Accounts carriers={list} />
        </>
      )}
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
