/** /station/printers/search: printers of the network that are not set up yet. */
import { serve, type Route } from "../../http/route.ts";
import { listPrinters } from "../printers.ts";
import * as api from "./discovery.api.ts";
import { searchNetwork } from "./search-network.ts";

export const discoveryRoutes: readonly Route[] = [serve(api.searchPrinters, ({ deps }) => searchNetwork({ known: listPrinters(deps), log: deps.log }), { repeat: "again" })];
