/** Personal data: retention periods, erasing a person, and the audit log. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  erasePerson,
  findPerson,
  getPrivacyRules,
  updatePrivacyRules,
} from "../../../core/records/privacy/privacy.api.ts";
import type { PersonFound } from "../../../core/records/privacy/privacy.schema.ts";
import { call } from "../../lib/bridge.ts";
import { ActFailure, ActForm } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { Select } from "../../ui/Select.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import section from "../../ui/Section.module.css";
import { AuditLog } from "./AuditLog.tsx";
import styles from "./SettingsView.module.css";

const DAYS = [30, 60, 90, 180, 365, 730, 3_650];

/** Reads the retention rules on mount; searches for a person on request. */
export function Privacy() {
  return (
    <div className={section["sections"]}>
      <Rules />
      <ErasePerson />
      <AuditLog />
    </div>
  );
}

function Rules() {
  const { t } = useTranslation();
  const rules = useLoaded(() => call(getPrivacyRules));
  const [chosen, setChosen] = useState<string | null>(null);
  const act = useAct();
  const now = rules.value?.personalDataDays ?? 0;
  const value = chosen ?? (now === 0 ? "" : String(now));
  const options = [...new Set([...DAYS, ...(now === 0 ? [] : [now])])]
    .toSorted((a, b) => a - b)
    .map((count) => ({ value: String(count), words: t("privacy.days", { count }) }));
  return (
    <ActForm
      title={t("privacy.title")}
      lead={t("privacy.lead")}
      command={t("privacy.save")}
      act={act}
      done={t("privacy.saved")}
      onSubmit={() =>
        void act.run(
          async () =>
            void (await call(updatePrivacyRules, { body: { personalDataDays: Number(value) } })),
        )
      }
    >
      <Select
        label={t("privacy.keep")}
        value={value}
        options={options}
        none={t("privacy.forGood")}
        disabled={rules.value === null}
        onChange={setChosen}
      />
      {rules.failure === null ? (
        <p>{t("privacy.settled")}</p>
      ) : (
        <FailureText failure={rules.failure} />
      )}
    </ActForm>
  );
}

const NOBODY = { phone: "", email: "", name: "", address: "" };
const FIELDS = ["phone", "email", "name", "address"] as const;
/** Fewest digits of a phone number, and fewest characters of a text, to search for a person by. */
const [LEAST_DIGITS, LEAST_TEXT] = [7, 3];

/**
 * Returns what is wrong with the typed text: a phone number that is too short, or too little text;
 * null when the core can search.
 */
function wrongOf({ phone, ...texts }: typeof NOBODY): "phoneShort" | "tooLittle" | null {
  const digits = phone.replaceAll(/\D/g, "").length;
  if (phone.trim() !== "" && digits < LEAST_DIGITS) return "phoneShort";
  return digits === 0 && Object.values(texts).every((text) => text.trim().length < LEAST_TEXT)
    ? "tooLittle"
    : null;
}

function ErasePerson() {
  const { t } = useTranslation();
  const [person, setPerson] = useState(NOBODY);
  const [found, setFound] = useState<PersonFound | null>(null);
  const [erased, setErased] = useState<PersonFound | null>(null);
  const act = useAct();
  const erasing = useAct();
  const [isTried, setTried] = useState(false);
  const wrong = isTried ? wrongOf(person) : null;
  const change = (name: (typeof FIELDS)[number], text: string): void => {
    setPerson({ ...person, [name]: text });
    setFound(null);
    setErased(null);
  };
  const find = (): void => {
    const isWrong = wrongOf(person) !== null;
    setTried(isWrong);
    if (!isWrong) void act.run(async () => setFound(await call(findPerson, { body: person })));
  };
  const erase = (): void =>
    void erasing.run(async () => {
      setErased(await call(erasePerson, { body: person }));
      setFound(null);
    });
  return (
    <ActForm
      title={t("privacy.person")}
      lead={t("privacy.personLead")}
      command={t("privacy.find")}
      act={act}
      onSubmit={find}
    >
      {FIELDS.map((name) => (
        <Field
          key={name}
          label={t(`privacy.${name}`)}
          value={person[name]}
          wrong={name === "phone" && wrong !== null ? t(`privacy.${wrong}`) : null}
          onChange={(text) => change(name, text)}
        />
      ))}
      <Result found={found} erased={erased} />
      {found !== null && found.shipments + found.addresses > 0 ? (
        <div className={styles["erase"]}>
          <AskTwice
            subject={t("privacy.subject")}
            words={t("privacy.erase")}
            confirm={t("privacy.eraseNow")}
            onConfirm={erase}
          />
        </div>
      ) : null}
      <ActFailure act={erasing} />
    </ActForm>
  );
}

type ResultProps = { readonly found: PersonFound | null; readonly erased: PersonFound | null };

function Result({ found, erased }: ResultProps) {
  const { t } = useTranslation();
  return (
    <div role="status" data-testid="person-found">
      {found === null ? null : (
        <p>
          {found.shipments + found.addresses + found.underWay === 0
            ? t("privacy.none")
            : t("privacy.found", {
                shipments: t("privacy.ended", { count: found.shipments }),
                addresses: t("privacy.addresses", { count: found.addresses }),
              })}
        </p>
      )}
      {(found?.underWay ?? 0) > 0 ? (
        <p>{t("privacy.underWay", { count: found?.underWay ?? 0 })}</p>
      ) : null}
      {erased === null ? null : (
        <Mark tone="ok">
          {t("privacy.erased", {
            shipments: t("privacy.parcels", { count: erased.shipments }),
            addresses: t("privacy.addresses", { count: erased.addresses }),
          })}
        </Mark>
      )}
    </div>
  );
}
