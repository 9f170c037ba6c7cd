/** DHL's services with set answers by operation, for tests of the mapping. */
import type { Outgoing, OutgoingRequest } from "../../../core/http/outgoing/outgoing.ts";
import { createDhl } from "../../../core/shipping/carriers/dhl/adapter.ts";
import { loadGeo } from "../../../core/shipping/geo/geo.service.ts";
import { RESOURCES } from "../../helpers/folders.ts";
import { connectedAccount } from "../answering-outgoing.ts";

/** Status and body of an answer. */
export type Served = readonly [status: number, value: unknown];

export const dhl = createDhl(loadGeo(RESOURCES));

const PLACES: Readonly<Record<string, Served>> = {
  token: [200, { jwt: "token-1" }],
  getcities: [
    200,
    [
      { code: "06", name: "ANKARA  06" },
      { code: "34", name: "İSTANBUL  34" },
    ],
  ],
  getdistricts: [
    200,
    [
      { code: "15", name: "ÇANKAYA" },
      { code: "77", name: "YENİ İLÇE" },
      { code: "16", name: "KADIKÖY" },
    ],
  ],
};

export const failure = (status: number, code: string, words = "words"): Served => [
  status,
  { error: { Code: code, Message: "x", Description: words } },
];
export const NOT_FOUND = failure(404, "20404", "Kayıt bulunamadı");
export const LABEL: Served = [
  200,
  [
    {
      referenceId: "R",
      invoiceId: "FM1",
      shipmentId: 614118757013,
      barcodes: [{ pieceNumber: 1, value: "^XA^FDü^FS^XZ", barcode: "C@6B@H21FM" }],
    },
  ],
];

/**
 * Connects an account to services that give these answers; the last answer of an operation is
 * repeated.
 */
export function connectedDhl(
  served: Readonly<Record<string, readonly Served[]>>,
  settings: Readonly<Record<string, string>> = {},
) {
  const requests: OutgoingRequest[] = [];
  const outgoing: Outgoing = {
    call(request) {
      const { operation } = request;
      const asked = requests.filter((one) => one.operation === operation).length;
      requests.push(request);
      const list = served[operation] ?? [PLACES[operation] ?? NOT_FOUND];
      const [status, value] = list[Math.min(asked, list.length - 1)] ?? NOT_FOUND;
      const body = typeof value === "string" ? value : JSON.stringify(value);
      return Promise.resolve({
        result: "answered",
        status,
        headers: {},
        body,
        bytes: Buffer.from(body),
      });
    },
  };
  const account = connectedAccount({
    settings: {
      url: "https://dhl.test/mngapi/api/",
      clientId: "app",
      recipientEmail: "orders@example.test",
      recipientTaxNumber: "11111111110",
      ...settings,
    },
    secrets: { clientSecret: "app-word" },
  });
  return {
    connection: dhl.create(account, outgoing),
    requests,
    operations: (): readonly string[] => requests.map(({ operation }) => operation),
    bodyOf: (operation: string): unknown =>
      JSON.parse(requests.find((one) => one.operation === operation)?.body ?? "null"),
  };
}
