/**
 * Access table: the status that each kind of caller gets for every route of the station. It is
 * written by hand from the API's and the station's rules. The test reads the routes from the code
 * and fails for a route without a row.
 *
 * Every record that a row names was created by the caller "owner", or by the caller "desk" for the
 * owner's organization.
 */
import { TARIFF_INPUT as TARIFF } from "../helpers/agreements.ts";

export const CALLERS = [
  "none",
  "read",
  "limited",
  "user",
  "admin",
  "owner",
  "other",
  "desk",
  "desk-owner",
  "desk-lead",
  "desk-packer",
] as const;
export type Caller = (typeof CALLERS)[number];

/**
 * Record that a row acts on, created again after each call that may have changed it. The name is a
 * placeholder in the row's path and body.
 */
export type Thing =
  | "organization"
  | "district"
  | "member"
  | "token"
  | "address"
  | "otherAddress"
  | "recipient"
  | "template"
  | "account"
  | "agreement"
  | "rule"
  | "version"
  | "shipment"
  | "bought"
  | "cancelled"
  | "offer"
  | "labelFile"
  | "trackingPage"
  | "webhook"
  | "delivery"
  | "printer"
  | "scale"
  | "document"
  | "printJob"
  | "unknownJob"
  | "batch"
  | "pairing"
  | "badge"
  | "badgeNumber";

export type Row = {
  /** `{thing}` is replaced by the record's id. */
  readonly call: string;
  readonly body?: unknown;
  /**
   * Statuses in the order of CALLERS. "-": the desk's call is not tested, in most rows because the
   * answer is not JSON. The last three are members who signed in at a desk with badges.
   */
  readonly answers: string;
};

const SENDER = {
  name: "Depo",
  phone: "+905321112233",
  address1: "x",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
};
const RECIPIENT = {
  name: "Alıcı",
  phone: "+905551112233",
  email: "a@b.test",
  address1: "x",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
};
const SIZE = { length: 10, width: 10, height: 10, weight: 1 };

/**
 * Rows by route as Fastify prints it. Columns: none read limited user admin owner other desk, then
 * desk-owner desk-lead desk-packer
 */
export const TABLE: Readonly<Record<string, Row>> = {
  "GET /docs": { call: "/docs", answers: "200 200 200 200 200 200 200 - - - -" },
  "GET /docs/plain": { call: "/docs/plain", answers: "200 200 200 200 200 200 200 - - - -" },
  "GET /docs/viewer.js": {
    call: "/docs/viewer.js",
    answers: "200 200 200 200 200 200 200 - - - -",
  },
  "GET /docs/start.js": { call: "/docs/start.js", answers: "200 200 200 200 200 200 200 - - - -" },
  "GET /docs/examples.json": {
    call: "/docs/examples.json",
    answers: "200 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /openapi.json": {
    call: "/openapi.json",
    answers: "200 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /cities": {
    call: "/cities?countryCode=TR",
    answers: "200 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /districts": {
    call: "/districts?countryCode=TR&cityCode=34",
    answers: "200 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /districts/:districtID": {
    call: "/districts/{district}",
    answers: "200 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /countries": { call: "/countries", answers: "401 200 200 200 200 200 200 200 200 200 200" },

  "GET /organizations": {
    call: "/organizations",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "POST /organizations": {
    call: "/organizations",
    body: { name: "Yeni" },
    answers: "401 403 403 201 201 201 201 201 201 201 403",
  },
  // The desk's owner also created the other organization, and may see and change both
  // organizations.
  "GET /organizations/:organizationID": {
    call: "/organizations/{organization}",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "PATCH /organizations/:organizationID": {
    call: "/organizations/{organization}",
    body: { phone: "1" },
    answers: "401 403 403 403 200 200 200 200 200 200 403",
  },
  "GET /organizations/:organizationID/balance": {
    call: "/organizations/{organization}/balance",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "POST /organizations/:organizationID/balance/topups": {
    call: "/organizations/{organization}/balance/topups",
    body: { amount: 1 },
    answers: "401 403 403 403 201 201 404 201 201 201 403",
  },
  "GET /organizations/:organizationID/balance/entries": {
    call: "/organizations/{organization}/balance/entries",
    answers: "401 200 403 200 200 200 404 200 200 200 200",
  },
  "GET /members": { call: "/members", answers: "401 200 200 200 200 200 200 200 200 200 200" },
  "POST /members": {
    call: "/members",
    body: { email: "{fresh}@ornek.test" },
    answers: "401 403 403 403 201 201 201 201 201 201 403",
  },
  "GET /members/:userID": {
    call: "/members/{member}",
    answers: "401 200 200 200 200 200 404 200 200 200 200",
  },
  "PATCH /members/:userID": {
    call: "/members/{member}",
    body: { role: "user" },
    answers: "401 403 403 403 200 200 404 200 200 200 403",
  },
  "GET /apitokens": { call: "/apitokens", answers: "401 200 200 200 200 200 200 200 200 200 200" },
  "POST /apitokens": {
    call: "/apitokens",
    body: { name: "x" },
    answers: "401 403 201 201 201 201 201 201 201 201 403",
  },
  // An owner's token: an admin sees it and cannot revoke it.
  "DELETE /apitokens/:tokenID": {
    call: "/apitokens/{token}",
    answers: "401 403 404 404 403 200 404 200 200 403 403",
  },

  "GET /addresses": { call: "/addresses", answers: "401 200 200 200 200 200 200 200 200 200 200" },
  "POST /addresses": {
    call: "/addresses",
    body: SENDER,
    answers: "401 403 201 201 201 201 201 201 201 201 201",
  },
  "GET /station/addresses": {
    call: "/station/addresses",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/addresses/sorted": {
    call: "/station/addresses/sorted?sortBy=name",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/addresses/duplicates": {
    call: "/station/addresses/duplicates",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "POST /station/addresses/:addressID/merge": {
    call: "/station/addresses/{address}/merge",
    body: { addressIDs: ["{otherAddress}"] },
    answers: "401 403 403 200 200 200 404 200 200 200 200",
  },
  "POST /station/addresses/restore": {
    call: "/station/addresses/restore",
    body: { addressIDs: ["{address}"], kept: null, defaults: {} },
    answers: "401 403 403 200 200 200 404 200 200 200 200",
  },
  "POST /station/addresses/repair": {
    call: "/station/addresses/repair",
    body: { text: "Kadıköy İst" },
    answers: "401 403 200 200 200 200 200 200 200 200 200",
  },
  "POST /station/addresses/imports": {
    call: "/station/addresses/imports",
    body: {
      fileName: "a.csv",
      content: "QWQsVGVsZWZvbixBZHJlcwpBbGksMDUzMjExMTIyMzMsTW9kYSBDZC4gMSBLYWTEsWvDtnkK",
    },
    answers: "401 403 200 200 200 200 200 200 200 200 200",
  },
  "POST /station/addresses/imports/:id/take": {
    call: "/station/addresses/imports/{address}/take",
    body: {},
    answers: "401 403 410 410 410 410 410 410 410 410 410",
  },
  "GET /station/addresses/export": {
    call: "/station/addresses/export",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "PUT /station/shipments/:shipmentID/recipient": {
    call: "/station/shipments/{shipment}/recipient",
    body: RECIPIENT,
    answers: "401 403 404 200 200 200 404 200 200 200 200",
  },
  "PATCH /station/shipments/:shipmentID/order-numbers": {
    call: "/station/shipments/{shipment}/order-numbers",
    body: { invoiceNumber: "F1" },
    answers: "401 403 404 409 409 409 404 409 409 409 409",
  },
  "GET /station/geo/places": {
    call: "/station/geo/places?search=kad",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/geo/districts/:districtID/neighbourhoods": {
    call: "/station/geo/districts/{district}/neighbourhoods",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /addresses/:addressID": {
    call: "/addresses/{recipient}",
    answers: "401 200 404 200 200 200 404 200 200 200 200",
  },
  "PATCH /addresses/:addressID": {
    call: "/addresses/{address}",
    body: { name: "Depo 2" },
    answers: "401 403 403 200 200 200 404 200 200 200 200",
  },
  "DELETE /addresses/:addressID": {
    call: "/addresses/{address}",
    answers: "401 403 403 200 200 200 404 200 200 200 200",
  },
  "GET /parceltemplates": {
    call: "/parceltemplates",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "POST /parceltemplates": {
    call: "/parceltemplates",
    body: { name: "x", ...SIZE },
    answers: "401 403 201 201 201 201 201 201 201 201 201",
  },
  "GET /parceltemplates/:parcelTemplateID": {
    call: "/parceltemplates/{template}",
    answers: "401 200 200 200 200 200 404 200 200 200 200",
  },
  "PUT /station/boxes": {
    call: "/station/boxes",
    body: { ids: ["{template}"] },
    answers: "401 403 200 200 200 200 404 200 200 200 200",
  },
  "PATCH /station/boxes/:parcelTemplateID": {
    call: "/station/boxes/{template}",
    body: { name: "y" },
    answers: "401 403 200 200 200 200 404 200 200 200 200",
  },
  "DELETE /parceltemplates/:parcelTemplateID": {
    call: "/parceltemplates/{template}",
    answers: "401 403 200 200 200 200 404 200 200 200 200",
  },
  "GET /priceList": { call: "/priceList", answers: "401 200 200 200 200 200 200 200 200 200 200" },
  "GET /station/order-sources": {
    call: "/station/order-sources",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "PUT /station/order-sources": {
    call: "/station/order-sources",
    body: { name: "Logo", demands: ["paper"] },
    answers: "401 403 403 403 200 200 200 200 200 200 403",
  },
  "DELETE /station/order-sources/:sourceID": {
    call: "/station/order-sources/none",
    answers: "401 403 403 403 404 404 404 404 404 404 403",
  },
  "GET /station/products": {
    call: "/station/products",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/products/settings": {
    call: "/station/products/settings",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "PATCH /station/products/settings": {
    call: "/station/products/settings",
    body: { stopsUnusualWeight: false },
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  "POST /station/products/barcodes": {
    call: "/station/products/barcodes",
    body: { shipmentID: "{shipment}", itemID: "none", barcode: "A-1" },
    answers: "401 403 404 404 404 404 403 404 404 404 404",
  },
  "GET /station/products/:productID": {
    call: "/station/products/{address}",
    answers: "401 404 404 404 404 404 404 404 404 404 404",
  },
  "PUT /station/products": {
    call: "/station/products",
    body: { stockCode: "A" },
    answers: "401 403 200 200 200 200 403 200 200 200 200",
  },
  "DELETE /station/products/:productID": {
    call: "/station/products/{address}",
    answers: "401 403 404 404 404 404 403 404 404 404 404",
  },
  "POST /station/products/imports": {
    call: "/station/products/imports",
    body: { fileName: "a.csv", content: "U0tVLFJhZgpBLEIxCg==" },
    answers: "401 403 200 200 200 200 403 200 200 200 200",
  },
  "POST /station/products/imports/:id/take": {
    call: "/station/products/imports/{address}/take",
    body: {},
    answers: "401 403 410 410 410 410 403 410 410 410 410",
  },
  "POST /station/pick-list": {
    call: "/station/pick-list",
    body: { shipmentIDs: ["{shipment}"] },
    answers: "401 403 404 200 200 200 404 200 200 200 200",
  },
  "POST /station/pick-list/paper": {
    call: "/station/pick-list/paper",
    body: { shipmentIDs: ["{shipment}"] },
    answers: "401 403 404 409 409 409 404 409 409 409 409",
  },
  "POST /station/pick-list/print": {
    call: "/station/pick-list/print",
    body: { shipmentIDs: ["{shipment}"] },
    answers: "401 403 404 409 409 409 403 409 409 409 409",
  },
  "GET /provideraccounts": {
    call: "/provideraccounts",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "POST /provideraccounts": {
    call: "/provideraccounts",
    body: { providerCode: "SURAT" },
    answers: "401 403 403 403 201 201 400 201 201 201 403",
  },
  "DELETE /provideraccounts/:providerAccountID": {
    call: "/provideraccounts/{account}?isDeleteAccountConnection=true",
    answers: "401 403 403 403 200 200 404 200 200 200 403",
  },
  "GET /station/agreements": {
    call: "/station/agreements",
    answers: "401 200 403 403 200 200 200 200 200 200 403",
  },
  "POST /station/agreements": {
    call: "/station/agreements",
    body: { providerCode: "GERCEK", name: "Gerçek" },
    answers: "401 403 403 403 201 201 201 201 201 201 403",
  },
  "POST /station/agreements/files": {
    call: "/station/agreements/files",
    body: {
      fileName: "x.csv",
      content: "Q2FycmllcjtEb3N5YSBLYXJnbwpGaXJzdCBkYXk7MjAyNi0xMi0zMQpEZXNpO0ZpeWF0CjE7MTAwCg==",
    },
    answers: "401 403 403 403 200 200 200 200 200 200 403",
  },
  "GET /station/agreements/template": {
    call: "/station/agreements/template",
    answers: "401 200 403 403 200 200 200 - 200 200 403",
  },
  "PATCH /station/agreements/:agreementID": {
    call: "/station/agreements/{agreement}",
    body: { name: "y" },
    answers: "401 403 403 403 200 200 404 200 200 200 403",
  },
  "DELETE /station/agreements/:agreementID": {
    call: "/station/agreements/{agreement}",
    answers: "401 403 403 403 200 200 404 200 200 200 403",
  },
  "POST /station/agreements/:agreementID/ranges": {
    call: "/station/agreements/{agreement}/ranges",
    body: { prefix: "X", first: "1", last: "9" },
    answers: "401 403 403 403 201 201 404 201 201 201 403",
  },
  "POST /station/agreements/:agreementID/payments": {
    call: "/station/agreements/{agreement}/payments",
    body: { amount: "1.00", paidOn: "2026-11-20" },
    answers: "401 403 403 403 201 201 404 201 201 201 403",
  },
  "GET /station/agreements/:agreementID/payments": {
    call: "/station/agreements/{agreement}/payments",
    answers: "401 200 403 403 200 200 404 200 200 200 403",
  },
  "POST /station/agreements/:agreementID/price-list": {
    call: "/station/agreements/{agreement}/price-list",
    body: { fileName: "x.csv", content: "RGVzaTtGaXlhdAoxOzEwMAo=", pricesInclude: "nothing" },
    answers: "401 403 403 403 200 200 404 200 200 200 403",
  },
  "POST /station/agreements/:agreementID/preview": {
    call: "/station/agreements/{agreement}/preview",
    body: { tariff: TARIFF, validFrom: "2026-12-01" },
    answers: "401 403 403 403 200 200 404 200 200 200 403",
  },
  "POST /station/agreements/:agreementID/versions": {
    call: "/station/agreements/{agreement}/versions",
    body: { tariff: TARIFF, validFrom: "2026-12-01" },
    answers: "401 403 403 403 201 201 404 201 201 201 403",
  },
  "GET /station/agreements/:agreementID/versions/:versionID": {
    call: "/station/agreements/{agreement}/versions/{version}",
    answers: "401 200 403 403 200 200 404 200 200 200 403",
  },
  "DELETE /station/agreements/:agreementID/versions/:versionID": {
    call: "/station/agreements/{agreement}/versions/{version}",
    answers: "401 403 403 403 200 200 404 200 200 200 403",
  },
  "GET /station/connections": {
    call: "/station/connections",
    answers: "401 200 403 403 200 200 200 200 200 200 403",
  },
  "GET /station/connections/kinds": {
    call: "/station/connections/kinds",
    answers: "401 200 403 403 200 200 200 200 200 200 403",
  },
  "GET /station/marketplaces": {
    call: "/station/marketplaces",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "PATCH /station/marketplaces/:accountID": {
    call: "/station/marketplaces/{account}",
    body: { asks: "always" },
    answers: "401 403 403 403 404 404 404 404 404 404 403",
  },
  "POST /station/marketplaces/:accountID/balance": {
    call: "/station/marketplaces/{account}/balance",
    answers: "401 403 404 404 404 404 404 404 404 404 404",
  },
  "GET /station/marketplaces/:accountID/hook": {
    call: "/station/marketplaces/{account}/hook",
    answers: "401 404 403 403 404 404 404 404 404 404 403",
  },
  "PUT /station/marketplaces/:accountID/hook": {
    call: "/station/marketplaces/{account}/hook",
    body: { address: "" },
    answers: "401 403 403 403 404 404 404 404 404 404 403",
  },
  "POST /station/marketplaces/:accountID/hook/:signature": {
    call: "/station/marketplaces/{account}/hook/none",
    body: {},
    answers: "404 404 404 404 404 404 404 404 404 404 404",
  },
  "POST /station/shipments/:shipmentID/marketplace-offers": {
    call: "/station/shipments/{shipment}/marketplace-offers",
    answers: "401 403 404 200 200 200 404 200 200 200 200",
  },
  "POST /station/shipments/:shipmentID/purchase/here": {
    call: "/station/shipments/{shipment}/purchase/here",
    answers: "401 403 403 403 409 409 403 409 409 409 403",
  },
  "PUT /station/connections/:accountID": {
    call: "/station/connections/{account}",
    body: { kind: "manual", announces: "16:30" },
    answers: "401 403 403 403 200 200 404 200 200 200 403",
  },
  "GET /station/connections/:accountID/calls": {
    call: "/station/connections/{account}/calls",
    answers: "401 200 403 403 200 200 404 200 200 200 403",
  },
  "POST /station/connections/:accountID/test": {
    call: "/station/connections/{account}/test",
    answers: "401 403 403 403 409 409 404 409 409 409 403",
  },
  "GET /station/announcements": {
    call: "/station/announcements?state=WAITING",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "GET /station/announcements/accounts": {
    call: "/station/announcements/accounts",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "POST /station/announcements": {
    call: "/station/announcements",
    body: { accountID: "{account}" },
    answers: "401 403 403 403 409 409 403 409 409 409 403",
  },
  "GET /station/pickups": {
    call: "/station/pickups",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "POST /station/pickups": {
    call: "/station/pickups",
    body: { accountID: "{account}", pieces: 1, weight: 0 },
    answers: "401 403 403 403 409 409 403 409 409 409 403",
  },
  "POST /station/announcements/:transactionID/again": {
    call: "/station/announcements/none/again",
    body: { corrections: { "recipient.phone": "+905551112233" } },
    answers: "401 403 403 403 404 404 403 404 404 404 403",
  },
  "POST /station/announcements/:transactionID/outcome": {
    call: "/station/announcements/none/outcome",
    body: { outcome: "announced" },
    answers: "401 403 403 403 404 404 403 404 404 404 403",
  },
  "POST /station/announcements/:transactionID/here": {
    call: "/station/announcements/none/here",
    answers: "401 403 403 403 404 404 403 404 404 404 403",
  },
  "GET /station/announcement-files": {
    call: "/station/announcement-files?accountID={account}",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "GET /station/announcements/folder": {
    call: "/station/announcements/folder?accountID={account}",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "PUT /station/announcements/folder": {
    call: "/station/announcements/folder",
    body: { accountID: "{account}", folder: "" },
    answers: "401 403 403 403 403 403 403 409 409 409 403",
  },
  "POST /station/announcement-files": {
    call: "/station/announcement-files",
    body: { accountID: "{account}" },
    answers: "401 403 403 403 409 409 403 409 409 409 403",
  },
  "GET /station/announcement-files/:fileID": {
    call: "/station/announcement-files/none",
    answers: "401 404 403 403 404 404 403 404 404 404 403",
  },
  "POST /station/announcement-files/:fileID/outcome": {
    call: "/station/announcement-files/none/outcome",
    body: { outcome: "taken" },
    answers: "401 403 403 403 404 404 403 404 404 404 403",
  },
  "GET /station/rules": {
    call: "/station/rules",
    answers: "401 200 403 403 200 200 200 200 200 200 403",
  },
  "POST /station/rules": {
    call: "/station/rules",
    body: { action: { choose: "cheapest" } },
    answers: "401 403 403 403 201 201 201 201 201 201 403",
  },
  "PUT /station/rules": {
    call: "/station/rules",
    body: { ids: ["{rule}"] },
    answers: "401 403 403 403 200 200 404 200 200 200 403",
  },
  "PUT /station/rules/:ruleID": {
    call: "/station/rules/{rule}",
    body: { action: { choose: "fastest" } },
    answers: "401 403 403 403 200 200 404 200 200 200 403",
  },
  "DELETE /station/rules/:ruleID": {
    call: "/station/rules/{rule}",
    answers: "401 403 403 403 200 200 404 200 200 200 403",
  },
  "POST /station/rules/dry-runs": {
    call: "/station/rules/dry-runs",
    body: { from: "2026-11-01", to: "2026-11-30" },
    answers: "401 403 403 403 200 200 200 200 200 200 403",
  },
  "GET /station/shipments/:shipmentID/choice": {
    call: "/station/shipments/{shipment}/choice",
    answers: "401 200 404 200 200 200 404 200 200 200 200",
  },

  "GET /shipments": { call: "/shipments", answers: "401 200 200 200 200 200 200 200 200 200 200" },
  "POST /shipments": {
    call: "/shipments",
    body: { test: true, recipientAddress: RECIPIENT, ...SIZE },
    answers: "401 403 201 201 201 201 201 201 201 201 201",
  },
  "GET /shipments/:shipmentID": {
    call: "/shipments/{shipment}",
    answers: "401 200 404 200 200 200 404 200 200 200 200",
  },
  "DELETE /shipments/:shipmentID": {
    call: "/shipments/{bought}",
    answers: "401 403 404 200 200 200 404 200 200 200 403",
  },
  "PATCH /shipments/:shipmentID": {
    call: "/shipments/{shipment}",
    body: { weight: 2 },
    answers: "401 403 404 200 200 200 404 200 200 200 200",
  },
  "POST /shipments/:shipmentID": {
    call: "/shipments/{bought}",
    body: { isReturn: true },
    answers: "401 403 404 201 201 201 404 201 201 201 201",
  },
  "POST /transactions": {
    call: "/transactions",
    body: { offerID: "{offer}" },
    answers: "401 403 404 201 201 201 404 201 201 201 403",
  },
  // The link itself contains the proof of access.
  "GET /labels/:shipmentID/:file": {
    call: "/labels/{labelFile}",
    answers: "200 200 200 200 200 200 200 - 200 200 200",
  },

  "GET /tracking/:shipmentID/:signature": {
    call: "/tracking/{trackingPage}",
    answers: "200 200 200 200 200 200 200 - - - -",
  },

  "POST /webhook": {
    call: "/webhook",
    body: { url: "http://127.0.0.1:10/{fresh}" },
    answers: "401 403 403 403 201 201 201 201 201 201 403",
  },
  "GET /webhook": { call: "/webhook", answers: "401 200 403 403 200 200 200 200 200 200 403" },
  "PUT /webhook": {
    call: "/webhook",
    body: { url: "http://127.0.0.1:10/never registered" },
    answers: "401 403 403 403 404 404 404 404 404 404 403",
  },
  "DELETE /webhook/:webhookID": {
    call: "/webhook/{webhook}",
    answers: "401 403 403 403 200 200 404 200 200 200 403",
  },
  "GET /webhook/:webhookID/deliveries": {
    call: "/webhook/{webhook}/deliveries",
    answers: "401 200 403 403 200 200 404 200 200 200 403",
  },
  "POST /webhook/:webhookID/deliveries/:deliveryID/replay": {
    call: "/webhook/{delivery}/replay",
    answers: "401 403 403 403 404 404 404 404 404 404 403",
  },
  // The window gets events by its own channel.
  "GET /events": { call: "/events", answers: "401 200 200 200 200 200 200 400 400 400 400" },

  "GET /station/desk": {
    call: "/station/desk",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/jobs": {
    call: "/station/jobs",
    answers: "401 200 403 403 200 200 200 200 200 200 403",
  },
  "POST /station/jobs/:jobID/again": {
    call: "/station/jobs/none/again",
    answers: "401 403 403 403 404 404 404 404 404 404 403",
  },
  "POST /station/jobs/:jobID/not-done": {
    call: "/station/jobs/none/not-done",
    answers: "401 403 403 403 404 404 404 404 404 404 403",
  },
  "GET /station/shipments": {
    call: "/station/shipments",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/shipments/:shipmentID": {
    call: "/station/shipments/{shipment}",
    answers: "401 200 404 200 200 200 404 200 200 200 200",
  },
  "GET /station/shipments/places": {
    call: "/station/shipments/places",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/shipments/rows": {
    call: "/station/shipments/rows",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/shipments/search": {
    call: "/station/shipments/search?filter=al",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/shipments/services": {
    call: "/station/shipments/services",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/shipments/sorted": {
    call: "/station/shipments/sorted?sortBy=price",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/shipments.xlsx": {
    call: "/station/shipments.xlsx",
    answers: "401 200 200 200 200 200 200 - 200 200 200",
  },
  "GET /station/shipments.csv": {
    call: "/station/shipments.csv",
    answers: "401 200 200 200 200 200 200 - 200 200 200",
  },
  "GET /station/labels/:shipmentID/picture": {
    call: "/station/labels/{bought}/picture",
    answers: "401 200 404 200 200 200 404 200 200 200 200",
  },
  "GET /station/labels/:shipmentID/label.pdf": {
    call: "/station/labels/{bought}/label.pdf",
    answers: "401 200 404 200 200 200 404 - 200 200 200",
  },
  "GET /station/shipments/:shipmentID/packing-slip": {
    call: "/station/shipments/{shipment}/packing-slip",
    answers: "401 200 404 200 200 200 404 - 200 200 200",
  },
  "POST /station/shipments/:shipmentID/packing-slip/print": {
    call: "/station/shipments/{shipment}/packing-slip/print",
    answers: "401 403 404 201 201 201 403 201 201 201 201",
  },
  "GET /station/packing/control-card": {
    call: "/station/packing/control-card",
    answers: "401 200 200 200 200 200 200 - 200 200 200",
  },
  "GET /station/reports/ledger": {
    call: "/station/reports/ledger",
    answers: "401 200 403 200 200 200 200 200 200 200 200",
  },
  "GET /station/reports/ledger/sorted": {
    call: "/station/reports/ledger/sorted?sortBy=amount",
    answers: "401 200 403 200 200 200 200 200 200 200 200",
  },
  "GET /station/reports/invoices": {
    call: "/station/reports/invoices",
    answers: "401 200 403 200 200 200 200 200 200 200 200",
  },
  "GET /station/reports/spending": {
    call: "/station/reports/spending",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/today": {
    call: "/station/today",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/reports/packers": {
    call: "/station/reports/packers",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/reports/cash": {
    call: "/station/reports/cash",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "POST /station/reports/cash/receipts": {
    call: "/station/reports/cash/receipts",
    body: { providerCode: "SURAT", amount: "10.00" },
    answers: "401 403 403 403 201 201 400 201 201 201 403",
  },
  "GET /station/reports/file": {
    call: "/station/reports/file?report=spending",
    answers: "401 200 200 200 200 200 200 - 200 200 200",
  },
  "GET /station/tracking/board": {
    call: "/station/tracking/board",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/tracking/parcels/:shipmentID": {
    call: "/station/tracking/parcels/{bought}",
    answers: "401 200 404 200 200 200 404 200 200 200 200",
  },
  "POST /station/tracking/handled": {
    call: "/station/tracking/handled",
    body: { shipmentID: "{bought}", eventID: "" },
    answers: "401 403 404 200 200 200 404 200 200 200 200",
  },
  // A test parcel, of which nobody enters scans.
  "POST /station/shipments/:shipmentID/tracking": {
    call: "/station/shipments/{bought}/tracking",
    body: { subCode: "package_accepted" },
    answers: "401 403 403 403 409 409 404 409 409 409 403",
  },
  "POST /station/tracking/files": {
    call: "/station/tracking/files?providerCode=SURAT",
    body: {
      fileName: "a.csv",
      content: "QmFya29kO0R1cnVtO1RhcmloClg7YTsyMS4xMS4yMDI2Cg==",
    },
    answers: "401 403 403 403 200 200 200 200 200 200 403",
  },
  "POST /station/tracking/files/:id/apply": {
    call: "/station/tracking/files/{address}/apply",
    body: {},
    answers: "401 403 403 403 410 410 410 410 410 410 403",
  },
  "GET /station/tracking/files": {
    call: "/station/tracking/files",
    answers: "401 200 403 403 200 200 200 200 200 200 403",
  },
  "GET /station/tracking/codes": {
    call: "/station/tracking/codes?providerCode=SURAT",
    answers: "401 200 403 403 200 200 200 200 200 200 403",
  },
  "PUT /station/tracking/codes": {
    call: "/station/tracking/codes",
    body: { providerCode: "SURAT", codes: [{ code: "x", subCode: "delivered" }] },
    answers: "401 403 403 403 200 200 200 200 200 200 403",
  },
  "GET /station/tracking/settings": {
    call: "/station/tracking/settings",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "PATCH /station/tracking/settings": {
    call: "/station/tracking/settings",
    body: { stuckDays: 3 },
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  "GET /station/manifest/carriers": {
    call: "/station/manifest/carriers",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/manifest": {
    call: "/station/manifest?carrier=SURAT",
    answers: "401 200 200 200 200 200 200 - 200 200 200",
  },
  "POST /station/manifest/print": {
    call: "/station/manifest/print",
    body: { carrier: "SURAT" },
    answers: "401 403 409 409 409 409 403 409 409 409 409",
  },
  "GET /station/hand-over": {
    call: "/station/hand-over",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/hand-over/carriers/:carrier": {
    call: "/station/hand-over/carriers/SURAT",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  // Test parcels, which no truck takes; who may scan them gets 409.
  "POST /station/hand-over/scans": {
    call: "/station/hand-over/scans",
    body: { code: "#1" },
    answers: "401 403 409 409 409 409 403 409 409 409 409",
  },
  "POST /station/hand-over/end": {
    call: "/station/hand-over/end",
    body: { carrier: "SURAT" },
    answers: "401 403 409 409 409 409 403 409 409 409 409",
  },
  "GET /station/hand-over/ended/:handOverID/manifest": {
    call: "/station/hand-over/ended/{address}/manifest",
    answers: "401 404 404 404 404 404 404 404 404 404 404",
  },
  "POST /station/hand-over/ended/:handOverID/manifest/print": {
    call: "/station/hand-over/ended/{address}/manifest/print",
    body: {},
    answers: "401 403 404 404 404 404 403 404 404 404 404",
  },
  "POST /station/labels/sheet": {
    call: "/station/labels/sheet",
    body: { shipmentIDs: ["{bought}"] },
    answers: "401 403 404 200 200 200 404 - 200 200 200",
  },
  "GET /station/labels/layouts": {
    call: "/station/labels/layouts",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "POST /station/labels/preview": {
    call: "/station/labels/preview",
    body: { shipmentID: "{shipment}" },
    answers: "401 403 404 200 200 200 404 200 200 200 200",
  },
  "POST /station/orders/open": {
    call: "/station/orders/open",
    body: { code: "{orderOf:shipment}" },
    answers: "401 403 404 200 200 200 404 200 200 200 200",
  },
  "POST /station/orders": {
    call: "/station/orders",
    body: {
      draftID: "6f1d2c3b-4a5e-4f60-8b7c-9d0e1f2a3b4c",
      recipientAddress: RECIPIENT,
      weight: 1,
      items: [{ title: "Kupa", quantity: 2 }],
    },
    answers: "401 403 201 201 201 201 201 201 201 201 201",
  },
  "POST /station/orders/again": {
    call: "/station/orders/again",
    body: { shipmentID: "{cancelled}" },
    answers: "401 403 404 201 201 201 404 201 201 201 201",
  },
  "POST /station/shipments/:shipmentID/boxes": {
    call: "/station/shipments/{shipment}/boxes",
    answers: "401 403 404 409 409 409 404 409 409 409 409",
  },
  "DELETE /station/shipments/:shipmentID/box": {
    call: "/station/shipments/{shipment}/box",
    answers: "401 403 404 409 409 409 404 409 409 409 409",
  },
  "POST /station/shipments/:shipmentID/together": {
    call: "/station/shipments/{shipment}/together",
    body: { shipmentIDs: ["{bought}"] },
    answers: "401 403 404 409 409 409 404 409 409 409 409",
  },
  "DELETE /station/shipments/:shipmentID/together": {
    call: "/station/shipments/{shipment}/together",
    answers: "401 403 404 200 200 200 404 200 200 200 200",
  },
  "GET /station/order-changes": {
    call: "/station/order-changes",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "POST /station/order-changes/:changeID/apply": {
    call: "/station/order-changes/{shipment}/apply",
    body: { version: "CANCELLED" },
    answers: "401 403 404 404 404 404 404 404 404 404 404",
  },
  "POST /station/order-changes/:changeID/dismiss": {
    call: "/station/order-changes/{shipment}/dismiss",
    body: { version: "CANCELLED" },
    answers: "401 403 404 404 404 404 404 404 404 404 404",
  },
  "GET /station/packing/labels-to-scan": {
    call: "/station/packing/labels-to-scan",
    answers: "401 200 200 200 200 200 403 200 200 200 200",
  },
  "POST /station/packing/labels-to-scan/broken-scanner": {
    call: "/station/packing/labels-to-scan/broken-scanner",
    body: { shipmentID: "{shipment}" },
    answers: "401 403 200 200 200 200 403 200 200 200 200",
  },
  "POST /station/packing/labels-to-scan/unreadable": {
    call: "/station/packing/labels-to-scan/unreadable",
    body: { shipmentID: "{shipment}" },
    answers: "401 403 200 200 200 200 403 200 200 200 200",
  },
  "GET /station/packing/settings": {
    call: "/station/packing/settings",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "PATCH /station/packing/settings": {
    call: "/station/packing/settings",
    body: { requireScannedItems: false },
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  "GET /station/packing/today": {
    call: "/station/packing/today",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "POST /station/shipments/:shipmentID/ticks": {
    call: "/station/shipments/{shipment}/ticks",
    body: { itemID: "none" },
    answers: "401 403 404 404 404 404 404 404 404 404 404",
  },
  "DELETE /station/shipments/:shipmentID/ticks": {
    call: "/station/shipments/{shipment}/ticks",
    answers: "401 403 404 200 200 200 404 200 200 200 200",
  },
  "GET /station/shipments/:shipmentID/items/:itemID/picture": {
    call: "/station/shipments/{shipment}/items/none/picture",
    answers: "401 404 404 404 404 404 403 404 404 404 404",
  },
  "PUT /station/shipments/:shipmentID/hold": {
    call: "/station/shipments/{shipment}/hold",
    body: { reason: "x" },
    answers: "401 403 404 200 200 200 404 200 200 200 200",
  },
  "DELETE /station/shipments/:shipmentID/hold": {
    call: "/station/shipments/{shipment}/hold",
    answers: "401 403 404 200 200 200 404 200 200 200 200",
  },
  "GET /station/orders/waiting": {
    call: "/station/orders/waiting",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/imports/:importID": {
    call: "/station/imports/00000000-0000-4000-8000-000000000001",
    answers: "401 404 404 404 404 404 404 404 404 404 404",
  },
  "GET /station/imports/:importID/refused": {
    call: "/station/imports/00000000-0000-4000-8000-000000000001/refused",
    answers: "401 410 410 410 410 410 410 410 410 410 410",
  },
  "POST /station/imports/:importID/mend": {
    call: "/station/imports/00000000-0000-4000-8000-000000000001/mend",
    body: { rows: [{ line: 2, cells: {} }] },
    answers: "401 403 410 410 410 410 410 410 410 410 410",
  },
  "DELETE /station/imports/:importID": {
    call: "/station/imports/00000000-0000-4000-8000-000000000001",
    answers: "401 403 404 404 404 404 404 404 404 404 404",
  },
  "POST /station/imports": {
    call: "/station/imports",
    body: { fileName: "x.csv", content: "QQ==" },
    answers: "401 403 400 400 400 400 400 400 400 400 400",
  },
  "POST /station/imports/headings": {
    call: "/station/imports/headings",
    body: { fileName: "x.csv", content: "QQ==" },
    answers: "401 403 400 400 400 400 400 400 400 400 400",
  },
  // Most of the next routes concern the desk, its printers and its settings. These are closed to
  // another organization's tokens, and many are only for an admin.
  "POST /station/purchases": {
    call: "/station/purchases",
    body: { offerID: "{offer}", print: false },
    answers: "401 403 404 201 201 201 403 201 201 201 201",
  },
  "POST /station/purchases/plan": {
    call: "/station/purchases/plan",
    body: { shipmentIDs: ["{shipment}"] },
    answers: "401 403 200 200 200 200 403 200 200 200 200",
  },
  "POST /station/purchases/approved": {
    call: "/station/purchases/approved",
    body: { offerID: "{offer}", print: false },
    answers: "401 403 403 403 403 403 403 201 201 201 403",
  },
  "GET /station/printers": {
    call: "/station/printers",
    answers: "401 200 200 200 200 200 403 200 200 200 200",
  },
  "POST /station/printers": {
    call: "/station/printers",
    body: { name: "x", driver: "tcp", host: "127.0.0.1", port: 9 },
    answers: "401 403 403 403 201 201 403 201 201 201 403",
  },
  "GET /station/printers/found": {
    call: "/station/printers/found",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "PATCH /station/printers/:id": {
    call: "/station/printers/{printer}",
    body: { darkness: 2 },
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  "DELETE /station/printers/:id": {
    call: "/station/printers/{printer}",
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  "POST /station/printers/:id/probe": {
    call: "/station/printers/{printer}/probe",
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  "POST /station/printers/search": {
    call: "/station/printers/search",
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  "POST /station/printers/:id/test": {
    call: "/station/printers/{printer}/test",
    answers: "401 403 403 403 201 201 403 201 201 201 403",
  },
  "POST /station/printers/:id/test/picture": {
    call: "/station/printers/{printer}/test/picture",
    body: { offsetXMm: 1 },
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  "GET /station/order-folder": {
    call: "/station/order-folder",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "PUT /station/order-folder": {
    call: "/station/order-folder",
    body: { isOn: false },
    answers: "401 403 403 403 403 403 403 200 200 200 403",
  },
  "GET /station/scales": {
    call: "/station/scales",
    answers: "401 200 200 200 200 200 403 200 200 200 200",
  },
  "POST /station/scales": {
    call: "/station/scales",
    body: { name: "x", driver: "tcp", host: "127.0.0.1", port: 9, isActive: false },
    answers: "401 403 403 403 201 201 403 201 201 201 403",
  },
  "GET /station/scales/found": {
    call: "/station/scales/found",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "PATCH /station/scales/:id": {
    call: "/station/scales/{scale}",
    body: { equalReads: 2 },
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  "DELETE /station/scales/:id": {
    call: "/station/scales/{scale}",
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  // The scale is switched off, so it has no weight.
  "GET /station/scales/:id/weight": {
    call: "/station/scales/{scale}/weight",
    answers: "401 409 409 409 409 409 403 409 409 409 409",
  },
  "POST /station/scales/:id/taken": {
    call: "/station/scales/{scale}/taken",
    body: { grams: 1 },
    answers: "401 403 409 409 409 409 403 409 409 409 409",
  },
  "GET /station/scales/:id/events": {
    call: "/station/scales/{scale}/events",
    answers: "401 200 200 200 200 200 403 400 400 400 400",
  },
  // Codes that a packer scans are for the desk's window alone.
  "POST /station/scales/codes": {
    call: "/station/scales/codes",
    answers: "401 403 403 403 403 403 403 200 200 200 200",
  },
  "POST /station/batches": {
    call: "/station/batches",
    body: { shipmentIDs: ["{bought}"] },
    answers: "401 403 404 201 201 201 403 201 201 201 201",
  },
  "GET /station/batches": {
    call: "/station/batches",
    answers: "401 200 200 200 200 200 403 200 200 200 200",
  },
  // A member with limited access does not get labels of other members' shipments.
  "GET /station/batches/unprinted": {
    call: "/station/batches/unprinted",
    answers: "401 200 200 200 200 200 403 200 200 200 200",
  },
  // The batch's labels name recipients, so a member with limited access sees only its own batches.
  "GET /station/batches/:id": {
    call: "/station/batches/{batch}",
    answers: "401 200 404 200 200 200 403 200 200 200 200",
  },
  "GET /station/batches/:id/items": {
    call: "/station/batches/{batch}/items",
    answers: "401 200 404 200 200 200 403 200 200 200 200",
  },
  "POST /station/batches/:id/pause": {
    call: "/station/batches/{batch}/pause",
    answers: "401 403 404 200 200 200 403 200 200 200 200",
  },
  "POST /station/batches/:id/rest": {
    call: "/station/batches/{batch}/rest",
    body: { after: "none" },
    answers: "401 403 404 404 404 404 403 404 404 404 404",
  },
  "POST /station/batches/:id/resume": {
    call: "/station/batches/{batch}/resume",
    body: {},
    answers: "401 403 404 200 200 200 403 200 200 200 200",
  },
  "POST /station/batches/:id/stop": {
    call: "/station/batches/{batch}/stop",
    answers: "401 403 404 200 200 200 403 200 200 200 200",
  },
  "PUT /station/printers/roles": {
    call: "/station/printers/roles",
    body: { label: null },
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  "GET /station/printjobs": {
    call: "/station/printjobs",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "POST /station/documents": {
    call: "/station/documents",
    body: { content: "XlhBXkZPOSw5XkdCOSw5LDleRlNeWFo=" },
    answers: "401 403 201 201 201 201 403 201 201 201 201",
  },
  "DELETE /station/documents/:hash": {
    call: "/station/documents/{document}",
    answers: "401 403 200 200 200 200 403 200 200 200 200",
  },
  "POST /station/printjobs": {
    call: "/station/printjobs",
    body: { shipmentID: "{bought}" },
    answers: "401 403 404 201 201 201 403 201 201 201 201",
  },
  "GET /station/printjobs/:id": {
    call: "/station/printjobs/{printJob}",
    answers: "401 200 404 200 200 200 404 200 200 200 200",
  },
  "POST /station/shipments/:shipmentID/papers": {
    call: "/station/shipments/{shipment}/papers",
    body: { documentHash: "{document}" },
    answers: "401 403 404 201 201 201 403 201 201 201 201",
  },
  "GET /station/shipments/:shipmentID/papers": {
    call: "/station/shipments/{shipment}/papers",
    answers: "401 200 404 200 200 200 403 200 200 200 200",
  },
  "DELETE /station/shipments/:shipmentID/papers/:paperID": {
    call: "/station/shipments/{shipment}/papers/none",
    answers: "401 403 404 404 404 404 403 404 404 404 404",
  },
  "DELETE /station/printjobs/:id": {
    call: "/station/printjobs/{printJob}",
    answers: "401 403 404 200 200 200 403 200 200 200 200",
  },
  // The window gets events by its own channel.
  "GET /station/printjobs/:id/events": {
    call: "/station/printjobs/{printJob}/events",
    answers: "401 200 404 200 200 200 404 400 400 400 400",
  },
  "POST /station/printjobs/:id/answer": {
    call: "/station/printjobs/{unknownJob}/answer",
    body: { printed: true },
    answers: "401 403 404 200 200 200 403 200 200 200 200",
  },
  "POST /station/carriers/sample": {
    call: "/station/carriers/sample",
    answers: "401 403 403 403 201 201 403 201 201 201 403",
  },
  "GET /station/carriers": {
    call: "/station/carriers?toCityCode=06",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/audit": {
    call: "/station/audit",
    answers: "401 200 403 403 200 200 200 200 200 200 403",
  },
  "GET /station/audit.csv": {
    call: "/station/audit.csv",
    answers: "401 200 403 403 200 200 200 - 200 200 403",
  },
  "GET /station/privacy": {
    call: "/station/privacy",
    answers: "401 200 403 403 200 200 200 200 200 200 403",
  },
  "PATCH /station/privacy": {
    call: "/station/privacy",
    body: { auditDays: 400 },
    answers: "401 403 403 403 200 200 200 200 200 200 403",
  },
  "POST /station/privacy/person": {
    call: "/station/privacy/person",
    body: { phone: "05559998877" },
    answers: "401 403 403 403 200 200 200 200 200 200 403",
  },
  "POST /station/privacy/erasures": {
    call: "/station/privacy/erasures",
    body: { phone: "05559998877" },
    answers: "401 403 403 403 201 201 201 201 201 201 403",
  },
  "GET /station/privacy/erasures": {
    call: "/station/privacy/erasures",
    answers: "401 200 403 403 200 200 200 200 200 200 403",
  },
  "GET /station/diagnostics": {
    call: "/station/diagnostics",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "GET /station/data": {
    call: "/station/data",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "GET /station/api-access": {
    call: "/station/api-access",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "PUT /station/packing": {
    call: "/station/packing",
    body: { shipmentID: null },
    answers: "401 403 403 403 403 403 403 200 200 200 200",
  },
  "POST /station/qr-code": {
    call: "/station/qr-code",
    body: { text: "PB1-X" },
    answers: "401 403 200 200 200 200 403 200 200 200 200",
  },
  "GET /station/shared-printers": {
    call: "/station/shared-printers",
    answers: "401 200 200 200 200 200 403 200 200 200 200",
  },
  "GET /station/print-requests": {
    call: "/station/print-requests",
    answers: "401 200 200 200 200 200 403 200 200 200 200",
  },
  "POST /station/print-requests": {
    call: "/station/print-requests",
    body: { printerID: "{printer}", shipmentID: "{bought}" },
    answers: "401 403 409 409 409 409 403 409 409 409 409",
  },
  "GET /station/print-requests/:id": {
    call: "/station/print-requests/none",
    answers: "401 404 404 404 404 404 403 404 404 404 404",
  },
  "GET /station/waiting-prints": {
    call: "/station/waiting-prints",
    answers: "401 200 200 200 200 200 403 200 200 200 200",
  },
  "POST /station/waiting-prints/answer": {
    call: "/station/waiting-prints/answer",
    body: { requestIDs: ["{shipment}"], print: false },
    answers: "401 403 200 200 200 200 403 200 200 200 200",
  },
  "DELETE /station/print-requests/:id": {
    call: "/station/print-requests/none",
    answers: "401 403 404 404 404 404 403 404 404 404 404",
  },
  "GET /station/sync": {
    call: "/station/sync",
    answers: "401 200 200 200 200 200 403 200 200 200 200",
  },
  "POST /station/sync/join": {
    call: "/station/sync/join",
    body: { code: "x" },
    answers: "401 403 403 403 403 403 403 400 400 403 403",
  },
  "POST /station/sync/join-server": {
    call: "/station/sync/join-server",
    body: { servers: ["tls://127.0.0.1:1"], credentials: "x" },
    answers: "401 403 403 403 403 403 403 400 400 403 403",
  },
  "PUT /station/sync/name": {
    call: "/station/sync/name",
    body: { name: "Desk" },
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  "POST /station/sync/invitations": {
    call: "/station/sync/invitations",
    body: {},
    answers: "401 403 403 403 403 403 403 409 409 403 403",
  },
  "POST /station/sync/stations/:stationID/revoke": {
    call: "/station/sync/stations/none/revoke",
    answers: "401 403 403 403 403 403 403 409 409 403 403",
  },
  "POST /station/sync/leave": {
    call: "/station/sync/leave",
    body: {},
    answers: "401 403 403 403 403 403 403 409 409 403 403",
  },
  "GET /station/sync/hub-server": {
    call: "/station/sync/hub-server",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "POST /station/sync/hub-server": {
    call: "/station/sync/hub-server",
    body: { program: "/nowhere/nats-server" },
    answers: "401 403 403 403 403 403 403 409 409 403 403",
  },
  "GET /station/sign-in": {
    call: "/station/sign-in",
    answers: "401 200 200 200 200 200 403 200 200 200 200",
  },
  // Badges are scanned at the desk's window alone; this badge is unknown.
  "POST /station/sign-in": {
    call: "/station/sign-in",
    body: { badge: "{badgeNumber}" },
    answers: "401 403 403 403 403 403 403 403 403 403 403",
  },
  "POST /station/sign-in/lock": {
    call: "/station/sign-in/lock",
    answers: "401 403 403 403 403 403 403 200 200 200 200",
  },
  "POST /station/sign-in/activity": {
    call: "/station/sign-in/activity",
    answers: "401 403 403 403 403 403 403 200 200 200 200",
  },
  "POST /station/sign-in/approvals": {
    call: "/station/sign-in/approvals",
    body: { badge: "{badgeNumber}", act: "reprint", method: "GET", path: "/x" },
    answers: "401 403 403 403 403 403 403 403 403 403 403",
  },
  "POST /station/sign-in/recovery": {
    call: "/station/sign-in/recovery",
    body: { recoveryKey: "x" },
    answers: "401 403 403 403 403 403 403 200 400 400 400",
  },
  "PATCH /station/sign-in": {
    call: "/station/sign-in",
    body: { lockAfterMinutes: 240 },
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  "GET /station/badges": {
    call: "/station/badges",
    answers: "401 200 403 403 200 200 200 200 200 200 403",
  },
  // The first badge must be an owner's.
  "POST /station/badges": {
    call: "/station/badges",
    body: { userID: "{member}" },
    answers: "401 403 403 403 409 409 404 409 201 201 403",
  },
  "DELETE /station/badges/:badgeID": {
    call: "/station/badges/{member}",
    answers: "401 403 403 403 404 404 404 404 404 404 403",
  },
  // The member does not lead, so it has no PIN.
  "PUT /station/badges/pins/:userID": {
    call: "/station/badges/pins/{member}",
    body: { pin: "481920" },
    answers: "401 403 403 403 400 400 404 400 400 400 403",
  },
  "POST /station/badges/card": {
    call: "/station/badges/card",
    body: { number: "{badgeNumber}", name: "x" },
    answers: "401 403 403 403 200 200 200 - 200 200 403",
  },
  "GET /station/secrets": {
    call: "/station/secrets",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "POST /station/secrets/recovery-key": {
    call: "/station/secrets/recovery-key",
    answers: "401 403 403 403 403 403 403 200 200 403 403",
  },
  "POST /station/secrets/recover": {
    call: "/station/secrets/recover",
    body: { recoveryKey: "x" },
    answers: "401 403 403 403 403 403 403 409 409 403 403",
  },
  "POST /station/secrets/forget": {
    call: "/station/secrets/forget",
    answers: "401 403 403 403 403 403 403 409 409 403 403",
  },
  "PUT /station/api-access": {
    call: "/station/api-access",
    body: { enabled: true, port: 4747, listen: "", securePort: 4748 },
    answers: "401 403 403 403 403 403 403 200 200 403 403",
  },
  "GET /station/backup": {
    call: "/station/backup",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  // Only the desk chooses the folder.
  "POST /station/backup": {
    call: "/station/backup",
    body: { folder: "/nowhere" },
    answers: "401 403 403 403 403 403 403 409 409 409 403",
  },
  "DELETE /station/backup": {
    call: "/station/backup",
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  "PATCH /station/backup": {
    call: "/station/backup",
    body: {},
    answers: "401 403 403 403 403 403 403 200 200 200 403",
  },
  // Only the desk lists folders.
  "GET /station/backups": {
    call: "/station/backups?folder=/nowhere",
    answers: "401 403 403 403 403 403 403 409 409 409 403",
  },
  "GET /station/backups/:name": {
    call: "/station/backups/none?folder=/nowhere",
    answers: "401 403 403 403 403 403 403 409 409 409 403",
  },
  "POST /station/restores": {
    call: "/station/restores",
    body: { folder: "/nowhere", name: "none" },
    answers: "401 403 403 403 403 403 403 409 409 403 403",
  },
  "GET /station/export": {
    call: "/station/export",
    answers: "401 200 403 403 200 200 200 200 200 200 403",
  },
  "POST /station/export": {
    call: "/station/export",
    body: { file: "none", format: "csv" },
    answers: "401 403 403 403 403 403 403 400 400 400 403",
  },
  "GET /station/support-bundle": {
    call: "/station/support-bundle",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "GET /station/move-in": {
    call: "/station/move-in",
    answers: "401 200 403 403 200 200 200 200 200 200 403",
  },
  "POST /station/move-in": {
    call: "/station/move-in",
    body: { url: "ftp://ornek.test", token: "t" },
    answers: "401 403 403 403 400 400 400 400 400 400 403",
  },
  "POST /station/move-in/:accountID/continue": {
    call: "/station/move-in/{account}/continue",
    answers: "401 403 403 403 404 404 404 404 404 404 403",
  },
  "POST /station/move-in/:accountID/pause": {
    call: "/station/move-in/{account}/pause",
    answers: "401 403 403 403 404 404 404 404 404 404 403",
  },
  "POST /station/move-in/:accountID/moved": {
    call: "/station/move-in/{account}/moved",
    answers: "401 403 403 403 404 404 404 404 404 404 403",
  },
  "GET /station/move-in/:accountID/questions": {
    call: "/station/move-in/{account}/questions",
    answers: "401 404 403 403 404 404 404 404 404 404 403",
  },
  "POST /station/move-in/:accountID/questions/:kind": {
    call: "/station/move-in/{account}/questions/number",
    body: { action: "leave" },
    answers: "401 403 403 403 404 404 404 404 404 404 403",
  },
  "POST /station/move-in/:accountID/questions/:kind/:key": {
    call: "/station/move-in/{account}/questions/number/x",
    body: { action: "leave" },
    answers: "401 403 403 403 404 404 404 404 404 404 403",
  },
  "GET /station/sentences/:language": {
    call: "/station/sentences/tr",
    answers: "401 200 200 200 200 200 200 200 200 200 200",
  },
  "GET /station/samples": {
    call: "/station/samples",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "POST /station/samples": {
    call: "/station/samples",
    answers: "401 403 403 403 201 201 403 201 201 201 403",
  },
  "DELETE /station/samples": {
    call: "/station/samples",
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  "GET /station/integrity": {
    call: "/station/integrity",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "GET /station/calls": {
    call: "/station/calls",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "GET /station/pairings": {
    call: "/station/pairings",
    answers: "401 200 403 403 200 200 403 200 200 200 403",
  },
  "POST /station/pairings/:id/answer": {
    call: "/station/pairings/{pairing}/answer",
    body: { allow: false },
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
  "DELETE /station/origins": {
    call: "/station/origins",
    answers: "401 403 403 403 200 200 403 200 200 200 403",
  },
};
