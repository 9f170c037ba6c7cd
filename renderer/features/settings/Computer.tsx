/**
 * What this computer does for the station: when its window is closed, when its user signs in, and
 * who may reach the API.
 */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { getApiAccess, setApiAccess } from "../../../core/station/api-access.api.ts";
import type { ApiAccess } from "../../../core/station/api-access.schema.ts";
import { call, invoke } from "../../lib/bridge.ts";
import { ActFailure, ActForm } from "../../ui/ActForm.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { CopyText } from "../../ui/CopyText.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import styles from "./SettingsView.module.css";

const ON_OFF = ["on", "off"] as const;
const EVERY_ADDRESS = "0.0.0.0";
/** What an empty field stands for, and shows. */
const USUAL_PORT = "4747";
const USUAL_SECURE_PORT = "4748";

/** Of this computer alone: nothing of it goes to other stations. */
export function ComputerSettings() {
  const access = useLoaded(() => call(getApiAccess));
  return (
    <div className={styles["parts"]}>
      <WindowBox />
      {access.failure === null ? null : <FailureText failure={access.failure} />}
      {access.value === null ? null : (
        <>
          <ApiForm
            key={JSON.stringify(access.value.chosen)}
            access={access.value}
            reload={access.reload}
          />
          <Reached access={access.value} />
        </>
      )}
    </div>
  );
}

function WindowBox() {
  const { t } = useTranslation();
  const { value, failure, reload } = useLoaded(() => invoke("window:desktop", {}));
  const act = useAct();
  const set = (change: Parameters<typeof invoke<"window:desktop">>[1]): void =>
    void act.run(() => invoke("window:desktop", change)).finally(() => void reload());
  return (
    <section className={section["section"]} aria-label={t("computer.title")} data-testid="computer">
      <h2>{t("computer.title")}</h2>
      {failure === null ? null : <FailureText failure={failure} />}
      {value === null ? null : (
        <>
          {value.isKiosk ? (
            <Mark tone="info">{t("computer.shared")}</Mark>
          ) : (
            <Choice
              label={t("computer.onClose")}
              hint={t(value.hasTray ? "computer.withTray" : "computer.withoutTray")}
              value={value.onClose}
              options={(["keep", "quit"] as const).map((name) => ({
                value: name,
                words: t(
                  `computer.closings.${name === "keep" && !value.hasTray ? "minimise" : name}`,
                ),
              }))}
              onChange={(onClose) => set({ onClose })}
            />
          )}
          {value.autostartByPolicy ? (
            <SetByPolicy
              what={`${t("computer.autostart")}: ${t(`computer.switch.${value.autostart ? "on" : "off"}`)}`}
            />
          ) : (
            <Choice
              label={t("computer.autostart")}
              value={value.autostart ? "on" : "off"}
              options={ON_OFF.map((name) => ({ value: name, words: t(`computer.switch.${name}`) }))}
              onChange={(name) => set({ autostart: name === "on" })}
            />
          )}
        </>
      )}
      <ActFailure act={act} />
    </section>
  );
}

/** @param what With its value: it cannot be changed here. */
function SetByPolicy({ what }: { readonly what: string }) {
  const { t } = useTranslation();
  return <Mark tone="info">{t("computer.byPolicy", { what })}</Mark>;
}

function ApiForm({
  access,
  reload,
}: {
  readonly access: ApiAccess;
  readonly reload: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { chosen, setByPolicy } = access;
  const act = useAct();
  const [typed, setTyped] = useState({
    ...chosen,
    port: String(chosen.port || ""),
    securePort: String(chosen.securePort || ""),
  });
  const [isJudged, setJudged] = useState(false);
  const isSet = (name: (typeof setByPolicy)[number]): boolean => setByPolicy.includes(name);
  const isOther = typed.listen !== "";
  const wrongOf = (text: string): string | null =>
    isJudged && !isPort(text) ? t("computer.portWrong") : null;
  const ports = {
    port: typed.port.trim() || USUAL_PORT,
    securePort: typed.securePort.trim() || USUAL_SECURE_PORT,
  };
  const isSame = isOther && ports.port === ports.securePort;
  const secureWrong =
    wrongOf(ports.securePort) ?? (isJudged && isSame ? t("computer.portsEqual") : null);
  const save = (): void => {
    setJudged(true);
    if (!isPort(ports.port) || !isPort(ports.securePort) || isSame) return;
    void act.run(async () => {
      await call(setApiAccess, {
        body: { ...typed, port: Number(ports.port), securePort: Number(ports.securePort) },
      });
      await reload();
    });
  };
  const addresses = [...new Set(["", EVERY_ADDRESS, chosen.listen])].map((value) => ({
    value,
    words:
      value === ""
        ? t("computer.here")
        : value === EVERY_ADDRESS
          ? t("computer.everywhere")
          : value,
  }));
  return (
    <ActForm
      title={t("computer.api")}
      lead={t("computer.apiLead")}
      command={t("computer.save")}
      act={act}
      done={t("computer.saved")}
      onSubmit={save}
    >
      {isSet("enabled") ? (
        <SetByPolicy
          what={`${t("computer.api")}: ${t(`computer.switch.${chosen.enabled ? "on" : "off"}`)}`}
        />
      ) : (
        <Choice
          label={t("computer.answers")}
          value={typed.enabled ? "on" : "off"}
          options={ON_OFF.map((value) => ({ value, words: t(`computer.switch.${value}`) }))}
          onChange={(value) => setTyped({ ...typed, enabled: value === "on" })}
        />
      )}
      {isSet("port") ? (
        <SetByPolicy what={`${t("computer.port")}: ${chosen.port}`} />
      ) : (
        <Field
          label={t("computer.port")}
          value={typed.port}
          placeholder={USUAL_PORT}
          numeric
          wrong={wrongOf(ports.port)}
          onChange={(port) => setTyped({ ...typed, port })}
        />
      )}
      {isSet("listen") ? (
        <SetByPolicy what={`${t("computer.listen")}: ${chosen.listen}`} />
      ) : (
        <Choice
          label={t("computer.listen")}
          hint={t("computer.listenHint")}
          value={typed.listen}
          options={addresses}
          onChange={(listen) => setTyped({ ...typed, listen })}
        />
      )}
      {!isOther ? null : isSet("securePort") ? (
        <SetByPolicy what={`${t("computer.securePort")}: ${chosen.securePort}`} />
      ) : (
        <Field
          label={t("computer.securePort")}
          value={typed.securePort}
          placeholder={USUAL_SECURE_PORT}
          numeric
          wrong={secureWrong}
          onChange={(securePort) => setTyped({ ...typed, securePort })}
        />
      )}
    </ActForm>
  );
}

/** Where it is reached now, which may be otherwise than what was set since. */
function Reached({
  access: { needsRestart, url, secureUrls, certificate },
}: {
  readonly access: ApiAccess;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <section className={section["section"]} aria-label={t("computer.reached")}>
      <h2>{t("computer.reached")}</h2>
      {needsRestart ? <Mark tone="attention">{t("computer.restart")}</Mark> : null}
      {url === null ? (
        <p>{t("integrations.noAddress")}</p>
      ) : (
        <CopyText label={t("computer.urlHere")} text={url} />
      )}
      {secureUrls.map((address) => (
        <CopyText key={address} label={t("computer.urlThere")} text={address} />
      ))}
      {certificate === null ? null : (
        <>
          {certificate.authorityFile === "" ? null : (
            <CopyText label={t("computer.authority")} text={certificate.authorityFile} />
          )}
          <CopyText
            label={t("computer.fingerprint", { when: format.instant(certificate.validTo) })}
            text={certificate.fingerprint}
          />
        </>
      )}
    </section>
  );
}

function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text.trim()) && Number(text) <= 65_535;
}
