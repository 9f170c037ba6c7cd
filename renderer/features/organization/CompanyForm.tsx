/** Company data for invoices and carriers: tax office and number, telephone and e-mail. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  getOrganization,
  updateOrganization,
} from "../../../core/organizations/organizations.api.ts";
import type { Organization } from "../../../core/organizations/organizations.schema.ts";
import { call } from "../../lib/bridge.ts";
import { useDraft } from "../../store/use-draft.ts";
import { ActForm } from "../../ui/ActForm.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLoaded } from "../../ui/use-loaded.ts";

const FIELDS = ["taxOffice", "taxNumber", "phone", "email"] as const;
type Typed = Pick<Organization, (typeof FIELDS)[number]>;

/** Reads the organization on mount, and shows its form. @returns null until first read. */
export function CompanyForm({ organizationID }: { readonly organizationID: string }) {
  const organization = useLoaded(() => call(getOrganization, { params: { organizationID } }));
  const [saved, setSaved] = useState<Organization | null>(null);
  if (organization.failure !== null) return <FailureText failure={organization.failure} />;
  const shown = saved ?? organization.value;
  return shown === null ? null : <Form organization={shown} onSaved={setSaved} />;
}

function Form({
  organization,
  onSaved,
}: {
  readonly organization: Organization;
  readonly onSaved: (saved: Organization) => void;
}) {
  const { t } = useTranslation();
  const act = useAct();
  const { taxOffice, taxNumber, phone, email } = organization;
  const { typed, change, forget } = useDraft<Typed>(`company ${organization.id}`, {
    taxOffice,
    taxNumber,
    phone,
    email,
  });
  const send = (): void =>
    void act.run(async () => {
      const { id: organizationID } = organization;
      onSaved(await call(updateOrganization, { params: { organizationID }, body: typed }));
      forget();
    });
  return (
    <ActForm
      title={t("organization.company.title")}
      lead={t("organization.company.lead")}
      command={t("organization.company.save")}
      act={act}
      done={t("organization.saved")}
      onSubmit={send}
    >
      {FIELDS.map((field) => (
        <Field
          key={field}
          label={t(`organization.company.${field}`)}
          value={typed[field]}
          onChange={(text) => change({ [field]: text })}
        />
      ))}
    </ActForm>
  );
}
