/**
 * Settings of tracking: when a parcel counts as stuck, and the address of the recipients' page.
 * Hidden if reading the settings fails, as for members who may not see them.
 */
import { useEffect, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import {
  changeTrackingSettings,
  readTrackingSettings,
} from "../../../core/shipping/board/board.api.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { useDraft } from "../../store/use-draft.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import styles from "./Tracking.module.css";

type Saving =
  | { readonly step: "none" | "saving" | "saved" }
  | { readonly step: "failed"; readonly failure: Failure };

/** Reads the settings on mount; shows the fields at once, so that nothing below moves. */
export function TrackingSettings() {
  const { t } = useTranslation();
  const [saved, setSaved] = useState({ days: "", address: "" });
  const { typed, change, forget } = useDraft("tracking", saved);
  const { days, address } = typed;
  const [isOpen, setOpen] = useState(true);
  const [saving, setSaving] = useState<Saving>({ step: "none" });
  useEffect(() => {
    call(readTrackingSettings).then(
      (read) => {
        setSaved({ days: String(read.stuckDays), address: read.publicAddress });
      },
      () => setOpen(false),
    );
  }, []);
  if (!isOpen) return null;
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSaving({ step: "saving" });
    try {
      const kept = await call(changeTrackingSettings, {
        body: { stuckDays: Number(days), publicAddress: address },
      });
      setSaved({ days, address: kept.publicAddress });
      forget();
      setSaving({ step: "saved" });
    } catch (error) {
      setSaving({ step: "failed", failure: failureOf(error) });
    }
  };
  return (
    <section
      className={section["section"]}
      aria-label={t("tracking.settings.title")}
      data-testid="tracking-settings"
    >
      <h2>{t("tracking.settings.title")}</h2>
      <p>{t("tracking.settings.lead")}</p>
      <form className={styles["note"]} onSubmit={(event) => void save(event)}>
        <Field
          label={t("tracking.settings.days")}
          hint={t("tracking.settings.daysHint")}
          value={days}
          onChange={(text) => change({ days: text })}
          numeric
        />
        <Field
          label={t("tracking.settings.address")}
          hint={t("tracking.settings.addressHint")}
          value={address}
          onChange={(text) => change({ address: text })}
        />
        <Commands saving={saving} />
      </form>
    </section>
  );
}

function Commands({ saving }: { readonly saving: Saving }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles["commands"]}>
        <Button submits rank="primary" disabled={saving.step === "saving"}>
          {t("tracking.settings.save")}
        </Button>
        {saving.step === "saved" ? (
          <span role="status">
            <Mark tone="ok">{t("tracking.settings.saved")}</Mark>
          </span>
        ) : null}
      </div>
      {saving.step === "failed" ? (
        <div role="alert">
          <Mark tone="stop">{t("tracking.settings.notSaved")}</Mark>
          <FailureText failure={saving.failure} />
        </div>
      ) : null}
    </>
  );
}
