/** Tools above the list: search, filters as chips, and the menu of rare commands. */
import { useTranslation } from "react-i18next";
import {
  exportShipments,
  exportShipmentsWorkbook,
} from "../../../core/shipping/shipments/shipments-station.api.ts";
import { saveFile } from "../../lib/bridge.ts";
import { hourText } from "../../lib/format.ts";
import { ColumnsMenu } from "../../ui/list/ColumnsMenu.tsx";
import { Filters, type ListFilterSpec } from "../../ui/list/Filters.tsx";
import { SearchField } from "../../ui/list/SearchField.tsx";
import {
  MenuButton,
  MenuChoices,
  MenuCommands,
  type MenuCommand,
  type MenuOption,
} from "../../ui/menu/Menu.tsx";
import type { useKeptColumns } from "../../ui/table/kept-columns.ts";
import type { SavingFile } from "../../ui/use-save-file.tsx";
import {
  DAY_CHOICES,
  FLAGS,
  HOURS,
  isOpen,
  isSameView,
  STATE_CHOICES,
  withFlags,
} from "./filter.ts";
import { choiceKey } from "./choice-key.ts";
import { shownQueryOf, sortQueryOf } from "./shown-list.ts";
import type { useColumns } from "./columns.tsx";
import { useShipments } from "./use-shipments.ts";

type MoreProps = {
  readonly saving: SavingFile;
  readonly columns: ReturnType<typeof useColumns>;
  readonly kept: ReturnType<typeof useKeptColumns>;
  /** Called when a name for the current filter shall be typed. */
  readonly onName: () => void;
};

/** Shows the search and the filters. Arrow down moves from the search into the list. */
export function ListTools() {
  const { t } = useTranslation();
  const text = useShipments((store) => store.shipmentText);
  const setText = useShipments((store) => store.setShipmentText);
  return (
    <>
      <SearchField
        id="shipment-search"
        label={t("shipments.search")}
        hint={t("shipments.searchHint")}
        value={text}
        onChange={setText}
        onDown={() =>
          document
            .querySelector<HTMLElement>('[data-testid="shipment-table"] [role="grid"]')
            ?.focus()
        }
      />
      <Filters filters={useFilters()} />
    </>
  );
}

function useFilters(): readonly ListFilterSpec[] {
  const { t } = useTranslation();
  const filter = useShipments((store) => store.shipmentFilter);
  const set = useShipments((store) => store.setShipmentFilter);
  const services = useShipments((store) => store.usedServices);
  const carriers = new Map(
    services.map(({ carrierCode, carrierName }) => [carrierCode, carrierName]),
  );
  return [
    {
      name: "status",
      label: t("shipments.filter.status"),
      chosen: filter.status === "" ? [] : [filter.status],
      options: STATE_CHOICES.map((value) => ({ value, words: t(choiceKey(value)) })),
      onChoose: ([value]) =>
        set({ ...filter, status: STATE_CHOICES.find((choice) => choice === value) ?? "" }),
    },
    {
      name: "days",
      label: t("shipments.filter.days"),
      chosen: filter.days === 0 ? [] : [String(filter.days)],
      options: DAY_CHOICES.filter((days) => days > 0).map((days) => ({
        value: String(days),
        words: t("shipments.filter.day", { count: days }),
      })),
      onChoose: ([value]) => set({ ...filter, days: Number(value ?? 0) }),
    },
    {
      name: "hour",
      label: t("shipments.filter.hour"),
      chosen: filter.hour === null ? [] : [String(filter.hour)],
      options: HOURS.map((hour) => ({ value: String(hour), words: hourText(hour) })),
      onChoose: ([value]) => set({ ...filter, hour: value === undefined ? null : Number(value) }),
    },
    {
      name: "carrier",
      label: t("shipments.filter.carrier"),
      chosen: filter.carrier === "" ? [] : [filter.carrier],
      options: byWords([...carriers].map(([value, words]) => ({ value, words }))),
      onChoose: ([carrier]) => set({ ...filter, carrier: carrier ?? "" }),
    },
    {
      name: "service",
      label: t("shipments.filter.service"),
      chosen: filter.service === "" ? [] : [filter.service],
      options: byWords(
        services.map(({ serviceCode, serviceName }) => ({
          value: serviceCode,
          words: serviceName,
        })),
      ),
      onChoose: ([service]) => set({ ...filter, service: service ?? "" }),
    },
    ...useOrderNumber(),
    ...useFlags(),
  ];
}

/** The order number that a link has set; it cannot be chosen here, only removed. */
function useOrderNumber(): readonly ListFilterSpec[] {
  const { t } = useTranslation();
  const filter = useShipments((store) => store.shipmentFilter);
  const set = useShipments((store) => store.setShipmentFilter);
  if (filter.order === "") return [];
  return [
    {
      name: "order",
      label: t("shipments.filter.order"),
      chosen: [filter.order],
      options: [{ value: filter.order, words: filter.order }],
      onChoose: ([order]) => set({ ...filter, order: order ?? "" }),
    },
  ];
}

function useFlags(): readonly ListFilterSpec[] {
  const { t } = useTranslation();
  const filter = useShipments((store) => store.shipmentFilter);
  const set = useShipments((store) => store.setShipmentFilter);
  return [
    {
      name: "flags",
      label: t("shipments.filter.marks"),
      chosen: filter.flags,
      isMultiple: true,
      options: FLAGS.map((value) => ({ value, words: t(`shipments.filter.flags.${value}`) })),
      onChoose: (chosen) =>
        set(
          withFlags(
            filter,
            FLAGS.filter((flag) => chosen.includes(flag)),
          ),
        ),
    },
  ];
}

function byWords(options: readonly MenuOption[]): readonly MenuOption[] {
  return options.toSorted((a, b) => a.words.localeCompare(b.words, "tr"));
}

/** The menu of saved views, exports and columns. */
export function ListMenu({ saving, columns, kept: [kept, keep], onName }: MoreProps) {
  const { t } = useTranslation();
  const views = useShipments((store) => store.shipmentViews);
  const filter = useShipments((store) => store.shipmentFilter);
  const sort = useShipments((store) => store.shipmentSort);
  const { openShipmentView, dropShipmentView } = useShipments.getState();
  const open = views.find((view) => isSameView(view, { filter, sort }));
  const isUsual = isOpen(filter) && sort === null;
  const commands = useCommands(saving, open === undefined && !isUsual ? onName : null);
  return (
    <MenuButton label={t("list.more")} testID="list-more">
      {views.length === 0 ? null : (
        <MenuChoices
          label={t("shipments.views.open")}
          options={views.map(({ name }) => ({ value: name, words: name }))}
          chosen={open === undefined ? [] : [open.name]}
          onChoose={([name]) => openShipmentView(name ?? "")}
        />
      )}
      <MenuCommands label={t("list.commands")} commands={commands} />
      <ColumnsMenu columns={columns} kept={kept} onKeep={keep} />
      {open === undefined ? null : (
        <MenuCommands
          label={t("shipments.views.open")}
          commands={[
            {
              name: "drop-view",
              words: t("shipments.views.drop", { name: open.name }),
              run: () => dropShipmentView(open.name),
              danger: true,
            },
          ]}
        />
      )}
    </MenuButton>
  );
}

/**
 * Returns the commands of the list.
 *
 * @param onName Opens the field for a view's name; null while the filter is saved already.
 */
function useCommands(saving: SavingFile, onName: (() => void) | null): readonly MenuCommand[] {
  const { t, i18n } = useTranslation();
  const filter = useShipments((store) => store.shipmentFilter);
  const text = useShipments((store) => store.shipmentText);
  const sort = useShipments((store) => store.shipmentSort);
  const isPanelOn = useShipments((store) => store.isPanelOn);
  const query = () => ({
    language: i18n.language === "tr" ? ("tr" as const) : ("en" as const),
    ...shownQueryOf({ filter, text }, Date.now()),
    ...sortQueryOf(sort),
  });
  const all: readonly (MenuCommand | false)[] = [
    onName !== null && { name: "save-view", words: t("shipments.views.save"), run: onName },
    {
      name: "csv",
      words: t("shipments.export.csv"),
      run: () => saving.run(() => saveFile(exportShipments, { query: query() })),
    },
    {
      name: "xlsx",
      words: t("shipments.export.xlsx"),
      run: () => saving.run(() => saveFile(exportShipmentsWorkbook, { query: query() })),
    },
    !isPanelOn && {
      name: "panel",
      words: t("list.showPanel"),
      run: () => useShipments.getState().showPanel(true),
    },
  ];
  return all.filter((command) => command !== false);
}
