/**
 * The commands for one shipment: the primary one with its key, the others in a menu. The same on
 * its page and in the panel of the list.
 */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { getPackingSlip } from "../../../core/fulfilment/papers/papers.api.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { saveFile } from "../../lib/bridge.ts";
import { runShared } from "../../store/commands.ts";
import { useSettledPress } from "../../store/shown.ts";
import { isJoined } from "../../store/sync.slice.ts";
import { Button } from "../../ui/Button.tsx";
import { MenuButton, MenuCommands, type MenuCommand } from "../../ui/menu/Menu.tsx";
import { SavedFile, useSaveFile, type SavingFile } from "../../ui/use-save-file.tsx";
import type { DetailSlice } from "./detail.slice.ts";
import styles from "./Detail.module.css";
import {
  askCancelSelected,
  askReturn,
  canReturn,
  enterScan,
  hasLabel,
  hasLabelOut,
  isCancelable,
  printSelected,
} from "./shipment-commands.ts";
import { useShipments } from "./use-shipments.ts";

type Read = NonNullable<DetailSlice["shipmentDetail"]>;

/** Shows the commands. @param isPanel Whether the panel shows them, which offers the page too. */
export function ShipmentCommands({ read, isPanel }: { read: Read; isPanel: boolean }) {
  const { t } = useTranslation();
  const saving = useSaveFile();
  const joined = useShipments(isJoined);
  const print = useSettledPress(printSelected);
  const { shipment } = read.detail;
  const isBought = hasLabel(shipment);
  return (
    <div className={styles["commands"]}>
      {isBought ? (
        <Button
          rank={isCancelable(shipment.statusCode) ? "primary" : "secondary"}
          keyName="F6"
          {...print}
        >
          {t(hasLabelOut(read) ? "shipments.detail.reprint" : "shipments.detail.printFirst")}
        </Button>
      ) : shipment.isReturn ? null : (
        <Button
          rank={isCancelable(shipment.statusCode) ? "primary" : "secondary"}
          onPress={() => openOnPack(shipment.organizationShipmentID)}
        >
          {t("shipments.detail.pack")}
        </Button>
      )}
      <MenuButton label={t("list.more")} testID="shipment-more">
        <MenuCommands
          label={t("list.commands")}
          commands={commandsOf(t, shipment, { isPanel, joined, saving })}
        />
        <MenuCommands label={t("shipments.detail.remove")} commands={removals(t, shipment)} />
      </MenuButton>
      <SavedFile saving={saving} />
    </div>
  );
}

/** The button that leaves the page. */
export function BackButton() {
  const { t } = useTranslation();
  return (
    <Button rank="quiet" keyName="Esc" onPress={() => runShared("back")}>
      {t("shipments.detail.back")}
    </Button>
  );
}

type Situation = {
  readonly isPanel: boolean;
  readonly joined: boolean;
  readonly saving: SavingFile;
};

/** Returns the commands of the menu that destroy nothing. */
function commandsOf(
  t: TFunction,
  shipment: Shipment,
  { isPanel, joined, saving }: Situation,
): readonly MenuCommand[] {
  const { askElsewhere, copyOpen, openShipment } = useShipments.getState();
  const { id, isReturn, organizationShipmentID: number } = shipment;
  const isBought = hasLabel(shipment);
  const all: readonly (MenuCommand | false)[] = [
    isPanel && {
      name: "page",
      words: t("shipments.detail.page"),
      keyName: "Shift+Enter",
      run: () => openShipment(id),
    },
    !isReturn &&
      isBought && {
        name: "pack",
        words: t("shipments.detail.pack"),
        run: () => openOnPack(number),
      },
    isBought &&
      joined && {
        name: "elsewhere",
        words: t("shipments.elsewhere.ask"),
        run: () => void askElsewhere(),
      },
    !isReturn && {
      name: "slip",
      words: t("done.slip"),
      run: () => saving.run(() => saveFile(getPackingSlip, { params: { shipmentID: id } })),
    },
    isBought &&
      !shipment.test && {
        name: "scan",
        words: t("tracking.hand.title"),
        keyName: "F7",
        run: enterScan,
      },
    canReturn(shipment) && {
      name: "return",
      words: t("shipments.detail.return"),
      run: askReturn,
    },
    { name: "copy", words: t("shipments.detail.copy"), run: () => void copyOpen(false) },
  ];
  return all.filter((command) => command !== false);
}

function removals(t: TFunction, shipment: Shipment): readonly MenuCommand[] {
  if (!isCancelable(shipment.statusCode)) return [];
  const words = hasLabel(shipment)
    ? "shipments.detail.cancel"
    : shipment.isReturn
      ? "shipments.return.cancel"
      : "shipments.detail.cancelOrder";
  return [{ name: "cancel", words: t(words), keyName: "F8", run: askCancelSelected, danger: true }];
}

/** Opens the shipment in Pack, as if its number were typed there. */
function openOnPack(number: number): void {
  useShipments.getState().showView("pack");
  runShared("takeCode", String(number));
}
