/** The search, the filters, the saved views, and the export of the matching shipments. */
import { Search, Trash2 } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import {
  exportShipments,
  exportShipmentsWorkbook,
} from "../../../core/shipping/shipments/shipments-station.api.ts";
import { saveFile } from "../../lib/bridge.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { useEscCloses } from "../../ui/use-esc-closes.ts";
import { SaveFileButton } from "../../ui/SaveFileButton.tsx";
import { Select } from "../../ui/Select.tsx";
import {
  choiceKey,
  DAY_CHOICES,
  FLAGS,
  isOpen,
  NO_FILTER,
  STATE_CHOICES,
  withFlag,
} from "./filter.ts";
import { shownQueryOf } from "./list-rows.ts";
import styles from "./Shipments.module.css";
import { SEARCH_FIELD_ID } from "./shipment-commands.ts";
import { useShipments } from "./use-shipments.ts";

/**
 * Shows the search and the filters. "/" and Ctrl+F focus the search; arrow down moves from the
 * search into the list.
 */
export function Filters() {
  const { t } = useTranslation();
  const text = useShipments((store) => store.shipmentText);
  const setText = useShipments((store) => store.setShipmentText);
  return (
    <div className={styles["tools"]}>
      <div className={styles["line"]}>
        <div className={styles["search"]}>
          <label htmlFor={SEARCH_FIELD_ID}>
            <Search size={20} aria-hidden="true" />
            <span className="hidden">{t("shipments.search")}</span>
          </label>
          <input
            id={SEARCH_FIELD_ID}
            value={text}
            placeholder={t("shipments.searchHint")}
            autoComplete="off"
            spellCheck={false}
            aria-keyshortcuts="/"
            onChange={(event) => setText(event.target.value)}
          />
          <kbd aria-hidden="true">/</kbd>
        </div>
        <Views />
      </div>
      <Chips />
    </div>
  );
}

function Chips() {
  const { t } = useTranslation();
  const filter = useShipments((store) => store.shipmentFilter);
  const set = useShipments((store) => store.setShipmentFilter);
  const services = useShipments((store) => store.knownServices);
  return (
    <div className={styles["chips"]} role="group" aria-label={t("shipments.filter.title")}>
      <div className={styles["service"]}>
        <Select
          label={t("shipments.filter.status")}
          value={filter.status}
          none={t("shipments.filter.all")}
          options={STATE_CHOICES.map((value) => ({ value, words: t(choiceKey(value)) }))}
          onChange={(value) =>
            set({ ...filter, status: STATE_CHOICES.find((choice) => choice === value) ?? "" })
          }
        />
      </div>
      <Select
        label={t("shipments.filter.days")}
        value={filter.days === 0 ? "" : String(filter.days)}
        none={t("shipments.filter.all")}
        options={DAY_CHOICES.filter((days) => days > 0).map((days) => ({
          value: String(days),
          words: t("shipments.filter.day", { count: days }),
        }))}
        onChange={(value) => set({ ...filter, days: Number(value) })}
      />
      <div className={styles["service"]}>
        <Select
          label={t("shipments.filter.service")}
          value={filter.service}
          none={t("shipments.filter.all")}
          options={[...services]
            .map(([value, words]) => ({ value, words }))
            .toSorted((a, b) => a.words.localeCompare(b.words, "tr"))}
          onChange={(service) => set({ ...filter, service })}
        />
      </div>
      <div className={styles["flags"]}>
        {FLAGS.map((flag) => (
          <button
            key={flag}
            type="button"
            className={styles["chip"]}
            aria-pressed={filter.flags.includes(flag)}
            onClick={() => set(withFlag(filter, flag))}
          >
            {t(`shipments.filter.flags.${flag}`)}
          </button>
        ))}
      </div>
    </div>
  );
}

/**
 * Lists, saves and deletes views. They belong to this computer, because packers at other desks have
 * other views.
 */
function Views() {
  const { t } = useTranslation();
  const views = useShipments((store) => store.shipmentViews);
  const filter = useShipments((store) => store.shipmentFilter);
  const set = useShipments((store) => store.setShipmentFilter);
  const drop = useShipments((store) => store.dropShipmentView);
  const [isNaming, setNaming] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // When the focused field or button is removed, the focus moves to the list of views, or to the
  // button that names a view.
  const [ended, setEnded] = useState<{ readonly focus: "select" | "button" } | null>(null);
  useEffect(() => {
    if (ended !== null) box.current?.querySelector<HTMLElement>(ended.focus)?.focus();
  }, [ended]);
  const open = views.find((view) => JSON.stringify(view.filter) === JSON.stringify(filter));
  return (
    <div ref={box} className={styles["views"]}>
      {views.length === 0 ? null : (
        <Select
          label={t("shipments.views.open")}
          value={open?.name ?? ""}
          none={t("shipments.views.none")}
          options={views.map(({ name }) => ({ value: name, words: name }))}
          onChange={(name) => set(views.find((view) => view.name === name)?.filter ?? NO_FILTER)}
        />
      )}
      {open === undefined ? null : (
        <button
          type="button"
          className={styles["plain"]}
          aria-label={t("shipments.views.drop", { name: open.name })}
          title={t("shipments.views.drop", { name: open.name })}
          onClick={() => {
            drop(open.name);
            setEnded({ focus: "button" });
          }}
        >
          <Trash2 size={18} aria-hidden="true" />
        </button>
      )}
      {isNaming ? (
        <Naming
          onEnd={(focus) => {
            setNaming(false);
            setEnded({ focus });
          }}
        />
      ) : open === undefined && !isOpen(filter) ? (
        <Button onPress={() => setNaming(true)}>{t("shipments.views.save")}</Button>
      ) : null}
      <Files />
    </div>
  );
}

/** Field for the name under which the filter is saved as a view; Esc cancels. */
function Naming({ onEnd }: { readonly onEnd: (focus: "select" | "button") => void }) {
  const { t } = useTranslation();
  const views = useShipments((store) => store.shipmentViews);
  const save = useShipments((store) => store.saveShipmentView);
  const [name, setName] = useState("");
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === "") return;
    save(name.trim());
    onEnd("select");
  };
  const isTaken = views.some((view) => view.name === name.trim());
  useEscCloses(() => onEnd("button"));
  return (
    <form onSubmit={send}>
      <Field
        label={t("shipments.views.name")}
        value={name}
        onChange={setName}
        focusNow
        {...(isTaken ? { hint: t("shipments.views.replaces") } : {})}
      >
        <Button submits disabled={name.trim() === ""}>
          {t("shipments.views.save")}
        </Button>
      </Field>
    </form>
  );
}

/** Exports all shipments that match the filter and the search. */
function Files() {
  const { t, i18n } = useTranslation();
  const filter = useShipments((store) => store.shipmentFilter);
  const text = useShipments((store) => store.shipmentText);
  const asked = () => ({
    language: i18n.language === "tr" ? ("tr" as const) : ("en" as const),
    ...shownQueryOf(filter, text, Date.now()),
  });
  return (
    <>
      <SaveFileButton
        words={t("shipments.export.csv")}
        label={`${t("shipments.export.csv")}: ${t("shipments.export.what")}`}
        save={() => saveFile(exportShipments, { query: asked() })}
      />
      <SaveFileButton
        words={t("shipments.export.xlsx")}
        label={`${t("shipments.export.xlsx")}: ${t("shipments.export.what")}`}
        save={() => saveFile(exportShipmentsWorkbook, { query: asked() })}
      />
    </>
  );
}
