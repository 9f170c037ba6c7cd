/** A server of the interface whose answers the test writes, and rows as such a server has them. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Answer to a request: a body of rows or of a refusal; `until`: sent when this has resolved. */
export type Scripted = {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly until?: Promise<void>;
};

/** Makes the answer with the rows of a list. */
export const rows = (data: readonly unknown[], more: Record<string, unknown> = {}): Scripted => ({
  body: { result: true, data, ...more },
});
/** Makes the answer with one row. */
export const row = (data: unknown): Scripted => ({ body: { result: true, data } });
export const REFUSED: Scripted = {
  status: 403,
  body: { result: false, code: "E1055", message: "No." },
};
const ABSENT: Scripted = { ...REFUSED, status: 404 };

/**
 * Starts the server. It ends with the test.
 *
 * @param answer Makes the answer to a path without its version; "/recipients" is the list of
 *   recipients' addresses. Undefined: the server does not have the path.
 */
export async function scriptedServer(
  answer: (path: string, query: URLSearchParams) => Scripted | undefined,
): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? "/", "http://scripted");
    const path = pathname.replace("/api/v1", "");
    asked.push(`${path}${search}`);
    const isRecipients = searchParams.get("isRecipientAddress") === "true";
    const {
      status = 200,
      body,
      headers,
      until,
    } = answer(isRecipients ? "/recipients" : path, searchParams) ?? ABSENT;
    void Promise.resolve(until).then(() => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const ID = "7d7c4a1e-0000-4000-8000-0000000000";
export const SENDER_THERE = {
  id: `${ID}01`,
  createdAt: "2026-01-02T03:04:05Z",
  updatedAt: "2026-01-02T03:04:05Z",
  name: "Merkez Depo",
  phone: "+905321112233",
  address1: "Atatürk Cd. 1",
  cityCode: "6",
  districtName: "CANKAYA",
  districtID: 77,
  countryCode: "TR",
  isDefaultSenderAddress: true,
  isActive: true,
};
export const RECIPIENT_THERE = {
  ...SENDER_THERE,
  id: `${ID}02`,
  name: "Zümrüdanka Tekilkişi",
  email: "zumrudanka@tekil.test",
  phone: "+905559876543",
  address1: "Simurg Sk. No: 77",
  isRecipientAddress: true,
};

/** Makes a shipment with a delivered label. @param n Its number, 1 to 99. */
export function shipmentThere(n: number, change: Record<string, unknown> = {}) {
  return {
    id: `${ID}${n + 100}`.slice(0, 34) + String(n).padStart(2, "0"),
    organizationShipmentID: n,
    createdAt: "2026-03-01T10:00:00Z",
    updatedAt: "2026-03-02T10:00:00Z",
    statusCode: "DELIVERED",
    amount: "94.25",
    amountTax: "2.22",
    amountVat: "19.30",
    totalAmount: "115.76",
    length: 30,
    width: "20",
    height: "10.0",
    weight: "2",
    senderAddressID: SENDER_THERE.id,
    recipientAddress: RECIPIENT_THERE,
    returnAddressID: SENDER_THERE.id,
    acceptedOfferID: crypto.randomUUID(),
    barcode: `72700000${String(n).padStart(2, "0")}`,
    providerCode: "SURAT",
    providerServiceCode: "SURAT_STANDART",
    trackingStatus: {
      trackingStatusCode: "DELIVERED",
      trackingSubStatusCode: "delivered",
      statusDetails: "Teslim edildi",
      statusDate: "2026-03-02T09:00:00Z",
      locationName: "Ankara",
    },
    packageAcceptedAt: "2026-03-01T15:00:00Z",
    ...change,
  };
}

/** Changes a shipment to one whose label was bought and not handed over. */
export const UNSCANNED = {
  statusCode: "TRACKING_CODE_CREATED",
  trackingStatus: null,
  packageAcceptedAt: null,
};
