/**
 * Finds recipients of the address book for the palette, the most recently used first. Choosing a
 * recipient opens the address.
 */
import { phoneText } from "../../../core/base/phone.ts";
import { listAddressBook } from "../../../core/shipping/addresses/address-book.api.ts";
import { call } from "../../lib/bridge.ts";
import { placeWords } from "../../lib/format.ts";
import type { Found } from "../../store/feature.ts";
import { useAddresses } from "./use-addresses.ts";

const MOST = 4;

/**
 * Searches the address book.
 *
 * @param text Typed text: a name, a phone number or a place.
 * @throws BridgeError
 */
export async function findPeople(text: string): Promise<readonly Found[]> {
  const { list } = await call(listAddressBook, { query: { search: text, limit: MOST } });
  return list.map(({ id, name, phone, cityName }) => ({
    id: `address.${id}`,
    text: name,
    detail: `${phoneText(phone)} · ${placeWords(cityName)}`,
    run: () => void open(id, text),
  }));
}

/**
 * Opens an address. Searches the list for the same text first, so that the list contains the
 * address. While an address has unsaved text, only asks whether to discard the text.
 */
async function open(id: string, text: string): Promise<void> {
  const store = useAddresses.getState();
  store.showView("addresses");
  if (!store.openBookPane({ show: "none" })) return;
  await store.showBookOf("recipient");
  await useAddresses.getState().searchBook(text);
  useAddresses.getState().openBookPane({ show: "address", id });
}
