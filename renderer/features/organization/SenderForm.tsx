/** The sender: where carriers collect, and what stands on every label. Nothing can be packed without one. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Address } from "../../../core/addresses/addresses.schema.ts";
import { FormField, FormSelect } from "../../ui/FormField.tsx";
import { EntryForm, SavedMark } from "./EntryForm.tsx";
import styles from "./Organization.module.css";
import { typedSenderSchema, type Sender, type TypedSender } from "./typed-forms.ts";
import { useOrganization } from "./use-organization.ts";
import { useWrongWords } from "./use-wrong-words.ts";

/** @param focusNow Another screen has led here. */
export function SenderForm({ sender, focusNow }: { readonly sender: Address | null; readonly focusNow: boolean }) {
  const { t } = useTranslation();
  const wrongWords = useWrongWords();
  const cities = useOrganization((store) => store.cities);
  const districts = useOrganization((store) => store.districts);
  const saving = useOrganization((store) => store.savingSender);
  const loadDistricts = useOrganization((store) => store.loadDistricts);
  const save = useOrganization((store) => store.saveSender);
  const forgetTry = useOrganization((store) => store.forgetTry);
  const form = useForm<TypedSender, unknown, Sender>({ resolver: zodResolver(typedSenderSchema), defaultValues: fieldsOf(sender), reValidateMode: "onSubmit" });
  const cityCode = useWatch({ control: form.control, name: "cityCode" });
  const send = form.handleSubmit(save, () => forgetTry("savingSender"));
  const text = (name: "name" | "phone" | "address1" | "zip") => ({ form, name, wrongWords, label: t(`organization.sender.${name}`), placeholder: t(`organization.example.${name}`) });

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
      onSubmit={send}
    >
      <div className={styles["two"]}>
        <FormField {...text("name")} focusNow={focusNow} />
        <FormField {...text("phone")} />
      </div>
      <FormField {...text("address1")} />
      <div className={styles["three"]}>
        <FormSelect
          form={form}
          name="cityCode"
          label={t("organization.sender.cityCode")}
          none={t("organization.choose")}
          options={cities.map((city) => ({ value: city.cityCode, words: city.name }))}
          wrongWords={wrongWords}
          onChanged={(chosen) => {
            form.setValue("districtID", "");
            form.clearErrors("districtID");
            void loadDistricts(chosen);
          }}
        />
        <FormSelect
          form={form}
          name="districtID"
          label={t("organization.sender.districtID")}
          none={cityCode === "" ? t("organization.cityFirst") : t("organization.choose")}
          options={districts.cityCode === cityCode ? districts.list.map(({ districtID, name }) => ({ value: String(districtID), words: name })) : []}
          wrongWords={wrongWords}
        />
        <FormField {...text("zip")} numeric />
      </div>
    </EntryForm>
  );
}

function fieldsOf(sender: Address | null): TypedSender {
  if (sender === null) return { name: "", phone: "", address1: "", cityCode: "", districtID: "", zip: "" };
  const { name, phone, address1, cityCode, districtID, zip } = sender;
  return { name, phone, address1, cityCode, districtID: districtID === 0 ? "" : String(districtID), zip };
}
