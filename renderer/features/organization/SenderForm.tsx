/** The sender: where carriers collect, and what stands on every label. Nothing can be packed without one. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Address } from "../../../core/addresses/addresses.schema.ts";
import { Field } from "../../ui/Field.tsx";
import { focusFirstWrong } from "../../ui/focus-wrong.ts";
import { Select } from "../../ui/Select.tsx";
import { EntryForm, SavedMark } from "./EntryForm.tsx";
import styles from "./Organization.module.css";
import { readSender, type SenderField, type SenderFields } from "./read-forms.ts";
import { useOrganization } from "./use-organization.ts";

const NONE_WRONG: ReadonlySet<SenderField> = new Set();

/** @param focusNow Another screen has led here. */
export function SenderForm({ sender, focusNow }: { readonly sender: Address | null; readonly focusNow: boolean }) {
  const { t } = useTranslation();
  const cities = useOrganization((store) => store.cities);
  const districts = useOrganization((store) => store.districts);
  const saving = useOrganization((store) => store.savingSender);
  const loadDistricts = useOrganization((store) => store.loadDistricts);
  const save = useOrganization((store) => store.saveSender);
  const forgetTry = useOrganization((store) => store.forgetTry);
  const [fields, setFields] = useState<SenderFields>(() => fieldsOf(sender));
  const [wrong, setWrong] = useState(NONE_WRONG);

  const change = (part: Partial<SenderFields>): void => {
    setFields({ ...fields, ...part });
    setWrong(new Set([...wrong].filter((field) => !(field in part))));
  };
  const submit = (form: HTMLFormElement): void => {
    const read = readSender(fields);
    if ("sender" in read) return void save(read.sender);
    setWrong(read.wrong);
    forgetTry("savingSender");
    focusFirstWrong(form);
  };
  const text = (field: "name" | "phone" | "address1" | "zip") => ({
    label: t(`organization.sender.${field}`),
    placeholder: t(`organization.example.${field}`),
    value: fields[field],
    onChange: (value: string) => change({ [field]: value }),
    wrong: wrong.has(field) ? t(`organization.wrong.${field}`) : null,
  });

  return (
    <EntryForm
      title={t("organization.sender.title")}
      lead={t("organization.sender.lead")}
      saveLabel={t("organization.sender.save")}
      saving={saving}
      failedTitle={t("organization.notSaved")}
      savedNote={
        <span data-testid="sender-saved">
          <SavedMark />
        </span>
      }
      onSubmit={submit}
    >
      <div className={styles["two"]}>
        <Field {...text("name")} focusNow={focusNow} />
        <Field {...text("phone")} />
      </div>
      <Field {...text("address1")} />
      <div className={styles["three"]}>
        <Select
          label={t("organization.sender.cityCode")}
          none={t("organization.choose")}
          value={fields.cityCode}
          options={cities.map(({ cityCode, name }) => ({ value: cityCode, words: name }))}
          onChange={(cityCode) => {
            change({ cityCode, districtID: "" });
            void loadDistricts(cityCode);
          }}
          wrong={wrong.has("cityCode") ? t("organization.wrong.cityCode") : null}
        />
        <Select
          label={t("organization.sender.districtID")}
          none={fields.cityCode === "" ? t("organization.cityFirst") : t("organization.choose")}
          value={fields.districtID}
          options={districts.cityCode === fields.cityCode ? districts.list.map(({ districtID, name }) => ({ value: String(districtID), words: name })) : []}
          onChange={(districtID) => change({ districtID })}
          wrong={wrong.has("districtID") ? t("organization.wrong.districtID") : null}
        />
        <Field {...text("zip")} numeric />
      </div>
    </EntryForm>
  );
}

function fieldsOf(sender: Address | null): SenderFields {
  if (sender === null) return { name: "", phone: "", address1: "", cityCode: "", districtID: "", zip: "" };
  const { name, phone, address1, cityCode, districtID, zip } = sender;
  return { name, phone, address1, cityCode, districtID: districtID === 0 ? "" : String(districtID), zip };
}
