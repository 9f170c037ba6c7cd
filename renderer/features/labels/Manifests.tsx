/**
 * Manifests of a day. A carrier's manifest lists the parcels that its courier takes over and signs
 * for; it is saved as a PDF or as a spreadsheet.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { getManifest } from "../../../core/fulfilment/papers/papers.api.ts";
import type { ManifestCarrier } from "../../../core/fulfilment/papers/papers.schema.ts";
import { saveFile } from "../../lib/bridge.ts";
import { FailureText } from "../../ui/FailureText.tsx";
import { SaveFileButton } from "../../ui/SaveFileButton.tsx";
import section from "../../ui/Section.module.css";
import { Select } from "../../ui/Select.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Manifests.module.css";
import { useLabels } from "./use-labels.ts";

const DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1_000;
const TURKISH_OFFSET_MS = 3 * 60 * 60 * 1_000;

/** Reads today's carriers on mount, and another day's carriers when that day is chosen. */
export function Manifests() {
  const { t } = useTranslation();
  const format = useFormat();
  const day = useLabels((store) => store.manifestDay);
  const carriers = useLabels((store) => store.manifestCarriers);
  const failure = useLabels((store) => store.manifestFailure);
  const load = useLabels((store) => store.loadManifests);
  const days = lastDays(Date.now());
  const today = days[0] ?? "";
  useEffect(() => void load(today), [load, today]);
  const wordsOf = (one: string, i: number): string =>
    i === 0 ? t("labels.manifest.today", { day: format.day(one) }) : format.day(one);

  return (
    <section
      className={section["section"]}
      aria-label={t("labels.manifest.title")}
      data-testid="manifests"
    >
      <h3>{t("labels.manifest.title")}</h3>
      <p>{t("labels.manifest.lead")}</p>
      <div className={styles["day"]}>
        <Select
          label={t("labels.manifest.day")}
          value={day}
          none=""
          options={days.map((value, i) => ({ value, words: wordsOf(value, i) }))}
          onChange={(value) => void load(value)}
        />
      </div>
      {failure === null ? null : (
        <div role="alert">
          <FailureText failure={failure} />
        </div>
      )}
      {carriers?.length === 0 ? <p role="status">{t("labels.manifest.none")}</p> : null}
      <ul className={styles["carriers"]}>
        {carriers?.map((carrier) => (
          <Carrier key={`${day} ${carrier.providerCode}`} carrier={carrier} day={day} />
        ))}
      </ul>
    </section>
  );
}

function Carrier({
  carrier: { providerCode, carrierName, parcels },
  day,
}: {
  readonly carrier: ManifestCarrier;
  readonly day: string;
}) {
  const { t } = useTranslation();
  return (
    <li className={styles["carrier"]}>
      <b>{carrierName}</b>
      <span>{t("labels.manifest.parcels", { count: parcels })}</span>
      {(["pdf", "xlsx"] as const).map((format) => (
        <SaveFileButton
          key={format}
          words={t(`labels.manifest.as.${format}`)}
          label={`${carrierName}: ${t(`labels.manifest.as.${format}`)}`}
          save={() => saveFile(getManifest, { query: { carrier: providerCode, day, format } })}
        />
      ))}
    </li>
  );
}

/** Returns the last seven days by Turkish time, YYYY-MM-DD; today comes first. */
function lastDays(now: number): string[] {
  return Array.from({ length: DAYS }, (_, i) =>
    new Date(now + TURKISH_OFFSET_MS - i * DAY_MS).toISOString().slice(0, 10),
  );
}
