/**
 * Finds shipments for the palette: the first few results of the search. Choosing a shipment opens
 * its detail.
 */
import { searchShipments } from "../../../core/shipping/shipments/shipments-station.api.ts";
import { i18n } from "../../i18n/i18n.ts";
import { call } from "../../lib/bridge.ts";
import { placeWords } from "../../lib/format.ts";
import { stateKey } from "../../ui/state-words.ts";
import type { Found } from "../../store/feature.ts";
import { useShipments } from "./use-shipments.ts";

const MOST = 6;

/**
 * Searches the shipments.
 *
 * @param text Typed words: of a number, order, barcode, tracking number, recipient, phone or place.
 * @throws BridgeError
 */
export async function findShipments(text: string): Promise<readonly Found[]> {
  const { list } = await call(searchShipments, { query: { filter: text } });
  return list
    .slice(0, MOST)
    .map(({ id, number, orderNumber, recipientName, cityName, ...row }) => ({
      id: `shipment.${id}`,
      text: `${orderNumber === "" ? `#${number}` : orderNumber} · ${recipientName}`,
      detail: `${placeWords(cityName)} · ${i18n.t(stateKey(row))}`,
      run: () => useShipments.getState().openShipment(id),
    }));
}
