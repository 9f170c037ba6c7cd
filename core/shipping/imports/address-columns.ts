/** Maps the Turkish and English headings of an address file to columns. */
import { errors } from "../../base/errors.ts";
import { findHeadings, type HeaderReader } from "./order-columns.ts";

const COLUMNS = {
  name: [
    "ad",
    "adi",
    "ad soyad",
    "adi soyadi",
    "alici",
    "alici adi",
    "gonderici",
    "gonderici adi",
    "musteri",
    "musteri adi",
    "unvan",
    "firma",
    "isim",
    "name",
    "recipient",
    "sender",
    "full name",
    "customer",
    "company",
  ],
  phone: [
    "telefon",
    "tel",
    "telefon no",
    "telefon numarasi",
    "cep",
    "cep telefonu",
    "gsm",
    "phone",
    "phone number",
    "mobile",
    "telephone",
  ],
  email: ["e-posta", "eposta", "e-posta adresi", "e-mail", "email", "mail"],
  address: [
    "adres",
    "acik adres",
    "teslimat adresi",
    "adres satiri 1",
    "address",
    "address1",
    "address 1",
    "street",
  ],
  address2: ["adres 2", "adres satiri 2", "adres tarifi", "address2", "address 2"],
  district: ["ilce", "district", "town", "county"],
  city: ["il", "sehir", "city", "province"],
  zip: ["posta kodu", "zip", "zip code", "postcode", "postal code"],
  country: ["ulke", "ulke kodu", "country", "country code"],
  shortName: ["kisa ad", "kisa adi", "adres adi", "short name", "label"],
} as const;
export type AddressColumn = keyof typeof COLUMNS;

/** Required columns in both languages; district and city may be part of the address. */
const NEEDED = {
  name: '"Ad Soyad" or "Name"',
  phone: '"Telefon" or "Phone"',
  address: '"Adres" or "Address"',
} as const;

export const ADDRESS_HEADER: HeaderReader<AddressColumn> = {
  count: (cells) => Object.keys(findHeadings(COLUMNS, cells).at).length,
  read(cells) {
    const header = findHeadings<AddressColumn>(COLUMNS, cells);
    const missing = (["name", "phone", "address"] as const).filter(
      (column) => header.at[column] === undefined,
    );
    if (missing.length > 0)
      throw errors.importColumnsMissing(
        `The first line must name the columns. Missing: ${missing.map((column) => NEEDED[column]).join(", ")}. Nothing was imported.`,
        { reason: missing.map((column) => (column === "name" ? "ownName" : column)).join(" ") },
      );
    return header;
  },
};

/** Headings that an export writes, so that its file can be imported unchanged. */
export const EXPORT_HEADINGS: Readonly<Record<"tr" | "en", readonly string[]>> = {
  tr: [
    "Ad Soyad",
    "Telefon",
    "E-posta",
    "Adres",
    "Adres 2",
    "İlçe",
    "İl",
    "Posta kodu",
    "Ülke",
    "Kısa ad",
    "Gönderi sayısı",
  ],
  en: [
    "Name",
    "Phone",
    "E-mail",
    "Address",
    "Address 2",
    "District",
    "City",
    "Zip",
    "Country",
    "Short name",
    "Shipments",
  ],
};
