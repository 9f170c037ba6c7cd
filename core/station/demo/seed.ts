/**
 * Sample data: one organization with an owner, a default sender, a sample balance, parcel templates
 * and sample carriers. A data folder gets the sample data once; every start creates a new token and
 * revokes the previous token.
 */
import { parseMoney } from "../../base/money.ts";
import { addressInputSchema } from "../../shipping/addresses/addresses.schema.ts";
import { createAddress } from "../../shipping/addresses/addresses.service.ts";
import { addSampleAgreements } from "../../shipping/agreements/sample-agreements.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { StationDeps } from "../deps.ts";
import { topUp } from "../../organizations/ledger/top-up.ts";
import { issueToken, revokeDemoTokens } from "../../organizations/api-tokens.ts";
import {
  createOrganizationWithOwner,
  deskActor,
  findDeskOwner,
} from "../../organizations/organizations.service.ts";
import { createParcelTemplate } from "../../shipping/parcels/parcels.service.ts";

export type DemoAccess = {
  readonly organizationID: string;
  readonly memberID: string;
  readonly token: string;
};

/**
 * Creates the organization with the sample data if this desk has no organization yet, and issues a
 * new demo token.
 *
 * @param resourcesDir Folder that contains samples/agreements.json.
 * @param organizationID Organization of the desk; undefined: the first organization.
 */
export function seedDemo(
  deps: WriteDeps & Pick<StationDeps, "geo">,
  resourcesDir: string,
  organizationID?: string,
): DemoAccess {
  return inTransaction(deps, () => {
    const owner = findDeskOwner(deps, organizationID) ?? seedOrganization(deps, resourcesDir);
    revokeDemoTokens(deps, owner.organizationID);
    const { token } = issueToken(deps, owner, { name: "Demo", isDemo: true });
    return { ...owner, token };
  });
}

function seedOrganization(
  deps: WriteDeps & Pick<StationDeps, "geo">,
  resourcesDir: string,
): { organizationID: string; memberID: string } {
  const owner = createOrganizationWithOwner(
    deps,
    {
      name: "Örnek Mağaza",
      countryCode: "TR",
      taxOffice: "Kadıköy",
      taxNumber: "1234567890",
      phone: "+902165550000",
      email: "depo@ornek.test",
      test: true,
    },
    { userID: deps.newId(), email: "depo@ornek.test", name: "Depo Sorumlusu" },
  );
  const actor = deskActor(deps, owner.memberID);
  createAddress(deps, actor, { ...addressInputSchema.parse(SENDER), isRecipientAddress: false });
  topUp(deps, owner.organizationID, parseMoney("100000.00") ?? fail(), "Deneme bakiyesi");
  for (const template of TEMPLATES)
    createParcelTemplate(deps, actor, {
      barcode: "",
      ...template,
      distanceUnit: "cm",
      massUnit: "kg",
    });
  addSampleAgreements(deps, owner.organizationID, resourcesDir);
  return owner;
}

const SENDER = {
  name: "Örnek Mağaza Depo",
  email: "depo@ornek.test",
  phone: "+905321112233",
  address1: "Organize Sanayi Bölgesi 3. Cd. No: 12",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Tuzla",
  zip: "34956",
  shortName: "Tuzla Depo",
};

/** Parcel templates with the weight of the empty box. */
const TEMPLATES = [
  { name: "Zarf", length: 30, width: 22, height: 2, weight: 0.03 },
  { name: "Küçük kutu", length: 20, width: 15, height: 10, weight: 0.1 },
  { name: "Orta kutu", length: 30, width: 20, height: 15, weight: 0.2 },
  { name: "Büyük kutu", length: 40, width: 30, height: 25, weight: 0.4 },
  { name: "Koli", length: 60, width: 40, height: 40, weight: 0.7 },
];

function fail(): never {
  throw new Error("the demo balance is not an amount");
}
