/** A printer's network address or print queue, in the forms of a new and of an existing printer. */
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormField } from "../../ui/FormField.tsx";
import styles from "./Printers.module.css";
import type { TypedChange, TypedFields } from "./typed-printer.ts";

/**
 * Shows the fields of the printer's address.
 *
 * @returns null for a printer that writes files, because its folder cannot be changed.
 */
export function AddressFields({ driver }: { readonly driver: TypedChange["driver"] }) {
  const { t } = useTranslation();
  const form = useFormContext<TypedFields>();
  if (driver === "file") return null;
  if (driver !== "tcp")
    return (
      <FormField
        form={form}
        name="queue"
        label={t("printers.queue")}
        wrongWords={() => t("printers.queueWrong")}
      />
    );
  return (
    <div className={styles["row"]}>
      <FormField
        form={form}
        name="host"
        label={t("printers.host")}
        placeholder={t("printers.hostPlaceholder")}
        wrongWords={() => t("printers.hostWrong")}
      />
      <FormField
        form={form}
        name="port"
        label={t("printers.port")}
        wrongWords={() => t("printers.portWrong")}
        numeric
      />
    </div>
  );
}
