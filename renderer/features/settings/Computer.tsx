/** Settings of this computer: closing the window, starting at sign-in, and access to the API. */
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
import { checkApi, USUAL_PORT, USUAL_SECURE_PORT, type TypedApi } from "./typed-api.ts";

const ON_OFF = ["on", "off"] as const;
const EVERY_ADDRESS = "0.0.0.0";

/** Settings of this computer only; none of them is sent to other stations. */
export function ComputerSettings() {
  const access = useLoaded(() => call(getApiAccess));
  return (
    <div className={section["sections"]}>
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

/** Shows a setting that a policy fixes. @param what The setting's name and value. */
function SetByPolicy({ what }: { readonly what: string }) {
  const { t } = useTranslation();
  return <Mark tone="info">{t("computer.byPolicy", { what })}</Mark>;
}

type ApiFormProps = { readonly access: ApiAccess; readonly reload: () => Promise<void> };

function ApiForm({ access, reload }: ApiFormProps) {
  const { t } = useTranslation();
  const { chosen, setByPolicy } = access;
  const { act, typed, change, wrong, save } = useApiTyped(access, reload);
  return (
    <ActForm
      title={t("computer.api")}
      lead={t("computer.apiLead")}
      command={t("computer.save")}
      act={act}
      done={t("computer.saved")}
      onSubmit={save}
    >
      {setByPolicy.includes("enabled") ? (
        <SetByPolicy
          what={`${t("computer.api")}: ${t(`computer.switch.${chosen.enabled ? "on" : "off"}`)}`}
        />
      ) : (
        <Choice
          label={t("computer.answers")}
          value={typed.enabled ? "on" : "off"}
          options={ON_OFF.map((value) => ({ value, words: t(`computer.switch.${value}`) }))}
          onChange={(value) => change({ enabled: value === "on" })}
        />
      )}
      <Port
        name="port"
        access={access}
        text={typed.port}
        usual={USUAL_PORT}
        wrong={wrong.port}
        onText={(port) => change({ port })}
      />
      <Listen access={access} value={typed.listen} onChange={(listen) => change({ listen })} />
      {typed.listen !== "" ? (
        <Port
          name="securePort"
          access={access}
          text={typed.securePort}
          usual={USUAL_SECURE_PORT}
          wrong={wrong.securePort}
          onText={(securePort) => change({ securePort })}
        />
      ) : null}
    </ActForm>
  );
}

/** Returns the typed settings, and the function that saves them if no port is wrong. */
function useApiTyped(
  { chosen }: ApiAccess,
  reload: () => Promise<void>,
): {
  readonly act: ReturnType<typeof useAct>;
  readonly typed: TypedApi;
  readonly change: (part: Partial<TypedApi>) => void;
  readonly wrong: { readonly port: string | null; readonly securePort: string | null };
  readonly save: () => void;
} {
  const { t } = useTranslation();
  const act = useAct();
  const [typed, setTyped] = useState<TypedApi>({
    ...chosen,
    port: String(chosen.port || ""),
    securePort: String(chosen.securePort || ""),
  });
  const [isJudged, setJudged] = useState(false);
  const { body, wrong } = checkApi(typed, chosen.securePort);
  const wordsOf = (why: "portWrong" | "portsEqual" | null): string | null =>
    isJudged && why !== null ? t(`computer.${why}`) : null;
  const save = (): void => {
    setJudged(true);
    if (body === null) return;
    void act.run(async () => {
      await call(setApiAccess, { body });
      await reload();
    });
  };
  return {
    act,
    typed,
    change: (part) => setTyped({ ...typed, ...part }),
    wrong: { port: wordsOf(wrong.port), securePort: wordsOf(wrong.securePort) },
    save,
  };
}

type PortProps = {
  readonly name: "port" | "securePort";
  readonly access: ApiAccess;
  readonly text: string;
  readonly usual: string;
  readonly wrong: string | null;
  readonly onText: (text: string) => void;
};

function Port({ name, access: { chosen, setByPolicy }, text, usual, wrong, onText }: PortProps) {
  const { t } = useTranslation();
  return setByPolicy.includes(name) ? (
    <SetByPolicy what={`${t(`computer.${name}`)}: ${chosen[name]}`} />
  ) : (
    <Field
      label={t(`computer.${name}`)}
      value={text}
      placeholder={usual}
      numeric
      wrong={wrong}
      onChange={onText}
    />
  );
}

type ListenProps = {
  readonly access: ApiAccess;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/**
 * Choice of the API's listen address: this computer only, all addresses, or the saved address if it
 * is neither.
 */
function Listen({ access: { chosen, setByPolicy }, value: typed, onChange }: ListenProps) {
  const { t } = useTranslation();
  if (setByPolicy.includes("listen"))
    return <SetByPolicy what={`${t("computer.listen")}: ${chosen.listen}`} />;
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
    <Choice
      label={t("computer.listen")}
      hint={t("computer.listenHint")}
      value={typed}
      options={addresses}
      onChange={onChange}
    />
  );
}

/**
 * Addresses at which the API is reachable now, which may differ from settings changed since the
 * start.
 */
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
