/**
 * Requests as programs in six languages write them: their headers, casing and bodies. {host},
 * {token} and names in <angle brackets> are filled in before a request is replayed.
 */
import { RECIPIENT } from "../helpers/station.ts";

export type Fixture = {
  readonly from: string;
  readonly request: string;
  /** Body, sent unchanged after the head; {length} becomes its length. */
  readonly body?: string;
  /** Whether the body is sent in chunks. */
  readonly chunked?: boolean;
  readonly status: number;
  /** Paths into the answer that the program reads, and the kind of value that it expects there. */
  readonly reads: Readonly<
    Record<string, "text" | "filled" | "number" | "list" | "true" | "false" | "null" | "object">
  >;
  /**
   * Fields that the answer must not have, because the program would take it for another kind of
   * answer.
   */
  readonly lacks?: readonly string[];
};

const LIST = ["limit", "page", "totalRows", "totalPages"];
const SIZES = {
  length: "10.0",
  width: "10.0",
  height: "10.0",
  distanceUnit: "cm",
  weight: "1.0",
  massUnit: "kg",
};
const json = JSON.stringify;
const shipment = (change: object = {}): string =>
  json({ test: true, ...SIZES, recipientAddress: { ...RECIPIENT, zip: "34000" }, ...change });

export const FIXTURES: readonly Fixture[] = [
  {
    from: "JavaScript, fetch: GET with a content type and no body",
    request:
      "GET /api/v1/shipments?limit=5&page=1 HTTP/1.1\r\nhost: {host}\r\nconnection: keep-alive\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\naccept: */*\r\naccept-language: *\r\nsec-fetch-mode: cors\r\nuser-agent: node\r\naccept-encoding: gzip, deflate\r\n\r\n",
    status: 200,
    reads: {
      limit: "number",
      page: "number",
      totalRows: "number",
      totalPages: "number",
      data: "list",
      "data.0.organizationShipmentID": "number",
    },
  },
  {
    from: "JavaScript, fetch: POST with no body at all, meaning a copy",
    request:
      "POST /api/v1/shipments/<shipmentID> HTTP/1.1\r\nhost: {host}\r\nconnection: keep-alive\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\naccept: */*\r\nuser-agent: node\r\ncontent-length: 0\r\n\r\n",
    status: 201,
    reads: {
      "data.id": "filled",
      "data.statusCode": "filled",
      "data.offers.percentageCompleted": "number",
    },
    lacks: LIST,
  },
  {
    from: "Go, net/http: chunked body, canonical headers, numbers as numbers",
    request:
      "POST /api/v1/shipments HTTP/1.1\r\nHost: {host}\r\nUser-Agent: Go-http-client/1.1\r\nTransfer-Encoding: chunked\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nAccept-Encoding: gzip\r\n\r\n",
    body: shipment({
      order: {
        sourceCode: "API",
        sourceIdentifier: "https://magaza.test",
        orderNumber: "G-1",
        totalAmount: 150,
        totalAmountCurrency: "TRY",
      },
    }),
    chunked: true,
    status: 201,
    reads: {
      result: "true",
      "data.id": "filled",
      "data.offers.cheapest.id": "filled",
      "data.offers.list": "list",
      "data.offers.percentageCompleted": "number",
      "data.desi": "text",
      "data.order.totalAmount": "text",
    },
    lacks: LIST,
  },
  {
    from: "Go, net/http: DELETE with a content type and no body",
    request:
      "DELETE /api/v1/shipments/<unboughtID> HTTP/1.1\r\nHost: {host}\r\nUser-Agent: Go-http-client/1.1\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nAccept-Encoding: gzip\r\n\r\n",
    status: 200,
    reads: { result: "true", "data.statusCode": "filled" },
  },
  {
    from: "Python, requests: True and False in the query",
    request:
      "GET /api/v1/addresses?isRecipientAddress=False&isDefaultSenderAddress=True&limit=10&page=1 HTTP/1.1\r\nHost: {host}\r\nUser-Agent: python-requests/2.32.3\r\nAccept-Encoding: gzip, deflate\r\nAccept: */*\r\nConnection: keep-alive\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\r\n",
    status: 200,
    reads: { "data.0.id": "filled", "data.0.isDefaultSenderAddress": "true", totalRows: "number" },
  },
  {
    from: "Python, requests: a one-step purchase with flat fields and text for numbers and booleans",
    request:
      "POST /api/v1/transactions HTTP/1.1\r\nHost: {host}\r\nUser-Agent: python-requests/2.32.3\r\nAccept-Encoding: gzip, deflate\r\nAccept: */*\r\nConnection: keep-alive\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n",
    body: shipment({
      test: "True",
      senderAddressID: "<senderID>",
      productPaymentOnDelivery: "False",
      order: { totalAmount: "150", totalAmountCurrency: "TL", orderNumber: 7 },
    }),
    status: 201,
    reads: {
      result: "true",
      message: "text",
      "data.id": "filled",
      "data.shipment.id": "filled",
      "data.shipment.barcode": "filled",
      "data.shipment.labelURL": "filled",
      "data.totalAmount": "text",
    },
    lacks: [...LIST, "additionalMessage"],
  },
  {
    from: "Python, urllib: HTTP/1.1 with Connection: close, no token",
    request:
      "GET /api/v1/cities?countryCode=TR HTTP/1.1\r\nAccept-Encoding: identity\r\nHost: {host}\r\nUser-Agent: Python-urllib/3.12\r\nConnection: close\r\n\r\n",
    status: 200,
    reads: { "data.0.cityCode": "filled", "data.0.name": "filled", "data.0.areaCode": "text" },
  },
  {
    from: "PHP, curl: waits for 100 Continue",
    request:
      "POST /api/v1/shipments HTTP/1.1\r\nHost: {host}\r\nAccept: */*\r\nContent-Type: application/json\r\nAuthorization: Bearer {token}\r\nContent-Length: {length}\r\nExpect: 100-continue\r\n\r\n",
    body: shipment({
      items: Array.from({ length: 30 }, (_, i) => ({ title: `Ürün ${i}`, quantity: 1 })),
    }),
    status: 201,
    reads: {
      "data.id": "filled",
      "data.offers.cheapest.totalAmount": "text",
      "data.items": "list",
    },
  },
  {
    from: "PHP, stream: HTTP/1.0, connection closed by the server",
    request:
      "GET /api/v1/organizations/<organizationID>/balance HTTP/1.0\r\nHost: {host}\r\nConnection: close\r\nAuthorization: bearer {token}\r\nContent-Type: application/json\r\n\r\n",
    status: 200,
    reads: { result: "true", data: "text", debt: "text" },
    lacks: LIST,
  },
  {
    from: "PHP: some header names and the scheme in lower case",
    request:
      "POST /api/v1/webhook HTTP/1.1\r\nHost: {host}\r\nAccept: application/json\r\ncontent-type: application/json; charset=utf-8\r\nauthorization: bearer {token}\r\nContent-Length: {length}\r\n\r\n",
    body: json({
      type: "TRACK_UPDATED",
      url: "http://127.0.0.1:9/php",
      headerName: "X-Key",
      headerValue: "v",
      isActive: true,
    }),
    status: 201,
    reads: { "data.id": "filled", "data.type": "filled", "data.url": "filled" },
    lacks: LIST,
  },
  {
    from: "Java, HttpURLConnection: its own accept and keep-alive, units as parameters",
    request:
      "GET /api/v1/priceList?paramType=parcel&length=10.0&width=10.0&height=10.0&weight=1.0&distanceUnit=cm&massUnit=kg HTTP/1.1\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nUser-Agent: Java/21.0.4\r\nHost: {host}\r\nAccept: text/html, image/gif, image/jpeg, */*; q=0.2\r\nConnection: keep-alive\r\n\r\n",
    status: 200,
    reads: {
      result: "true",
      "priceList.0.desi": "text",
      "priceList.0.offers.0.totalAmount": "text",
      "priceList.0.offers.0.providerServiceCode": "filled",
    },
    lacks: LIST,
  },
  {
    from: "Java, java.net.http: an upgrade to HTTP/2 offered, a return sent as PATCH",
    request:
      "PATCH /api/v1/shipments/<boughtID> HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings\r\nContent-Length: {length}\r\nHost: {host}\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\nUpgrade: h2c\r\nUser-Agent: Java-http-client/21\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\r\n",
    body: json({
      isReturn: true,
      willAccept: false,
      providerServiceCode: "OTHER_STANDART",
      count: 1,
      senderAddress: { ...RECIPIENT, name: "İade Deposu" },
    }),
    status: 200,
    reads: { "data.id": "filled", "data.isReturn": "true", "data.statusCode": "filled" },
  },
  {
    from: "C#, HttpClient: charset in the type, traceparent, a template in PascalCase and camelCase",
    request:
      "POST /api/v1/parceltemplates HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\ntraceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: {length}\r\n\r\n",
    body: json({
      name: "Kutu",
      distanceUnit: "cm",
      massUnit: "kg",
      height: 10,
      length: "10.0",
      width: 10.5,
      weight: 1,
      Name: "x",
    }),
    status: 201,
    reads: {
      "data.id": "filled",
      "data.name": "filled",
      "data.desi": "text",
      "data.LanguageCode": "text",
    },
  },
  {
    from: "C#, HttpClient: PostAsJsonAsync, chunked, nulls for what is not set",
    request:
      "POST /api/v1/transactions HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json; charset=utf-8\r\n\r\n",
    body: json({
      offerID: "<offerID>",
      providerServiceCode: null,
      providerAccountID: null,
      shipment: null,
    }),
    chunked: true,
    status: 201,
    reads: {
      "data.id": "filled",
      "data.offerID": "filled",
      "data.isPayed": "true",
      "data.shipment.statusCode": "filled",
      "data.shipment.trackingStatus": "null",
    },
    lacks: LIST,
  },
  {
    from: "any: a refusal, read by code and message",
    request:
      "POST /api/v1/transactions HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n",
    body: json({ offerID: "00000000-0000-0000-0000-000000000000" }),
    status: 404,
    reads: { result: "false", code: "filled", errorCode: "filled", message: "filled" },
    lacks: LIST,
  },
];
