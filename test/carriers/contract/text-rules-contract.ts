/**
 * The contract of a carrier with text rules: every text that the carrier gets follows the rules,
 * even when the typed text does not.
 */
import { expect, it } from "vitest";
import type {
  BoughtRequest,
  PurchaseRequest,
  RemoteCarrier,
} from "../../../core/shipping/carriers/carrier.ts";
import type { Consignment } from "../../../core/shipping/carriers/consignment.ts";
import { withTextRules } from "../../../core/shipping/carriers/with-text-rules.ts";
import { parcelOf, valueOf, type Subject } from "./contract.ts";

const NEVER = new AbortController().signal;

/**
 * Tests that every operation gets texts within the rules.
 * @param kind Name of the subject, different from other subjects at the same carrier.
 * @param subject Returns a carrier with `textRules`.
 */
export function textRulesContract(
  kind: string,
  subject: () => Subject & { readonly carrier: RemoteCarrier },
): void {
  it(`a carrier of kind ${kind} gets only letters of its text rules, the recipient within their lengths, and an unchanged phone, in every operation`, async () => {
    const { carrier: own, organizationID } = subject();
    if (own.textRules === undefined) throw new Error("the carrier has no text rules");
    const got: Consignment[] = [];
    const noting = {
      ...own,
      quote: (c: Consignment, signal: AbortSignal, key: string) => (
        got.push(c),
        own.quote(c, signal, key)
      ),
      ...notingOf(own, got),
    };
    const carrier = withTextRules(noting);
    const plain = parcelOf(organizationID);
    const odd = {
      ...plain,
      recipient: {
        ...plain.recipient,
        name: `Şule 陳 😀 ${"Öğüt ".repeat(80)}`,
        address1: "Ağaç Sk. ".repeat(60),
        address2: "شارع",
        districtName: "Kahramankazan ve Çevresi Köyleri",
        email: "ş@ornek.test",
      },
    };
    const [quote] = valueOf(await carrier.quote(odd, NEVER, "key")).quotes;
    if (quote === undefined) throw new Error("the carrier quotes nothing for a plain parcel");
    const request: PurchaseRequest = {
      ...quote,
      key: `33333333-0000-7000-8000-${kind}`,
      consignment: odd,
    };
    const { barcode, trackingNumber } = valueOf(await carrier.buy(request, NEVER));
    await carrier.find?.(request, NEVER);
    const label: BoughtRequest = {
      key: `${request.key} x`,
      purchaseKey: request.key,
      consignment: odd,
      barcode,
      trackingNumber,
      details: quote.details,
    };
    for (const operate of [carrier.label, carrier.cancel]) await operate?.(label, NEVER);
    await carrier.track?.([label], NEVER);
    const { letters, lengths } = own.textRules;
    expect(got.length).toBe(
      ["quote", "buy", "find", "cancel", "label", "track"].filter((name) =>
        own.can.has(name as "buy"),
      ).length,
    );
    for (const { recipient, sender } of got) {
      const texts = [...Object.values(recipient), ...Object.values(sender)].filter(
        (value) => typeof value === "string",
      );
      if (letters !== "any")
        expect(
          texts.filter(
            (text) => !(letters === "ascii" ? /^[ -~]*$/ : /^[ -~ÇçĞğİıÖöŞşÜüÂâÎîÛû]*$/).test(text),
          ),
        ).toEqual([]);
      expect(recipient.name.length).toBeLessThanOrEqual(lengths.name ?? Infinity);
      expect(
        [recipient.address1, recipient.address2].filter((line) => line !== "").join(" ").length,
      ).toBeLessThanOrEqual(lengths.address ?? Infinity);
      expect(recipient.districtName.length).toBeLessThanOrEqual(lengths.districtName ?? Infinity);
      expect([recipient.name !== "", recipient.phone]).toEqual([true, plain.recipient.phone]);
    }
  });
}

/**
 * Returns the carrier's operations that get a request; each first adds its consignment to `got`.
 */
function notingOf(
  { buy, find, cancel, label, track }: RemoteCarrier,
  got: Consignment[],
): Partial<RemoteCarrier> & Pick<RemoteCarrier, "buy"> {
  const noting =
    <R extends { readonly consignment: Consignment }, T>(
      operate: (request: R, signal: AbortSignal) => T,
    ) =>
    (request: R, signal: AbortSignal): T => (
      got.push(request.consignment),
      operate(request, signal)
    );
  return {
    buy: noting(buy),
    ...(find === undefined ? {} : { find: noting(find) }),
    ...(cancel === undefined ? {} : { cancel: noting(cancel) }),
    ...(label === undefined ? {} : { label: noting(label) }),
    ...(track === undefined
      ? {}
      : {
          track: (requests, signal) => {
            for (const { consignment } of requests) got.push(consignment);
            return track(requests, signal);
          },
        }),
  };
}
