/** Checks the interface rule by rule against a real station, and prints a table of rules. */
import { afterAll, expect, it } from "vitest";
import { table, uncalled } from "./chapter.ts";
import "./chapters/envelopes.ts";
import "./chapters/resources.ts";
import "./chapters/states.ts";
import "./chapters/addresses.ts";
import "./chapters/lookups.ts";
import "./chapters/organizations.ts";
import "./chapters/visibility.ts";
import "./chapters/prices-and-parcels.ts";
import "./chapters/shipments.ts";
import "./chapters/shipment-lists.ts";
import "./chapters/transactions.ts";
import "./chapters/returns.ts";
import "./chapters/webhooks.ts";
import "./chapters/provider-accounts.ts";
import "./chapters/authentication.ts";
import "./chapters/errors.ts";
import "./chapters/repeats.ts";
import { SUMMARY } from "./summary.ts";

afterAll(() => console.log(table()));

it("the checks call every operation of the interface's summary", () => {
  expect(uncalled(SUMMARY)).toEqual([]);
});
