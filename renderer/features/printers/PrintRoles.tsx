/**
 * The section "What prints where": which printer prints labels, return labels, A4 documents and
 * packing slips.
 */
import { useTranslation } from "react-i18next";
import { PRINTER_ROLES, type Roles } from "../../../core/printing/printers.schema.ts";
import { ConfirmedSelect } from "../../ui/ConfirmedSelect.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import section from "../../ui/Section.module.css";
import type { LivePrinter } from "./printers.slice.ts";
import styles from "./Printers.module.css";
import { usePrinters } from "./use-printers.ts";

/** Shows a list of printers for each role. @param list The printers to choose from. */
export function PrintRoles({
  list,
  roles,
}: {
  readonly list: readonly LivePrinter[];
  readonly roles: Roles;
}) {
  const { t } = useTranslation();
  const saving = usePrinters((store) => store.givingRole);
  const give = usePrinters((store) => store.giveRole);
  const options = list.map(({ id, name, isActive }) => ({
    value: id,
    words: isActive ? name : t("printers.roles.isOff", { printer: name }),
  }));
  return (
    <section
      className={`${section["section"]} ${styles["wide"]}`}
      aria-label={t("printers.roles.title")}
      data-testid="print-roles"
    >
      <h2>{t("printers.roles.title")}</h2>
      <p>{t("printers.roles.lead")}</p>
      <div className={styles["roles"]}>
        {PRINTER_ROLES.map((role) => (
          <div key={role} className={styles["role"]}>
            <ConfirmedSelect
              label={t(`printers.roles.${role}`)}
              none={t(role === "returnLabel" ? "printers.roles.noneReturn" : "printers.roles.none")}
              mayBeNone
              value={roles[role] ?? ""}
              options={options}
              give={t("printers.save")}
              subject={t(`printers.roles.${role}`)}
              onGive={(id) => give(role, id === "" ? null : id)}
            />
          </div>
        ))}
      </div>
      {saving.step === "failed" ? (
        <div role="alert">
          <FailureText failure={saving.failure} />
        </div>
      ) : null}
    </section>
  );
}
