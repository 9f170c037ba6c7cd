/** Serves /station/addresses. */
import { serve, type Route } from "../route.ts";
import * as api from "./address-book.api.ts";
import { listAddressBook, listDuplicates } from "./address-book.ts";
import { mergeAddresses, restoreAddresses } from "./merge-addresses.ts";
import { sortAddressBook } from "./sort-addresses.ts";
import { repairAddress } from "./repair/repair-address.ts";

export const addressBookRoutes: readonly Route[] = [
  serve(api.listAddressBook, ({ deps, actor, callersReader }, { query }) =>
    listAddressBook({ ...deps, reader: callersReader() }, actor, query),
  ),
  serve(api.sortAddressBook, ({ deps, actor, callersReader }, { query }) =>
    sortAddressBook({ ...deps, reader: callersReader() }, actor, query),
  ),
  serve(api.listDuplicates, ({ deps, actor, callersReader }, { query }) =>
    listDuplicates({ ...deps, reader: callersReader() }, actor, query.isRecipient),
  ),
  serve(api.mergeAddresses, ({ deps, actor }, { params, body }) =>
    mergeAddresses(deps, actor, params.addressID, body.addressIDs),
  ),
  serve(api.restoreAddresses, ({ deps, actor }, { body }) => restoreAddresses(deps, actor, body)),
  serve(api.repairAddress, ({ deps }, { body }) => repairAddress(deps.geo, body.text), {
    repeat: "again",
  }),
];
