/**
 * Settings of new labels: layout, phone numbers and logo. Each choice is saved at once, and the
 * pictures of the layouts are drawn again.
 */
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { LABEL_LAYOUT_SETTINGS } from "../../../core/organizations/organizations.schema.ts";
import { openFileField } from "../../lib/bridge.ts";
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { Button } from "../../ui/Button.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { useAct } from "../../ui/use-act.ts";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import styles from "./Labels.module.css";
import { useLabels } from "./use-labels.ts";

/**
 * Error codes for a file that cannot be a logo: too large, of another type, damaged, empty or
 * unreadable.
 */
const LOGO_FAULTS: ReadonlySet<string> = new Set(["E1085", "E2003", "E2029"]);

/** Shows the settings of new labels. @returns null until the settings are read. */
export function LabelSettingsForm({ organizationID }: { readonly organizationID: string }) {
  const { t, i18n } = useTranslation();
  const settings = useLabels((store) => store.labelSettings);
  const layouts = useLabels((store) => store.layouts);
  const saving = useLabels((store) => store.savingLabels);
  const save = useLabels((store) => store.saveLabels);
  const saveLogo = useLabels((store) => store.saveLogo);
  if (settings === undefined) return null;
  const titleOf = (name: string): string =>
    layouts.find((layout) => layout.name === name)?.title[i18n.language === "tr" ? "tr" : "en"] ??
    name;

  return (
    <section
      className={`${section["section"]} ${styles["settings"]}`}
      aria-label={t("labels.settings.title")}
      data-testid="label-settings"
    >
      <h3>{t("labels.settings.title")}</h3>
      <p>{t("labels.settings.lead")}</p>
      <Choice
        label={t("labels.settings.layout")}
        hint={t("labels.settings.layoutHint")}
        value={settings.labelLayout}
        options={LABEL_LAYOUT_SETTINGS.map((value) => ({ value, words: titleOf(value) }))}
        onChange={(labelLayout) => void save(organizationID, { labelLayout })}
      />
      <Choice
        label={t("labels.settings.phones")}
        hint={t("labels.settings.phonesHint")}
        value={settings.maskPhonesOnLabel ? "masked" : "whole"}
        options={(["whole", "masked"] as const).map((value) => ({
          value,
          words: t(`labels.settings.phonesOf.${value}`),
        }))}
        onChange={(phones) => void save(organizationID, { maskPhonesOnLabel: phones === "masked" })}
      />
      <LogoField
        logo={settings.labelLogo}
        disabled={saving.step === "saving"}
        take={(file) => void saveLogo(organizationID, dataURLOf(file))}
        remove={() => void save(organizationID, { labelLogo: null })}
      />
      <div role="status" aria-live="polite">
        {saving.step === "saving" ? t("labels.settings.saving") : null}
        {saving.step === "saved" ? <Mark tone="ok">{t("labels.settings.saved")}</Mark> : null}
      </div>
      {saving.step === "failed" ? (
        <div role="alert">
          <Mark tone="stop">{t("labels.settings.notSaved")}</Mark>
          {saving.what === "labelLogo" && LOGO_FAULTS.has(saving.failure.code) ? (
            <p>{t("labels.settings.logoWrong")}</p>
          ) : (
            <FailureText failure={saving.failure} />
          )}
        </div>
      ) : null}
    </section>
  );
}

type LogoFieldProps = {
  readonly logo: string | null;
  readonly disabled: boolean;
  readonly take: (file: File) => void;
  readonly remove: () => void;
};

function LogoField({ logo, disabled, take, remove }: LogoFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const group = useRef<HTMLDivElement>(null);
  const choosing = useAct();
  // The button that removes the logo disappears with the logo.
  useEffect(() => focusHeadingIfLost(group.current), [logo, disabled]);
  return (
    <div ref={group} role="group" tabIndex={-1} aria-labelledby={id} className={styles["logo"]}>
      <span id={id} className={styles["label"]}>
        {t("labels.settings.logo")}
      </span>
      <div className={styles["paper"]}>
        {logo === null ? (
          <span>{t("labels.settings.none")}</span>
        ) : (
          <img src={logo} alt={t("labels.settings.now")} />
        )}
      </div>
      <div className={styles["commands"]}>
        <Button
          disabled={disabled}
          onPress={() => void choosing.run(() => openFileField(input.current))}
        >
          {t("labels.settings.choose")}
        </Button>
        {logo === null ? null : (
          <Button disabled={disabled} onPress={remove}>
            {t("labels.settings.remove")}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png"
        hidden
        data-testid="logo-file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) take(file);
          event.target.value = ""; // the same file may be chosen again
        }}
      />
      {choosing.state.step === "failed" ? <FailureText failure={choosing.state.failure} /> : null}
      <p className={styles["note"]}>{t("labels.settings.logoHint")}</p>
    </div>
  );
}

function dataURLOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error(`the file ${file.name} could not be read`));
    reader.readAsDataURL(new Blob([file], { type: "image/png" }));
  });
}
