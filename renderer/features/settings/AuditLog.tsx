/** Audit log of this station, filtered by person, kind and day: in pages, or saved to a file. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { exportAudit, listAudit } from "../../../core/records/audit/audit.api.ts";
import { AUDIT_KINDS } from "../../../core/http/audited.schema.ts";
import type { AuditEntry } from "../../../core/records/audit/audit.schema.ts";
import { listMembers } from "../../../core/organizations/organizations.api.ts";
import { call, saveFile } from "../../lib/bridge.ts";
import { readDay } from "../../lib/read-day.ts";
import { ActForm } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import rows from "../../ui/Rows.module.css";
import { SaveFileButton } from "../../ui/SaveFileButton.tsx";
import { Select } from "../../ui/Select.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { useSettingsView } from "./use-settings-view.ts";
import styles from "./SettingsView.module.css";

const PAGE = 20;
const EVERYTHING = { memberID: "", kind: "", day: "" };
type Filter = typeof EVERYTHING;

/** Reads the newest page on mount; older pages are added on request. */
export function AuditLog() {
  const { t } = useTranslation();
  const currency = useSettingsView(({ desk }) =>
    desk.step === "ready" ? desk.facts.currency : "",
  );
  const [filter, setFilter] = useState(EVERYTHING);
  const act = useAct();
  const [isTried, setTried] = useState(false);
  const day = filter.day.trim() === "" ? "" : readDay(filter.day);
  const { shown, read, readOlder } = usePages();
  const show = (): void => {
    setTried(day === undefined);
    const kind = AUDIT_KINDS.find((one) => one === filter.kind) ?? "";
    if (day !== undefined) void act.run(() => read({ ...filter, day, kind }));
  };
  return (
    <div className={styles["records"]}>
      <ActForm
        title={t("audit.title")}
        lead={t("audit.lead")}
        command={t("audit.show")}
        act={act}
        onSubmit={show}
      >
        <Choices filter={filter} onChange={setFilter} />
        <Field
          label={t("audit.day")}
          value={filter.day}
          placeholder={t("audit.anyDay")}
          wrong={isTried && day === undefined ? t("audit.dayWrong") : null}
          onChange={(day) => setFilter({ ...filter, day })}
        />
      </ActForm>
      {shown.list?.length === 0 ? <p>{t("audit.none")}</p> : null}
      <ul className={rows["rows"]} data-testid="audit">
        {(shown.list ?? []).map((entry) => (
          <Entry key={entry.id} entry={entry} currency={currency} />
        ))}
      </ul>
      {shown.next === null ? null : (
        <Button small onPress={() => void act.run(readOlder)}>
          {t("audit.older")}
        </Button>
      )}
      <SaveFileButton
        words={t("audit.file")}
        save={() => saveFile(exportAudit, { query: shown.query })}
      />
    </div>
  );
}

type AuditQuery = Filter & { readonly kind: AuditEntry["kind"] | "" };
type Pages = {
  /** The filter of the shown entries, which the form may no longer contain. */
  readonly query: AuditQuery;
  /** null until first read. */
  readonly list: readonly AuditEntry[] | null;
  readonly next: string | null;
};

/** Returns the loaded entries, newest first, and the functions that read a page of them. */
function usePages(): {
  readonly shown: Pages;
  /** Reads the newest page with this filter. */
  readonly read: (query: AuditQuery) => Promise<void>;
  /** Adds the next page with the filter of the shown entries. */
  readonly readOlder: () => Promise<void>;
} {
  const [shown, setShown] = useState<Pages>({
    query: { ...EVERYTHING, kind: "" },
    list: null,
    next: null,
  });
  const read = async (query: AuditQuery): Promise<void> => {
    const page = await call(listAudit, { query: { ...query, limit: PAGE } });
    setShown({ query, ...page });
  };
  const readOlder = async (): Promise<void> => {
    const { query, next, list } = shown;
    if (next === null) return;
    const page = await call(listAudit, { query: { ...query, limit: PAGE, before: next } });
    setShown({ query, list: [...(list ?? []), ...page.list], next: page.next });
  };
  useLoaded(() => read(shown.query));
  return { shown, read, readOlder };
}

type ChoicesProps = { readonly filter: Filter; readonly onChange: (filter: Filter) => void };

/** Filters for person and kind. */
function Choices({ filter, onChange }: ChoicesProps) {
  const { t } = useTranslation();
  const members = useLoaded(() => call(listMembers));
  return (
    <>
      <Select
        label={t("audit.member")}
        value={filter.memberID}
        none={t("audit.everyone")}
        options={(members.value ?? []).map(({ id, name, email }) => ({
          value: id,
          words: name === "" ? email : name,
        }))}
        onChange={(memberID) => onChange({ ...filter, memberID })}
      />
      <Select
        label={t("audit.kind")}
        value={filter.kind}
        none={t("audit.all")}
        options={AUDIT_KINDS.map((kind) => ({ value: kind, words: t(`audit.kinds.${kind}`) }))}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
    </>
  );
}

type EntryProps = { readonly entry: AuditEntry; readonly currency: string };

function Entry({ entry, currency }: EntryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li>
      <span className={rows["what"]}>
        {/* A newer station's operation for which this screen has no words is shown by its name. */}
        <b>
          {t(`audit.operations.${entry.operation as "restored"}`, {
            defaultValue: entry.operation,
          })}
        </b>
        <span className={rows["soft"]}>
          {[
            t(`audit.kinds.${entry.kind}`),
            entry.orderNumber === "" ? "" : t("audit.order", { number: entry.orderNumber }),
            entry.amount === "" ? "" : format.money(entry.amount, currency),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      <span>
        {[
          entry.memberID === "" ? t("audit.station") : entry.memberName,
          entry.tokenName === "" ? "" : t("audit.by", { token: entry.tokenName }),
          entry.approvedBy === "" ? "" : t("audit.leave", { name: entry.approverName }),
        ].join(" ")}
      </span>
      <span>{format.instant(entry.at)}</span>
    </li>
  );
}
