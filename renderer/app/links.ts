/**
 * Links to an order from other programs and web pages. The author of a link is not at this station,
 * so the order opens by itself only while no work is under way; otherwise the link bar names the
 * order and a person opens it. A link is never handled as a scan: it does not answer a question,
 * count an item or act as a control barcode.
 */
import { getShipmentDetail } from "../../core/fulfilment/history/history.api.ts";
import { listShipments } from "../../core/shipping/shipments/shipments.api.ts";
import { BridgeError, call, listen } from "../lib/bridge.ts";
import { runShared } from "../store/commands.ts";
import type { LinkNotice } from "../store/link.slice.ts";
import { HOME_VIEW } from "../store/navigation.slice.ts";
import { HOME } from "./features.ts";
import { useStore } from "./store.ts";

type Asked = Extract<LinkNotice, { readonly kind: string }>;
type Linked = { readonly id: string; readonly organizationShipmentID: number };

/**
 * Handles incoming links.
 *
 * @returns Function that unsubscribes.
 */
export function followLinks(): () => void {
  return listen("window:link", ({ kind, value }) => {
    if (kind === "refused") return useStore.getState().setLinkNotice({ is: "refused" });
    const asked: Asked = { is: "asked", kind, value };
    useStore.getState().setLinkNotice(asked);
    void openLinked(asked, isFree);
  });
}

/**
 * Opens the order of a link in Pack.
 *
 * @param isWanted Checked when the order has been found: work that the packer started meanwhile
 *   stays open.
 */
export async function openLinked(
  asked: Asked,
  isWanted: () => boolean = () => true,
): Promise<void> {
  let found: Linked | null;
  try {
    found = asked.kind === "order" ? await findOrder(asked.value) : await findShipment(asked.value);
  } catch {
    return; // The notice and its button stay, because a core that failed usually restarts.
  }
  // A newer link may have replaced this link.
  const store = useStore.getState();
  if (store.linkNotice !== asked) return;
  if (found === null) return store.setLinkNotice({ ...asked, is: "missing" });
  const isOpen = store.openOrder.shipmentID === found.id;
  if (!isOpen && !isWanted()) return;
  store.setLinkNotice(null);
  if (isOpen) return;
  runShared("openNumber", found.organizationShipmentID);
}

/**
 * Returns whether opening another order would lose nothing and change nothing that a key could act
 * on.
 */
function isFree(): boolean {
  const store = useStore.getState();
  return (
    store.view === HOME_VIEW &&
    store.asked === null &&
    store.overlay === null &&
    !store.paletteOpen &&
    store.typed === "" &&
    HOME.isFree(store)
  );
}

const WAITING: ReadonlySet<string> = new Set(["CREATED", "GOT_OFFERS"]);

/**
 * Finds the shipment of an order, preferring one that waits to be packed.
 *
 * @returns null when the order does not exist.
 */
async function findOrder(orderNumber: string): Promise<Linked | null> {
  const list = await call(listShipments, { query: { orderNumber } });
  return list.find(({ statusCode }) => WAITING.has(statusCode)) ?? list[0] ?? null;
}

async function findShipment(id: string): Promise<Linked | null> {
  try {
    return (await call(getShipmentDetail, { params: { shipmentID: id } })).shipment;
  } catch (error) {
    if (error instanceof BridgeError && /^E(1051|1055)$/.test(error.code)) return null;
    throw error;
  }
}
