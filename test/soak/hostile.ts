/**
 * Requests of hostile and clumsy programs, each of which the station must answer within a second.
 */

export type Hostile = {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

const json = (value: unknown): string => JSON.stringify(value);
const file = (text: string): string =>
  json({ fileName: "orders.csv", content: Buffer.from(text).toString("base64") });
const names = (n: number, value: string): string =>
  Array.from({ length: n }, (_, i) => `"k${i}":${value}`).join(",");
const recipient = (change: Record<string, unknown> = {}): unknown => ({
  name: "Alıcı",
  phone: "+905551112233",
  email: "a@b.test",
  address1: "x",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
  ...change,
});
const HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)";

/** Built once, because the time to build them would be measured as the station's. */
export const HOSTILE: readonly Hostile[] = [
  { method: "POST", path: "/shipments", body: `{"a":${"[".repeat(5_000)}` },
  { method: "POST", path: "/shipments", body: `{"items":[${"{},".repeat(340_000)}{}]}` },
  { method: "POST", path: "/shipments", body: `{"items":[${"{},".repeat(9_000)}{}]}` },
  {
    method: "POST",
    path: "/shipments",
    body: `{"metadata":{"providerCustomerCodes":{${names(50_000, "{}")}}}}`,
  },
  {
    method: "POST",
    path: "/shipments",
    body: json({ test: "yes", recipientAddress: recipient(), weight: "0x10" }),
  },
  {
    method: "POST",
    path: "/shipments",
    body: json({ test: true, recipientAddress: recipient({ name: "x".repeat(1_000_000) }) }),
  },
  { method: "POST", path: "/shipments", body: `{"x":"${"\\ud800".repeat(160_000)}"}` },
  { method: "POST", path: "/shipments", body: "x".repeat(2 * 1024 * 1024) },
  { method: "POST", path: "/shipments", body: '{"__proto__":{"test":true}}' },
  {
    method: "POST",
    path: "/transactions",
    body: json({
      providerServiceCode: "'; DROP TABLE shipments; --",
      shipment: { test: true, returnAddressID: "x" },
    }),
  },
  {
    method: "POST",
    path: "/transactions",
    body: json({
      test: true,
      recipientAddress: recipient(),
      length: 1,
      width: 1,
      height: 1,
      weight: 1,
    }),
  },
  { method: "POST", path: "/apitokens", body: `{"allowedIPs":[${'"a",'.repeat(200_000)}"a"]}` },
  { method: "POST", path: "/station/imports", body: file("a\n".repeat(500_000)) },
  {
    method: "POST",
    path: "/station/imports",
    body: file(`${HEAD}\n${"1;a;b;c;d;e;f\n".repeat(20_000)}`),
  },
  { method: "POST", path: "/station/imports", body: file(`${HEAD}\n"${"x".repeat(800_000)}`) },
  { method: "POST", path: "/station/imports", body: file(`${";".repeat(100_000)}\n1`) },
  { method: "GET", path: `/shipments?filter=${"a%20".repeat(2_000)}` },
  { method: "GET", path: "/shipments?filter=%ED%A0%80&limit=1e9&page=-1&sortBy=__proto__" },
  { method: "GET", path: "/shipments?filter=a&sortBy=desi" },
  { method: "GET", path: `/shipments/${"x".repeat(400)}` },
  { method: "GET", path: "/%00/%ff" },
  { method: "GET", path: "/station/shipments.csv" },
  { method: "HEAD", path: "/events" },
  { method: "GET", path: "/shipments", headers: { authorization: "Bearer pb_wrong" } },
  {
    method: "OPTIONS",
    path: "/shipments",
    headers: { origin: "https://ad.example", "access-control-request-method": "POST" },
  },
  { method: "POST", path: "/organizations", body: json({ name: "\u0000" }) },
  { method: "POST", path: "/webhook", body: json({ url: "http://169.254.169.254/latest" }) },
  { method: "PATCH", path: "/organizations/x", body: "[]" },
];
