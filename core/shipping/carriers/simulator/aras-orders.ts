/** Checks the orders that the simulated Aras receives, with the limits of the public documents. */

/** Fields of an order, in the order of the service's description. */
export const ORDER_FIELDS = [
  "UserName",
  "Password",
  "TradingWaybillNumber",
  "InvoiceNumber",
  "ReceiverName",
  "ReceiverAddress",
  "ReceiverPhone1",
  "ReceiverPhone2",
  "ReceiverPhone3",
  "ReceiverCityName",
  "ReceiverTownName",
  "VolumetricWeight",
  "Weight",
  "PieceCount",
  "SpecialField1",
  "SpecialField2",
  "SpecialField3",
  "CodAmount",
  "CodCollectionType",
  "CodBillingType",
  "IntegrationCode",
  "Description",
  "TaxNumber",
  "TtDocumentId",
  "TaxOffice",
  "PrivilegeOrder",
  "Country",
  "CountryCode",
  "CityCode",
  "TownCode",
  "ReceiverDistrictName",
  "ReceiverQuarterName",
  "ReceiverAvenueName",
  "ReceiverStreetName",
  "PayorTypeCode",
  "IsWorldWide",
  "IsCod",
  "UnitID",
  "PieceDetails",
  "SenderAccountAddressId",
] as const;
export const PIECE_FIELDS = [
  "VolumetricWeight",
  "Weight",
  "BarcodeNumber",
  "ProductNumber",
  "Description",
] as const;

type Fields = Readonly<Record<string, string>>;
type Check = readonly [isError: boolean, code: string, words: string];
export type ArasResult = { readonly code: string; readonly words: string };

const isBetween = (text = "", least: number, most: number): boolean =>
  text.length >= least && text.length <= most;
const isOneOf = (text = "", ...known: readonly string[]): boolean => known.includes(text);

/** Finds the first error of an order without errors of its state; code "0" without an error. */
export function findFieldError(order: Fields, pieces: readonly Fields[]): ArasResult {
  const errors = [...receiverErrors(order), ...moneyErrors(order), ...pieceErrors(order, pieces)];
  const [, code = "0", words = "Başarılı"] = errors.find(([isError]) => isError) ?? [];
  return { code, words };
}

function receiverErrors(order: Fields): readonly Check[] {
  return [
    [!isBetween(order["IntegrationCode"], 2, 32), "937", "Sipariş numarasını girmelisiniz."],
    [!isBetween(order["TradingWaybillNumber"], 1, 16), "70121", "TradingWaybillNumber hatalı."],
    [!isBetween(order["InvoiceNumber"], 0, 20), "70019", "InvoiceKey en fazla 20 karakter."],
    [!isBetween(order["ReceiverName"], 1, 100), "939", "Alıcı adını girmelisiniz."],
    [!isBetween(order["ReceiverAddress"], 1, 250), "938", "Alıcı adresini girmelisiniz."],
    [!/^[1-9]\d{9}$/.test(order["ReceiverPhone1"] ?? ""), "935", "Alıcı telefonu hatalı."],
    [!isBetween(order["ReceiverCityName"], 1, 40), "940", "Şehir adını girmelisiniz."],
    [!isBetween(order["ReceiverTownName"], 1, 16), "941", "İlçe adını girmelisiniz."],
    [!isBetween(order["SpecialField1"], 0, 200), "5001", "SpecialField1 hatalı."],
    [order["IsWorldWide"] !== "0", "5002", "IsWorldWide hatalı."],
  ];
}

function moneyErrors(order: Fields): readonly Check[] {
  const isCod = order["IsCod"] === "1";
  return [
    [!isOneOf(order["PayorTypeCode"], "1", "2"), "70032", "PayorTypeCode 1 veya 2 olabilir."],
    [!isOneOf(order["CodCollectionType"], "0", "1"), "70033", "CodCollectionType hatalı."],
    [!isOneOf(order["IsCod"], "0", "1"), "70034", "IsCod sadece 0 veya 1 olabilir."],
    [order["CodBillingType"] !== "0", "5003", "CodBillingType sabit 0 olmalıdır."],
    [
      isCod && order["PayorTypeCode"] === "2",
      "942",
      "Alıcı ödemeli tahsilatlı kargo gönderisi yapılamamaktadır.",
    ],
    [
      isCod && !/^[1-9]\d{0,15}\.\d\d$/.test(order["CodAmount"] ?? ""),
      "70026",
      "CodAmount hatalı.",
    ],
  ];
}

function pieceErrors(order: Fields, pieces: readonly Fields[]): readonly Check[] {
  const barcodes = pieces.map((piece) => piece["BarcodeNumber"] ?? "");
  const isMeasure = (piece: Fields, name: string): boolean =>
    /^\d{1,6}(\.\d{1,4})?$/.test(piece[name] ?? "") && isBetween(piece[name], 1, 6);
  const isDouble = (name: string): boolean => /^(\d{1,6}\.\d{1,3})?$/.test(order[name] ?? "");
  return [
    [order["PieceCount"] !== String(pieces.length), "70020", "Parça sayısı eşit değil."],
    [barcodes.some((code) => !isBetween(code, 1, 64)), "70022", "Barkod bilgisi eksik."],
    [pieces.some((piece) => !isMeasure(piece, "VolumetricWeight")), "70023", "Volume eksik."],
    [pieces.some((piece) => !isMeasure(piece, "Weight")), "70024", "Kg bilgisi eksik."],
    [!isDouble("VolumetricWeight"), "70026", "Volume değeri decimal olmalıdır."],
    [!isDouble("Weight"), "70028", "Kg değeri decimal olmalıdır."],
    [new Set(barcodes).size < barcodes.length, "70030", "Barkod numaraları aynı olamaz."],
  ];
}
