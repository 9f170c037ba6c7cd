/** A carrier's server that gives set answers in turn, for tests of a kind's mapping. */
import type { Outgoing, OutgoingRequest } from "../../core/http/outgoing/outgoing.ts";
import type { BoughtRequest } from "../../core/shipping/carriers/carrier.ts";
import type { AnnounceRequest, ConnectedAccount } from "../../core/shipping/carriers/connection.ts";
import type { Consignment } from "../../core/shipping/carriers/consignment.ts";
import { parcelOf } from "./contract/contract.ts";

export type AnsweringOutgoing = {
  readonly outgoing: Outgoing;
  /** Received requests, in order. */
  readonly requests: OutgoingRequest[];
};

/** Creates the server. @param status Status of each answer. */
export function answeringOutgoing(bodies: readonly string[], status = 200): AnsweringOutgoing {
  const requests: OutgoingRequest[] = [];
  return {
    requests,
    outgoing: {
      call(request) {
        requests.push(request);
        const body = bodies[requests.length - 1] ?? "";
        return Promise.resolve({
          result: "answered",
          status,
          headers: {},
          body,
          bytes: Buffer.from(body),
        });
      },
    },
  };
}

export function connectedAccount(
  change: Partial<Pick<ConnectedAccount, "settings" | "secrets">>,
): ConnectedAccount {
  return {
    id: "account",
    organizationID: "o",
    name: "Account",
    username: "user",
    password: "word",
    settings: {},
    secrets: {},
    ...change,
  };
}

/** Makes the first announcement of the barcode PB1. */
export function announceRequest(
  providerServiceCode: string,
  change: Partial<Consignment>,
  rest: Partial<AnnounceRequest>,
): AnnounceRequest {
  return {
    key: "key",
    consignment: { ...parcelOf("o"), ...change },
    barcode: "PB1",
    providerServiceCode,
    mayBeAnnounced: false,
    ...rest,
  };
}

/** Makes the request about a label whose purchase key is "of" and its barcode. */
export function boughtLabel(barcode: string): BoughtRequest {
  return {
    key: "cancel",
    purchaseKey: `of ${barcode}`,
    consignment: parcelOf("o"),
    barcode,
    trackingNumber: "",
    details: {},
  };
}
