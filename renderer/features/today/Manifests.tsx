/**
 * The view of a day's manifests. A carrier's manifest lists the parcels that its courier takes over and signs
 * for; it is printed on the printer for A4 documents, or saved as a PDF or as a spreadsheet.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { ManifestCarrier } from "../../../core/fulfilment/papers/papers.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { CarrierMark } from "../../ui/CarrierMark.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { Select } from "../../ui/Select.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { SavedFile } from "../../ui/use-save-file.tsx";
import { View } from "../../ui/View.tsx";
import styles from "./Today.module.css";
import { useToday } from "./use-today.ts";

const DAYS = 7;
const LAST_DIGIT = 9;
const DAY_MS = 24 * 60 * 60 * 1_000;
const TURKISH_OFFSET_MS = 3 * 60 * 60 * 1_000;

/** Reads today's carriers on mount, and another day's carriers when that day is chosen. */
export function Manifests() {
  const { t } = useTranslation();
  const format = useFormat();
  const day = useToday((store) => store.manifestDay);
  const carriers = useToday((store) => store.manifestCarriers);
  const failure = useToday((store) => store.manifestFailure);
  const saving = useToday((store) => store.manifestSaving);
  const load = useToday((store) => store.loadManifests);
  const days = lastDays(Date.now());
  const today = days[0] ?? "";
  useEffect(() => void load(today), [load, today]);
  const wordsOf = (one: string, i: number): string =>
    i === 0 ? t("today.manifest.today", { day: format.day(one) }) : format.day(one);

  return (
    <View title={t("today.manifest.title")} lead={t("today.manifest.lead")}>
      <section
        className={styles["section"]}
        aria-label={t("today.manifest.title")}
        data-testid="manifests"
      >
        <div className={styles["day"]}>
          <Select
            label={t("today.manifest.day")}
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
        {carriers?.length === 0 ? <p role="status">{t("today.manifest.none")}</p> : null}
        <ul className={styles["lines"]}>
          {carriers?.map((carrier, i) => (
            <Carrier key={carrier.providerCode} carrier={carrier} digit={i + 1} />
          ))}
        </ul>
        {saving.step === "printing" ? (
          <span role="status">
            <Mark tone="ok">{t("today.manifest.sent")}</Mark>
          </span>
        ) : (
          <SavedFile saving={{ state: saving, run: () => undefined }} />
        )}
      </section>
    </View>
  );
}

/** A carrier with the key of its manifest. @param digit From 1; only 1 to 9 are keys. */
function Carrier({
  carrier: { providerCode, carrierName, parcels },
  digit,
}: {
  readonly carrier: ManifestCarrier;
  readonly digit: number;
}) {
  const { t } = useTranslation();
  const take = useToday((store) => store.takeManifest);
  const isPrinted = useToday((store) => store.isManifestPrinted);
  const words = t(isPrinted ? "today.manifest.print" : "today.manifest.as.pdf");
  return (
    <li>
      <span className={styles["carrier"]}>
        <CarrierMark name={carrierName} />
        {carrierName}
        <small>{t("today.manifest.parcels", { count: parcels })}</small>
      </span>
      <Button
        small
        label={`${carrierName}: ${words}`}
        {...(digit <= LAST_DIGIT ? { keyName: String(digit) } : {})}
        onPress={() => void take(providerCode)}
      >
        {words}
      </Button>
      {isPrinted ? <SaveButton carrier={carrierName} code={providerCode} format="pdf" /> : null}
      <SaveButton carrier={carrierName} code={providerCode} format="xlsx" />
    </li>
  );
}

type SaveProps = {
  readonly carrier: string;
  readonly code: string;
  readonly format: "pdf" | "xlsx";
};

/** Saves a carrier's manifest as a file. */
function SaveButton({ carrier, code, format }: SaveProps) {
  const { t } = useTranslation();
  const save = useToday((store) => store.saveManifest);
  const words = t(`today.manifest.as.${format}`);
  return (
    <Button
      small
      rank="quiet"
      label={`${carrier}: ${words}`}
      onPress={() => void save(code, format)}
    >
      {words}
    </Button>
  );
}

/** Returns the last seven days by Turkish time, YYYY-MM-DD; today comes first. */
function lastDays(now: number): string[] {
  return Array.from({ length: DAYS }, (_, i) =>
    new Date(now + TURKISH_OFFSET_MS - i * DAY_MS).toISOString().slice(0, 10),
  );
}
