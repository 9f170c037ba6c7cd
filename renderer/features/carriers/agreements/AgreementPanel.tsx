/** The panel of an agreement: its facts, barcode ranges, versions of its prices, and commands. */
import { useTranslation } from "react-i18next";
import {
  endAgreement,
  withdrawVersion,
} from "../../../../core/shipping/agreements/agreements.api.ts";
import type {
  AgreementVersionView,
  AgreementView,
} from "../../../../core/shipping/agreements/agreements.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { ActFailure } from "../../../ui/ActForm.tsx";
import { AskTwice } from "../../../ui/AskTwice.tsx";
import { Button } from "../../../ui/Button.tsx";
import { SidePanel } from "../../../ui/list/SidePanel.tsx";
import { Mark, type Tone } from "../../../ui/Mark.tsx";
import rows from "../../../ui/Rows.module.css";
import { SamplePrice } from "../../../ui/SamplePrice.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useFormat } from "../../../ui/use-format.ts";
import { currentVersion, daysWords, paymentWords } from "./agreement-words.ts";
import styles from "./Agreements.module.css";
import { Left } from "./Left.tsx";
import type { OpenPage } from "./use-agreement-page.ts";

type PanelProps = {
  readonly agreement: AgreementView;
  readonly open: OpenPage;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
};

/** Shows the panel. Loading prices is its main command. */
export function AgreementPanel({ agreement, open, onChanged, onClose }: PanelProps) {
  const { t } = useTranslation();
  const act = useAct();
  const { id, name, isSample } = agreement;
  const current = currentVersion(agreement);
  const end = (): void =>
    void act.run(async () => {
      await call(endAgreement, { params: { agreementID: id } });
      await onChanged();
    });
  return (
    <SidePanel label={name} rowID={id} onClose={onClose} testID="agreement-panel">
      <header className={styles["panelHead"]}>
        <h2>{name}</h2>
        {isSample ? <SamplePrice /> : null}
      </header>
      <div className={styles["commands"]}>
        <Button small rank="primary" onPress={() => open.go("load", id)}>
          {t("agreements.load")}
        </Button>
        <Button small onPress={() => open.go("range", id)}>
          {t("agreements.range.add")}
        </Button>
        <Button small onPress={() => open.go("edit", id)}>
          {t("agreements.edit")}
        </Button>
        {agreement.onAccount || Number(agreement.debt) !== 0 ? (
          <Button small onPress={() => open.go("payment", id)}>
            {t("agreements.paid.enter")}
          </Button>
        ) : null}
        {current?.isReadable === true ? (
          <Button small onPress={() => open.go("change", id)}>
            {t("agreements.change")}
          </Button>
        ) : null}
      </div>
      <ActFailure act={act} />
      <Facts agreement={agreement} />
      <Versions agreement={agreement} open={open} onChanged={onChanged} />
      <Ranges agreement={agreement} />
      <div className={styles["apart"]}>
        <p>{t("agreements.endLead")}</p>
        <AskTwice
          subject={name}
          words={t("agreements.end")}
          confirm={t("agreements.endNow")}
          onConfirm={end}
        />
      </div>
    </SidePanel>
  );
}

function Facts({ agreement }: { readonly agreement: AgreementView }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { contractNumber, trackingUrl, needsAccount } = agreement;
  const facts = [
    [t("agreements.column.number"), contractNumber],
    [t("agreements.column.payment"), paymentWords(agreement, t, format)],
    [
      t("agreements.debt"),
      agreement.onAccount || Number(agreement.debt) !== 0 ? format.money(agreement.debt, "TL") : "",
    ],
    [t("agreements.offers.label"), needsAccount ? t("agreements.offers.account") : ""],
    [t("agreements.trackingUrl"), trackingUrl],
  ];
  return (
    <dl className={styles["facts"]}>
      {facts.map(([term, value]) =>
        value === "" ? null : (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
      <div>
        <dt>{t("agreements.column.left")}</dt>
        <dd>
          <Left agreement={agreement} />
        </dd>
      </div>
    </dl>
  );
}

const RANGE_TONES: Readonly<Record<AgreementView["ranges"][number]["state"], Tone>> = {
  used: "ok",
  waiting: "info",
  ended: "stop",
  overlapping: "stop",
};

function Ranges({ agreement }: { readonly agreement: AgreementView }) {
  const { t } = useTranslation();
  if (agreement.ranges.length === 0) return null;
  return (
    <section aria-label={t("agreements.range.title")}>
      <h3>{t("agreements.range.title")}</h3>
      <ul className={rows["rows"]}>
        {agreement.ranges.map(({ id, firstBarcode, lastBarcode, left, state }) => (
          <li key={id}>
            <span className={rows["what"]}>
              <span>
                {firstBarcode} – {lastBarcode}
              </span>
              <span className={rows["soft"]}>{t("agreements.left.count", { count: left })}</span>
            </span>
            <Mark tone={RANGE_TONES[state]}>{t(`agreements.range.state.${state}`)}</Mark>
          </li>
        ))}
      </ul>
    </section>
  );
}

const VERSION_TONES: Readonly<Record<AgreementVersionView["state"], Tone>> = {
  inForce: "ok",
  coming: "info",
  past: "info",
  replaced: "attention",
};

type VersionsProps = Omit<PanelProps, "onClose">;

/** The versions, newest first; each readable version opens with its prices. */
function Versions({ agreement, open, onChanged }: VersionsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const act = useAct();
  const withdraw = (versionID: string): void =>
    void act.run(async () => {
      await call(withdrawVersion, { params: { agreementID: agreement.id, versionID } });
      await onChanged();
    });
  return (
    <section aria-label={t("agreements.versions.title")}>
      <h3>{t("agreements.versions.title")}</h3>
      {agreement.versions.length === 0 ? <p>{t("agreements.versions.none")}</p> : null}
      <ul className={rows["rows"]}>
        {agreement.versions.toReversed().map((version) => (
          <li key={version.id}>
            <span className={rows["what"]}>
              <span>{daysWords(version, t, format)}</span>
              <span className={rows["soft"]}>
                {version.isReadable
                  ? version.services.map(({ name }) => name).join(" · ")
                  : t("agreements.versions.unreadable")}
              </span>
            </span>
            <Mark tone={VERSION_TONES[version.state]}>
              {t(`agreements.versions.state.${version.state}`)}
            </Mark>
            {version.isReadable ? (
              <Button
                small
                label={t("agreements.versions.openOf", { day: format.day(version.validFrom) })}
                onPress={() => open.go("version", agreement.id, version.id)}
              >
                {t("agreements.versions.open")}
              </Button>
            ) : null}
            {version.state === "coming" ? (
              <AskTwice
                subject={daysWords(version, t, format)}
                words={t("agreements.versions.withdraw")}
                confirm={t("agreements.versions.withdrawNow")}
                onConfirm={() => withdraw(version.id)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <ActFailure act={act} />
    </section>
  );
}
