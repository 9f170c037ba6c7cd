/**
 * Texts of the reasons why a row was rejected, by code: for the API, the screen, and the file of
 * rejected rows. `{{detail}}` is the row's detail.
 */
import type { RejectedCode, RejectedRow } from "./imports.schema.ts";

type Sentences = Readonly<Record<Exclude<RejectedCode, "OTHER">, string>>;

const ROW_REASONS = {
  en: {
    OPEN_QUOTE: "A quotation mark is opened in this row and never closed.",
    NO_ORDER_NUMBER: "The order number is empty.",
    LONG_ORDER_NUMBER: "The order number is longer than 100 characters.",
    ORDER_NUMBER_TAKEN: "Line {{detail}} has this order number for another recipient.",
    ORDER_HERE: "An order with this number is here already. Nothing was added.",
    EMPTY_NAME: "The name is empty.",
    EMPTY_PHONE: "The phone is empty.",
    EMPTY_ADDRESS: "The address is empty.",
    EMPTY_CITY: "The city is empty.",
    UNKNOWN_CITY: "No city has this name.",
    EMPTY_DISTRICT: "The district is empty.",
    SHORT_NAME: "A sender's name must have at least 4 characters.",
    BAD_PHONE: "A sender's phone must be a Turkish number, such as 0532 123 45 67.",
    SHORT_PHONE: "This phone has fewer than 7 digits: nobody can call it.",
    LOST_DIGITS:
      "A spreadsheet has shortened this number, and its digits are lost. Format the column as text in the spreadsheet, type the numbers again, and save the file as CSV (UTF-8) or .xlsx.",
    CELL_ERROR:
      "The spreadsheet shows an error in this cell or has not calculated it. Correct the cell and save the file again.",
    LONG_TEXT: "This text is too long.",
    UNKNOWN_DISTRICT: "{{detail}} has no district of this name.",
    UNKNOWN_COUNTRY: "No country has this code. It has two letters, such as TR.",
    EMPTY_WEIGHT: "The weight is empty.",
    BAD_WEIGHT: "The weight must be a number above 0, such as 2.5.",
    BAD_SIZE: "A side must be a number above 0, in cm.",
    BAD_QUANTITY: "The quantity must be a number above 0.",
    BAD_AMOUNT: "The amount to collect is not an amount of money.",
    AMOUNT_DECIMALS:
      "The amount to collect has more than two decimals. Write it in lira and kuruş, as in 94,25.",
    AMBIGUOUS_NUMBER: "This number can be read in two ways: {{detail}}. Write one of these two.",
    OTHER_CURRENCY: "Cash on delivery is collected in TL, not in {{detail}}.",
    BAD_PAYER: "The payer must be sender or recipient.",
    BAD_COLLECTION: "The collection must be cash or card.",
    BAD_DECLARED_VALUE: "The declared value must be an amount in TL, such as 1250.00.",
    LONG_WAYBILL: "The waybill number is longer than 30 characters.",
    LONG_INVOICE: "The invoice number is longer than 30 characters.",
    ANOTHER_ROW: "Another row of this order needs fixing.",
    MANY_ROWS: "This order has too many rows ({{detail}}). Split it into several orders.",
  },
  tr: {
    OPEN_QUOTE: "Bu satırda açılan tırnak kapanmıyor.",
    NO_ORDER_NUMBER: "Sipariş numarası boş.",
    LONG_ORDER_NUMBER: "Sipariş numarası 100 karakterden uzun.",
    ORDER_NUMBER_TAKEN: "Bu sipariş numarası {{detail}}. satırda başka bir alıcı için kullanılmış.",
    ORDER_HERE: "Bu numarayla bir sipariş zaten var. Hiçbir şey eklenmedi.",
    EMPTY_NAME: "Ad boş.",
    EMPTY_PHONE: "Telefon boş.",
    EMPTY_ADDRESS: "Adres boş.",
    EMPTY_CITY: "İl boş.",
    UNKNOWN_CITY: "Bu adda bir il yok.",
    EMPTY_DISTRICT: "İlçe boş.",
    SHORT_NAME: "Gönderici adı en az 4 karakter olmalı.",
    BAD_PHONE: "Gönderici telefonu bir Türkiye numarası olmalı; örneğin 0532 123 45 67.",
    SHORT_PHONE: "Bu telefon 7 haneden kısa: kimse arayamaz.",
    LOST_DIGITS:
      "Hesap tablosu bu numarayı kısaltmış, rakamları kaybolmuş. Tabloda sütunu metin olarak biçimlendirin, numaraları yeniden yazın ve dosyayı CSV (UTF-8) veya .xlsx olarak kaydedin.",
    CELL_ERROR:
      "Hesap tablosu bu hücrede hata gösteriyor veya hücreyi hesaplamamış. Hücreyi düzeltip dosyayı yeniden kaydedin.",
    LONG_TEXT: "Bu metin çok uzun.",
    UNKNOWN_DISTRICT: "{{detail}} ilinde bu adda bir ilçe yok.",
    UNKNOWN_COUNTRY: "Bu kodda bir ülke yok. Kod iki harftir, TR gibi.",
    EMPTY_WEIGHT: "Ağırlık boş.",
    BAD_WEIGHT: "Ağırlık 0'dan büyük bir sayı olmalı, 2,5 gibi.",
    BAD_SIZE: "Kenarlar 0'dan büyük birer sayı olmalı, cm olarak.",
    BAD_QUANTITY: "Adet 0'dan büyük bir sayı olmalı.",
    BAD_AMOUNT: "Kapıda tahsil edilecek tutar, para tutarı değil.",
    AMOUNT_DECIMALS:
      "Kapıda tahsil edilecek tutarın ikiden fazla ondalık basamağı var. Lira ve kuruş olarak yazın, örneğin 94,25.",
    AMBIGUOUS_NUMBER: "Bu sayı iki türlü okunabilir: {{detail}}. Bu ikisinden birini yazın.",
    OTHER_CURRENCY: "Kapıda ödeme TL ile tahsil edilir; {{detail}} ile tahsil edilmez.",
    BAD_PAYER: "Ödeyen, gönderici veya alıcı olmalı.",
    BAD_COLLECTION: "Tahsilat şekli nakit veya kart olmalı.",
    BAD_DECLARED_VALUE: "Beyan değeri TL olarak bir tutar olmalı, 1250,00 gibi.",
    LONG_WAYBILL: "İrsaliye numarası 30 karakterden uzun.",
    LONG_INVOICE: "Fatura numarası 30 karakterden uzun.",
    ANOTHER_ROW: "Bu siparişin başka bir satırı düzeltilmeli.",
    MANY_ROWS: "Bu siparişin çok fazla satırı var ({{detail}}). Birkaç siparişe bölün.",
  },
} as const satisfies Readonly<Record<"en" | "tr", Sentences>>;

/** First heading of a file of rejected rows. */
export const WHY_REFUSED = { en: "Why refused", tr: "Neden alınmadı" } as const;

/**
 * Formats a row's reason as a sentence. In Turkish, the sentence of OTHER gives the error's code,
 * for which the screen has words.
 */
export function reasonIn(
  language: "en" | "tr",
  { code, detail = "", reason }: RejectedRow,
): string {
  if (code !== "OTHER") return sentenceOf(language, code, detail);
  return language === "en" ? reason : `Bu satır içe alınamadı (${detail}).`;
}

/** Writes the sentence of a code. */
export function sentenceOf(
  language: "en" | "tr",
  code: Exclude<RejectedCode, "OTHER">,
  detail: string,
): string {
  const named = code === "AMBIGUOUS_NUMBER" ? readingsIn(language, detail) : detail;
  return ROW_REASONS[language][code].replace("{{detail}}", () => named);
}

/**
 * Formats readings: "1250.00 / 1.25" → "1250,00 veya 1,25". Without thousands separators, so that
 * each reading can be typed in unchanged.
 */
function readingsIn(language: "en" | "tr", readings: string): string {
  return language === "tr"
    ? readings.replaceAll(".", ",").replace(" / ", " veya ")
    : readings.replace(" / ", " or ");
}
