/** Runs the contract against every kind of carrier. */
import { afterAll, beforeAll } from "vitest";
import { inTransaction } from "../../../core/db/change.ts";
import { findTextRules } from "../text-rules.ts";
import { addSampleAgreements } from "../../../core/shipping/agreements/sample-agreements.ts";
import { createOrganizationWithOwner } from "../../../core/organizations/organizations.service.ts";
import { RESOURCES } from "../../helpers/folders.ts";
import { looseStation } from "../../helpers/loose-stations.ts";
import { createCourier, withoutLookup } from "../courier/adapter.ts";
import { startCourier, type CourierServer } from "../courier/start-courier.ts";
import { startMarketSubject } from "../marketplace/market-subject.ts";
import {
  carrierContract,
  remoteCarrierContract,
  type RemoteSubject,
  type Subject,
} from "./contract.ts";
import { textRulesContract } from "./text-rules-contract.ts";

const { deps } = looseStation();
const { organizationID } = createOrganizationWithOwner(
  deps,
  { name: "O", countryCode: "TR", taxOffice: "", taxNumber: "", phone: "", email: "", test: true },
  { userID: deps.newId(), email: "a@ornek.test", name: "A" },
);
addSampleAgreements(deps, organizationID, RESOURCES);
const inOne: Subject["inTransaction"] = (run) => inTransaction(deps, run);

carrierContract("test", () => ({
  carrier: deps.carriers.find("test") ?? missing(),
  organizationID,
  inTransaction: inOne,
}));

carrierContract("ratecard", () => ({
  carrier: deps.carriers.list(organizationID).find(({ kind }) => kind === "ratecard") ?? missing(),
  organizationID,
  inTransaction: inOne,
}));

let courier: CourierServer | undefined;
beforeAll(async () => {
  courier = await startCourier();
});
afterAll(() => courier?.stop());

const overHttp = (): RemoteSubject => {
  const { url, fail, pickUp, books } = courier ?? missing();
  return {
    carrier: createCourier({ id: "courier", url, token: "courier" }),
    organizationID,
    inTransaction: inOne,
    fail,
    charged: async () => (await books()).charged,
    pickUp,
    gone: createCourier({ id: "courier", url: "http://127.0.0.1:2", token: "courier" }),
  };
};
carrierContract("courier, over HTTP", overHttp);
remoteCarrierContract("courier, over HTTP", overHttp);

for (const code of ["ARAS", "UPS"]) {
  const ruled = (): RemoteSubject => ({
    ...overHttp(),
    carrier: { ...overHttp().carrier, textRules: findTextRules(code) ?? missing() },
  });
  textRulesContract(`courier with the rules of ${code}`, ruled);
}

const blind = (): RemoteSubject => ({ ...overHttp(), carrier: withoutLookup(overHttp().carrier) });
carrierContract("courier without lookups", blind);

let market: RemoteSubject | undefined;
beforeAll(async () => {
  market = await startMarketSubject();
});
const far = (): RemoteSubject => market ?? missing();
carrierContract("marketplace, another station over HTTP", far);
remoteCarrierContract("marketplace, another station over HTTP", far);

function missing(): never {
  throw new Error("the station has no such carrier");
}
