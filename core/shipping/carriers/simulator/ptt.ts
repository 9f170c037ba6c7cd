/**
 * Simulated services of PTT: loading of data, and tracking, at two addresses. They are stricter than
 * the real ones: they refuse each request that the public documents do not allow. Codes that the
 * documents do not name are the simulator's own.
 */
import { childAt, textAt, type XmlElement, type XmlPart } from "../../../base/xml/xml.ts";
import { createParcels, type SimulatedParcels } from "./parcels.ts";
import {
  findPickupError,
  findRowError,
  PICKUP_FIELDS,
  ROW_FIELDS,
  SENDER_FIELDS,
  type Fields,
} from "./ptt-orders.ts";
import { shownParcel } from "./ptt-rows.ts";
import type { Fault, ReceivedRequest, SimulatedCarrier } from "./simulated-carrier.ts";
import { answerSoap, fieldsOf, readCall, requireFields, SoapFault } from "./soap-service.ts";

const LOADING = { path: "/PttVeriYukleme/services/Sorgu", namespace: "http://kabul.ptt.gov.tr" };
const TRACKING = { path: "/GonderiTakipV2/services/Sorgu", namespace: "http://takip.ptt.gov.tr" };
const SERVICES = {
  kabulEkle2: LOADING,
  barkodVeriSil: LOADING,
  siparisIstekEkle2: LOADING,
  gonderiSorgu2: TRACKING,
  gonderiSorgu_referansNo2: TRACKING,
} as const;
type Operation = keyof typeof SERVICES;
const OPERATIONS = [
  "kabulEkle2",
  "barkodVeriSil",
  "siparisIstekEkle2",
  "gonderiSorgu2",
  "gonderiSorgu_referansNo2",
] as const satisfies readonly Operation[];

const LOGIN = "packbench";
const WRONG_LOGIN = "Kullanıcı adı veya şifre hatalı.";
const DONE = "1";

/** State of the services. `files`: names of the files that were loaded, also with a failed row. */
type Services = {
  readonly parcels: SimulatedParcels;
  readonly files: Set<string>;
  pickups: number;
};

/** @param now Clock, ms since 1970. */
export function createSimulatedPtt(now: () => number = Date.now): SimulatedCarrier {
  const services: Services = {
    parcels: createParcels(now, "barcode"),
    files: new Set(),
    pickups: 0,
  };
  return {
    kind: "ptt",
    name: "PTT Kargo",
    paths: { url: LOADING.path, trackingUrl: TRACKING.path },
    operations: OPERATIONS,
    parcels: services.parcels,
    operationOf: ({ body }) => OPERATIONS.find((name) => body.includes(`:${name}>`)) ?? "",
    forgetQueries: () => {},
    answer: (request, fault) =>
      answerSoap(namespaceAt(request), () => answerCall(services, request, fault)),
  };
}

function namespaceAt({ path }: ReceivedRequest): string {
  return (path === TRACKING.path ? TRACKING : LOADING).namespace;
}

async function answerCall(
  services: Services,
  request: ReceivedRequest,
  fault: Fault | undefined,
): Promise<readonly XmlPart[]> {
  const { operation, input } = await readStrictly(request);
  return [
    [`ns1:${operation}Response`, [["ns1:return", answerTo(services, { operation, input, fault })]]],
  ];
}

function answerTo(
  services: Services,
  {
    operation,
    input,
    fault,
  }: {
    readonly operation: Operation;
    readonly input: XmlElement;
    readonly fault: Fault | undefined;
  },
): readonly XmlPart[] {
  const isRefused = fault === "wrong password" || textAt(input, "sifre") !== LOGIN;
  switch (operation) {
    case "kabulEkle2":
      return load(services, input, isRefused, fault);
    case "barkodVeriSil":
      return remove(services, input, isRefused);
    case "siparisIstekEkle2":
      return order(services, input, isRefused);
    default:
      return query(services, operation, input, isRefused);
  }
}

function load(
  { parcels, files }: Services,
  input: XmlElement,
  isRefused: boolean,
  fault: Fault | undefined,
): readonly XmlPart[] {
  const head = ["dosyaAdi", "gonderiTip", "gonderiTur", "kullanici", "musteriId", "sifre"];
  requireFields(input, ["dongu", ...head]);
  const fields = fieldsOf(input);
  if (fields["gonderiTip"] !== "NORMAL" || fields["gonderiTur"] !== "KARGO")
    throw new SoapFault("the type is NORMAL and the kind KARGO");
  if (isRefused || fields["kullanici"] !== LOGIN || !isCustomer(fields["musteriId"]))
    return result("-1", WRONG_LOGIN);
  const file = fields["dosyaAdi"] ?? "";
  if (!/^.{1,50}$/.test(file)) return result("-2", "Dosya adı hatalı.");
  if (files.has(file)) return result("-3", "Dosya adı daha önce kullanılmış.");
  files.add(file);
  const rowElement = childAt(input, "dongu");
  if (rowElement === undefined) throw new SoapFault("dongu is missing");
  requireOrder(rowElement, ROW_FIELDS);
  const row = fieldsOf(rowElement);
  const words = fault === "failed row" ? "Alıcı adresi hatalı." : findLoadError(parcels, row);
  const barcode = row["barkodNo"] ?? "";
  if (words === "") parcels.add(barcode, { ...row, dosyaAdi: file });
  const answer: readonly XmlPart[] = [
    ["barkod", barcode],
    ["donguAciklama", words],
    ["donguHataKodu", words === "" ? DONE : "-4"],
    ["donguSonuc", String(words === "")],
  ];
  return [
    ["aciklama", "BASARILI"],
    ["dongu", answer],
    ["hataKodu", DONE],
  ];
}

function findLoadError(parcels: SimulatedParcels, row: Fields): string {
  const known = parcels.list().filter(({ isCancelled }) => !isCancelled);
  if (known.some(({ code }) => code === row["barkodNo"])) return "Barkod daha önce yüklenmiş.";
  if (known.some(({ fields }) => fields["musteriReferansNo"] === row["musteriReferansNo"]))
    return "Müşteri referans numarası daha önce yüklenmiş.";
  return findRowError(row);
}

function remove({ parcels }: Services, input: XmlElement, isRefused: boolean): readonly XmlPart[] {
  requireFields(input, ["barcode", "dosyaAdi", "musteriId", "sifre"]);
  if (isRefused || !isCustomer(textAt(input, "musteriId"))) return result("-1", WRONG_LOGIN);
  const parcel = parcels.find(textAt(input, "barcode"));
  const isHere = parcel?.fields["dosyaAdi"] === textAt(input, "dosyaAdi");
  if (parcel === undefined || !isHere || parcel.isCancelled)
    return result("-5", "Kayıt bulunamadı.");
  if (parcel.steps.length > 0) return result("-6", "Kabul edilmiş gönderi silinemez.");
  parcel.isCancelled = true;
  return result(DONE, "1 adet kayit silindi.");
}

function order(services: Services, input: XmlElement, isRefused: boolean): readonly XmlPart[] {
  requireOrder(input, PICKUP_FIELDS);
  const sender = childAt(input, "gondericibilgi");
  if (sender === undefined) throw new SoapFault("gondericibilgi is missing");
  requireOrder(sender, SENDER_FIELDS);
  const wrongLogin = isRefused || !isCustomer(textAt(input, "musteriId")) ? WRONG_LOGIN : "";
  const words = wrongLogin || findPickupError(fieldsOf(input), fieldsOf(sender));
  const id = words === "" ? (services.pickups += 1) : 0;
  return [
    ["siparisId", String(id)],
    ["sonucAciklama", words],
    ["sonucKodu", words === "" ? DONE : wrongLogin === "" ? "-4" : "-1"],
  ];
}

function query(
  { parcels }: Services,
  operation: "gonderiSorgu2" | "gonderiSorgu_referansNo2",
  input: XmlElement,
  isRefused: boolean,
): readonly XmlPart[] {
  const isByBarcode = operation === "gonderiSorgu2";
  requireFields(
    input,
    isByBarcode ? ["barkod", "kullanici", "sifre"] : ["kullanici", "referansNo", "sifre"],
  );
  if (isRefused || !isCustomer(textAt(input, "kullanici")))
    return [
      ["sonucAciklama", WRONG_LOGIN],
      ["sonucKodu", "-1"],
    ];
  return shownParcel(
    parcels
      .list()
      .find(({ code, fields, steps }) =>
        steps.length === 0
          ? false
          : isByBarcode
            ? code === textAt(input, "barkod")
            : fields["musteriReferansNo"] === textAt(input, "referansNo"),
      ),
  );
}

function isCustomer(text = ""): boolean {
  return /^\d{9,10}$/.test(text);
}

function result(code: string, words: string): readonly XmlPart[] {
  return [
    ["aciklama", words],
    ["hataKodu", code],
  ];
}

/** Reads the call in a request. @throws SoapFault */
async function readStrictly(
  request: ReceivedRequest,
): Promise<{ readonly operation: Operation; readonly input: XmlElement }> {
  const { operation, call } = await readCall(request, OPERATIONS);
  const { path, namespace } = SERVICES[operation];
  if (request.path !== path) throw new SoapFault("no such service");
  if (request.headers["soapaction"] !== `"urn:${operation}"`)
    throw new SoapFault("SOAPAction is of another operation");
  if (![namespace, `${namespace}/xsd`].every((one) => request.body.includes(`="${one}"`)))
    throw new SoapFault("a namespace of the service is missing");
  const name = operation === "barkodVeriSil" ? "inpDelete" : "input";
  requireFields(call, [name]);
  const input = childAt(call, name);
  if (input === undefined) throw new SoapFault(`${name} is missing`);
  return { operation, input };
}

/** @throws SoapFault unless an element has only these children, in this order. */
function requireOrder(element: XmlElement, names: readonly string[]): void {
  let last = -1;
  for (const { name } of element.children) {
    const at = names.indexOf(name);
    if (at <= last) throw new SoapFault(`${name} is not expected here in ${element.name}`);
    last = at;
  }
}
