/** Checks the orders that the simulated Yurtiçi receives, with the limits of the public documents. */
import type { SimulatedParcel } from "./parcels.ts";

/** Code of a refusal for which no document names one. */
export const UNNAMED = "99999";

export const VO_FIELDS = [
  "cargoKey",
  "invoiceKey",
  "receiverCustName",
  "receiverAddress",
  "cityName",
  "townName",
  "receiverPhone1",
  "receiverPhone2",
  "receiverPhone3",
  "emailAddress",
  "taxOfficeId",
  "taxNumber",
  "taxOfficeName",
  "desi",
  "kg",
  "cargoCount",
  "waybillNo",
  "specialField1",
  "specialField2",
  "specialField3",
  "ttInvoiceAmount",
  "ttDocumentId",
  "ttCollectionType",
  "ttDocumentSaveType",
  "dcSelectedCredit",
  "dcCreditRule",
  "description",
  "orgGeoCode",
  "privilegeOrder",
  "custProdId",
  "orgReceiverCustId",
] as const;

/** `code`: "0" when the row has no error. */
export type RowError = { readonly code: string; readonly words: string };
type Fields = Readonly<Record<string, string>>;

/** Finds the first error of an order. @param find Finds the parcel with a key. */
export function findOrderError(
  fields: Fields,
  username: string,
  find: (key: string) => SimulatedParcel | undefined,
): RowError {
  const errors = [
    ...keyErrors(fields, find),
    ...receiverErrors(fields),
    ...collectionErrors(fields, username),
  ];
  const [, code = "0", words = ""] = errors.find(([isError]) => isError) ?? [];
  return { code, words };
}

type Check = readonly [isError: boolean, code: string, words: string];
const valueOf = (fields: Fields, name: (typeof VO_FIELDS)[number]): string => fields[name] ?? "";
const isBetween = (text: string, least: number, most: number): boolean =>
  text.length >= least && text.length <= most;
const isDecimal = (text: string, decimals: number): boolean =>
  text === "" || new RegExp(`^\\d{1,9}(\\.\\d{1,${decimals}})?$`).test(text);

function keyErrors(
  fields: Fields,
  find: (key: string) => SimulatedParcel | undefined,
): readonly Check[] {
  const key = valueOf(fields, "cargoKey");
  const invoiceKey = valueOf(fields, "invoiceKey");
  const pairs = valueOf(fields, "specialField1");
  return [
    [!isBetween(key, 1, 20), "82500", "cargoKey en fazla 20 karakter olabilir."],
    [!isBetween(invoiceKey, 1, 20), "60017", "invoiceKey zorunludur."],
    [find(key) !== undefined, "60020", `${key} kargo anahtarı sistemde mevcuttur.`],
    [valueOf(fields, "waybillNo").length > 20, UNNAMED, "waybillNo en fazla 20 karakter olabilir."],
    [!/^(\d+\$[^$#]+#)*$/.test(pairs), UNNAMED, "specialField1 hatalı."],
    [!/^[1-9]\d{0,3}$/.test(valueOf(fields, "cargoCount")), UNNAMED, "cargoCount hatalı."],
    [!isDecimal(valueOf(fields, "desi"), 3), UNNAMED, "desi hatalı."],
    [!isDecimal(valueOf(fields, "kg"), 3), UNNAMED, "kg hatalı."],
  ];
}

function receiverErrors(fields: Fields): readonly Check[] {
  const name = valueOf(fields, "receiverCustName");
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  return [
    [letters < 4 || !isBetween(name, 5, 200), "60018", "Alıcı adı hatalı."],
    [!isBetween(valueOf(fields, "receiverAddress"), 5, 200), "60019", "Alıcı adresi hatalı."],
    [!/^[1-9]\d{9}$/.test(valueOf(fields, "receiverPhone1")), UNNAMED, "Alıcı telefonu hatalı."],
    [valueOf(fields, "cityName").length > 40, UNNAMED, "cityName en fazla 40 karakter olabilir."],
    [valueOf(fields, "townName").length > 40, UNNAMED, "townName en fazla 40 karakter olabilir."],
  ];
}

/** Checks cash on delivery, which needs a login of its kind and all of its fields. */
function collectionErrors(fields: Fields, username: string): readonly Check[] {
  const amount = valueOf(fields, "ttInvoiceAmount");
  const collects = amount !== "";
  const type = valueOf(fields, "ttCollectionType");
  const isCard = collects && type === "1";
  return [
    [
      collects !== /-(cash|card)$/.test(username),
      "82505",
      "Kullanıcı tahsilatlı gönderi için uygun değil.",
    ],
    [collects && !/^\d{1,16}\.\d\d$/.test(amount), "82506", "ttInvoiceAmount hatalı."],
    [
      collects && !/^[1-9]\d{0,11}$/.test(valueOf(fields, "ttDocumentId")),
      "82507",
      "ttDocumentId hatalı.",
    ],
    [
      collects && !/^[01]$/.test(valueOf(fields, "ttDocumentSaveType")),
      "82508",
      "ttDocumentSaveType hatalı.",
    ],
    [
      collects && type !== (username.endsWith("-card") ? "1" : "0"),
      "82509",
      "ttCollectionType hatalı.",
    ],
    [
      isCard && !/^\d{1,2}$/.test(valueOf(fields, "dcSelectedCredit")),
      "82510",
      "dcSelectedCredit hatalı.",
    ],
    [isCard && !/^[01]$/.test(valueOf(fields, "dcCreditRule")), "82511", "dcCreditRule hatalı."],
  ];
}
