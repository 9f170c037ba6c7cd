/** The address book of recipients and senders; and the panel that corrects an order's recipient. */
import { BookUser } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { closeSuggestions } from "../../ui/address/open-suggestions.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import {
  importAddresses,
  newAddress,
  showDuplicates,
  stepBack,
  undoOrDelete,
} from "./address-commands.ts";
import { RecipientOverlay } from "./RecipientOverlay.tsx";
import { createAddressesSlices, useAddresses, type AddressesSlices } from "./use-addresses.ts";

const VIEW = "addresses";

export const addresses = {
  slice: createAddressesSlices,
  bind: useAddresses.bind,
  views: [
    {
      name: VIEW,
      title: "app.view.addresses",
      Icon: BookUser,
      Screen: lazyScreen(async () => (await import("./Addresses.tsx")).Addresses),
      commands: [
        { name: "addressNew", key: "F2", run: newAddress },
        { name: "addressDuplicates", key: "F3", run: showDuplicates },
        { name: "addressImport", key: "F7", run: importAddresses },
        { name: "addressUndo", key: "F8", run: undoOrDelete, waitsForScreen: true },
      ],
      keyLines: [
        { rank: -1, key: "/ · Ctrl+F", words: "addresses.keys.search" },
        { rank: 0, key: "↓ · Enter", words: "addresses.keys.list" },
        { rank: 1, key: "Ctrl+Enter", words: "addresses.keys.save" },
        { rank: 2, key: "F2", words: "addresses.keys.new" },
        { rank: 3, key: "F3", words: "addresses.keys.duplicates" },
        { rank: 7, key: "F7", words: "addresses.keys.import" },
        { rank: 8, key: "F8", words: "addresses.keys.undo" },
      ],
      back: stepBack,
      shows() {
        const { bookKind, bookPane, bookUndo } = useAddresses.getState();
        return [
          bookKind,
          bookPane.show,
          bookPane.show === "address" ? bookPane.id : "",
          bookUndo?.name ?? "",
        ];
      },
    },
  ],
  overlays: [
    {
      name: "recipient",
      Panel: RecipientOverlay,
      isOpen: ({ correcting, openOrder }) =>
        correcting.step !== "none" && correcting.shipmentID === openOrder.shipmentID,
      close({ closeRecipient }) {
        if (!closeSuggestions()) closeRecipient();
        return true;
      },
    },
  ],
  commands: [
    {
      name: "recipient",
      key: "Alt+A",
      run: () => void useAddresses.getState().openRecipient(),
      notWhileAsked: true,
    },
  ],
  keyLines: [{ rank: 11.6, key: "Alt+A", words: "addresses.keys.recipient" }],
  finder: {
    title: "app.view.addresses",
    find: async (text) => (await import("./find-people.ts")).findPeople(text),
  },
  refetchOn: [
    {
      topics: ["address.changed"],
      read: async () =>
        useAddresses.getState().view === VIEW ? useAddresses.getState().loadBook() : undefined,
    },
  ],
} as const satisfies Feature<AddressesSlices>;
