/** Default addresses of shipments after disconnected stations have changed and deleted them. */
import { describe, expect, it } from "vitest";
import {
  addressInputSchema,
  addressPatchSchema,
} from "../../../../core/shipping/addresses/addresses.schema.ts";
import {
  createAddress,
  deleteAddress,
  updateAddress,
} from "../../../../core/shipping/addresses/addresses.service.ts";
import { isAppError } from "../../../../core/base/errors.ts";
import {
  createOrganizationWithOwner,
  getDefaultAddresses,
} from "../../../../core/organizations/organizations.service.ts";
import { createShipment } from "../../../../core/shipping/shipments/create-shipment.ts";
import { shipmentInputSchema } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { looseStation, owner, type LooseStation } from "../../../helpers/loose-stations.ts";
import { RECIPIENT } from "../../../helpers/station.ts";

function exchange(...stations: readonly [LooseStation, LooseStation]): void {
  const all = stations.map((s) => s.outbox(0).map(({ stamped }) => stamped));
  stations.forEach((s, i) => s.apply(all[1 - i] ?? []));
  for (const { clock } of stations) clock.nowMs += 1_000;
}

/** Creates two stations with the addresses "first", which is the default, and "second". */
function two() {
  const [a, b] = [looseStation(), looseStation()];
  const { organizationID, memberID } = createOrganizationWithOwner(
    a.deps,
    {
      name: "O",
      countryCode: "TR",
      taxOffice: "",
      taxNumber: "",
      phone: "",
      email: "",
      test: true,
    },
    { userID: a.deps.newId(), email: "a@ornek.test", name: "A" },
  );
  const actor = owner(organizationID, memberID);
  const address = (s: LooseStation, shortName: string): string =>
    createAddress(s.deps, actor, {
      ...addressInputSchema.parse({ ...RECIPIENT, shortName }),
      isRecipientAddress: false,
    }).id;
  const [first, second] = [address(a, "first"), address(a, "second")];
  exchange(a, b);
  const defaults = (s: LooseStation) => getDefaultAddresses(s.deps.db, organizationID);
  return { a, b, actor, first, second, address, defaults };
}

describe("default addresses of two disconnected stations", () => {
  it("a deleted default is no default at either station, and a shipment without a sender is E1068 until a default is set", () => {
    const { a, b, actor, second, address, defaults } = two();
    updateAddress(
      a.deps,
      actor,
      second,
      addressPatchSchema.parse({ isDefaultSenderAddress: true, isInvoiceAddress: true }),
    );
    deleteAddress(b.deps, actor, second);
    exchange(a, b);
    const input = shipmentInputSchema.parse({ test: true, recipientAddress: RECIPIENT });
    for (const s of [a, b]) {
      expect(defaults(s)).toMatchObject({ sender: null, invoice: null });
      expect(() =>
        createShipment(s.deps, actor, input, { needsEmail: false, quote: false }),
      ).toThrow(expect.toSatisfy((error) => isAppError(error, "senderNotFound")));
    }
    const next = address(b, "next");
    exchange(a, b);
    for (const s of [a, b]) expect(defaults(s).sender).toBe(next);
  });

  it("the default sender replaces a deleted default return address", () => {
    const { a, b, actor, first, second, defaults } = two();
    updateAddress(
      a.deps,
      actor,
      second,
      addressPatchSchema.parse({ isDefaultReturnAddress: true }),
    );
    deleteAddress(b.deps, actor, second);
    exchange(a, b);
    for (const s of [a, b])
      expect(defaults(s)).toEqual({ sender: first, return: first, invoice: null });
  });

  it("a default stays the default while its address has not arrived", () => {
    const { a, b, actor, address, defaults } = two();
    const until = a.outbox(0).at(-1)?.seq ?? 0;
    const third = address(a, "third");
    updateAddress(a.deps, actor, third, addressPatchSchema.parse({ isDefaultSenderAddress: true }));
    b.apply(
      a
        .outbox(until)
        .slice(1)
        .map(({ stamped }) => stamped),
    );
    address(b, "fourth");
    exchange(a, b);
    for (const s of [a, b]) expect(defaults(s).sender).toBe(third);
  });
});

it("an address saved at one station is a fact at the other, so that its address book is read again", () => {
  const { a, b, actor } = two();
  const sent = a.outbox(0).at(-1)?.seq ?? 0;
  const facts: string[] = [];
  b.deps.db.listeners.add((some) =>
    facts.push(...some.map(({ topic, subjectID }) => `${topic} ${subjectID}`)),
  );
  const { id } = createAddress(a.deps, actor, {
    ...addressInputSchema.parse(RECIPIENT),
    isRecipientAddress: true,
  });
  b.apply(a.outbox(sent).map(({ stamped }) => stamped));
  expect(facts).toContain(`address.changed ${id}`);
});
