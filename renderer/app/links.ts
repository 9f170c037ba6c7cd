/**
 * Links of other programs and pages to an order. Whoever wrote one is not at the desk: it shows its
 * order where nothing is under way, else the order is named and a person opens it. A link is never
 * a scan: it answers no question, counts no item and is no control code.
 */
import { getShipmentDetail } from "../../core/fulfilment/history/history.api.ts";
import { listShipments } from "../../core/shipping/shipments/shipments.api.ts";
import { BridgeError, call, listen } from "../lib/bridge.ts";
import type { LinkNotice } from "../store/link.slice.ts";
import { HOME_VIEW } from "../store/navigation.slice.ts";
import { HOME } from "./features.ts";
import { useStore } from "./store.ts";

type Asked = Extract<LinkNotice, { readonly kind: string }>;
type Linked = { readonly id: string; readonly organizationShipmentID: number };

/** @returns How to stop. */
export function followLinks(): () => void {
  return listen("window:link", ({ kind, value }) => {
    if (kind === "refused") return useStore.getState().setLinkNotice({ is: "refused" });
    const asked: Asked = { is: "asked", kind, value };
    useStore.getState().setLinkNotice(asked);
    void openLinked(asked, isFree);
  });
}

/**
 * Opens the order of a link in Pack, as a scan of its number would.
 *
 * @param isWanted Asked once more when the order has been found: what has been begun meanwhile
 *   stays.
 */
export async function openLinked(
  asked: Asked,
  isWanted: () => boolean = () => true,
): Promise<void> {
  let found: Linked | null;
  try {
    found = asked.kind === "order" ? await findOrder(asked.value) : await findShipment(asked.value);
  } catch {
    return; // The notice stays, with its button: the core starts again, mostly.
  }
  // A newer link has taken its place.
  const store = useStore.getState();
  if (store.linkNotice !== asked) return;
  if (found === null) return store.setLinkNotice({ ...asked, is: "missing" });
  const isOpen = store.openOrder.shipmentID === found.id;
  if (!isOpen && !isWanted()) return;
  store.setLinkNotice(null);
  if (isOpen) return;
  store.showView(HOME_VIEW);
  HOME.openNumber(found.organizationShipmentID);
}

/** Nothing on the screen would be lost or acted on by another order in its place. */
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
 * The one that waits to be packed where there are several of an order.
 * @returns null when there is none.
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
