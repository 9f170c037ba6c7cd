/** Fields of a connection: those of its kind, when it announces, and the carrier's cut-off. */
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type {
  ConnectionField,
  ConnectionKindSchema,
} from "../../../../core/shipping/carriers/connection.schema.ts";
import { Choice } from "../../../ui/Choice.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import { Select } from "../../../ui/Select.tsx";
import styles from "../Carriers.module.css";
import {
  fieldsOf,
  isAnnouncing,
  isSeller,
  kindsFor,
  settingName,
  whenOf,
  whensOf,
  type ConnectionTexts,
  type WrongText,
} from "./connection-texts.ts";
import { useConnectionWords } from "./use-connection-words.ts";

/** Most entries that are shown as segments; more are a list. */
const MOST_SEGMENTS = 3;

type ConnectionFieldsProps = {
  readonly kinds: readonly ConnectionKindSchema[];
  readonly providerCode: string;
  readonly typed: ConnectionTexts;
  readonly onChange: (part: ConnectionTexts) => void;
  readonly wrong: WrongText | undefined;
  /** Whether empty secrets keep their stored values. */
  readonly hasSecrets: boolean;
  /** Fields of the account above those of the kind. */
  readonly children?: ReactNode;
};

/** Shows the choice of the kind, and the fields of the chosen one. */
export function ConnectionFields(props: ConnectionFieldsProps) {
  const { kinds, providerCode, typed, onChange, children } = props;
  const { t } = useTranslation();
  const words = useConnectionWords();
  const own = kindsFor(kinds, providerCode);
  const kind = own.find((one) => one.kind === typed["kind"]);
  return (
    <>
      {own.every(isSeller) ? null : (
        <Select
          label={t("connections.kind")}
          value={kind?.kind ?? ""}
          none={t("connections.kinds.none")}
          options={own.map((one) => ({ value: one.kind, words: words.kind(one) }))}
          onChange={(value) => onChange({ kind: value })}
        />
      )}
      {kind === undefined ? null : (
        <>
          {kind.kind === "manual" || isSeller(kind) ? null : (
            <p className={styles["wide"]}>
              <Mark tone="info">{t("connections.untried")}</Mark>
            </p>
          )}
          {children}
          <KindFields {...props} kind={kind} />
          {isSeller(kind) ? null : <WhenFields {...props} kind={kind} />}
        </>
      )}
    </>
  );
}

type KindFieldsProps = Pick<
  ConnectionFieldsProps,
  "typed" | "onChange" | "wrong" | "hasSecrets"
> & { readonly kind: ConnectionKindSchema };

/** Shows the fields of a kind. */
export function KindFields(props: KindFieldsProps) {
  const { kind } = props;
  return kind.fields.map((field) => (
    <KindField key={`${kind.kind} ${field.name}`} {...props} field={field} />
  ));
}

function KindField({
  kind,
  field,
  typed,
  onChange,
  wrong,
  hasSecrets,
}: KindFieldsProps & { readonly field: ConnectionField }) {
  const { t } = useTranslation();
  const words = useConnectionWords();
  const name = settingName(field.name);
  const label = words.field(field, isSeller(kind));
  const value = typed[name] ?? "";
  const change = (text: string): void => onChange({ [name]: text });
  const isWrong = wrong?.name === name;
  if (field.type === "choice") {
    const options = (field.values ?? []).map((one) => ({ value: one, words: words.choice(one) }));
    const chosen = value === "" ? (field.usual ?? "") : value;
    return options.length > MOST_SEGMENTS ? (
      <Select label={label} value={chosen} none="" options={options} onChange={change} />
    ) : (
      <Choice label={label} value={chosen} options={options} onChange={change} />
    );
  }
  const isSecret = field.type === "secret";
  const hint = isSecret
    ? t(hasSecrets ? "connections.keptSecret" : "connections.newSecret")
    : words.hint(field, isSeller(kind));
  const input = (
    <Field
      label={label}
      value={value}
      onChange={change}
      secret={isSecret}
      {...(hint === null ? {} : { hint })}
      {...(isSecret || field.usual === undefined ? {} : { placeholder: field.usual })}
      wrong={isWrong ? wrongWords(t, wrong, label) : null}
    />
  );
  return field.name === "columns" ? (
    <div className={styles["wide"]}>
      {input}
      <ColumnsHelp usual={field.usual ?? ""} />
    </div>
  ) : (
    input
  );
}

function wrongWords(t: TFunction, { why, part = "" }: WrongText, name: string): string {
  if (why === "refused") return t("connections.refused");
  if (why === "column") return t("connections.columnWrong", { part });
  return why === "noBarcode" ? t("connections.noBarcode") : t("connections.required", { name });
}

/** Says how columns are written. @param usual Columns of every field, "field=field; …". */
function ColumnsHelp({ usual }: { readonly usual: string }) {
  const { t } = useTranslation();
  return (
    <details className={styles["help"]}>
      <summary>{t("connections.columnsHelp")}</summary>
      <p>{t("connections.columnsForm")}</p>
      <p className={styles["fields"]}>{fieldsOf(usual).join(" · ")}</p>
    </details>
  );
}

function WhenFields({
  typed,
  onChange,
  wrong,
  kind,
}: ConnectionFieldsProps & { readonly kind: ConnectionKindSchema }) {
  const { t } = useTranslation();
  const when = whenOf(kind, typed);
  return (
    <>
      {isAnnouncing(kind) ? (
        <div className={styles["wide"]}>
          <Choice
            label={t("connections.announces")}
            value={when}
            options={whensOf(kind).map((value) => ({
              value,
              words: t(`connections.when.${value}`),
            }))}
            onChange={(value) => onChange({ when: value })}
          />
        </div>
      ) : null}
      {when === "times" ? (
        <Field
          label={t("connections.times")}
          value={typed["times"] ?? ""}
          onChange={(times) => onChange({ times })}
          hint={t("connections.timesHint")}
          wrong={wrong?.why === "times" ? t("connections.timesWrong") : null}
        />
      ) : null}
      <Field
        label={t("connections.cutOff")}
        value={typed["cutOff"] ?? ""}
        onChange={(cutOff) => onChange({ cutOff })}
        hint={t("connections.cutOffHint")}
        wrong={wrong?.why === "cutOff" ? t("connections.cutOffWrong") : null}
      />
      {kind.can.includes("pickup") ? (
        <Field
          label={t("connections.pickupAt")}
          value={typed["pickupAt"] ?? ""}
          onChange={(pickupAt) => onChange({ pickupAt })}
          hint={t("connections.pickupAtHint")}
          wrong={wrong?.why === "pickupAt" ? t("connections.pickupAtWrong") : null}
        />
      ) : null}
    </>
  );
}
