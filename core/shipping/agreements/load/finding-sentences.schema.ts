/** Sentences of the findings in a price list, by code. The finding's values replace `{{name}}`. */
import type { Notice, NoticeCode, Problem, ProblemCode } from "./findings.schema.ts";

type Sentences = Readonly<Record<ProblemCode | NoticeCode, string>>;

const SENTENCES = {
  en: {
    priceMissing: "The price is empty. Each step needs a price in each zone.",
    notANumber: "“{{text}}” is not a price. Write a number, such as 117.90.",
    ambiguousNumber:
      "“{{text}}” can be read in two ways: {{first}} or {{second}}. Write one of these two, or say which sign separates the decimals.",
    otherCurrency: "A price list must be in TL, not in {{currency}}.",
    desiUnreadable:
      "“{{text}}” is not a desi step. Write it as 1-3 or 5; as 51+ for each further desi, and as File for an envelope.",
    dateCell:
      "The spreadsheet program has made a date of this cell ({{text}}). Set the format of the cell to text, and type the step again.",
    overlap: "The step {{desi}} overlaps the step {{other}} of row {{otherRow}}.",
    gap: "No step has a price for the desi between {{from}} and {{to}}. Add the missing step, or write this step as a range.",
    negative: "The price is below zero.",
    tooLarge: "The price is above {{most}}, the highest price of a parcel.",
    sameDesiTwice: "The step {{desi}} is in row {{otherRow}} already.",
    twoPrices: "The price of {{desi}} for this service and zone is in row {{otherRow}} already.",
    noSteps: "The price list has no desi step.",
    unknownZone: "The agreement has no zone “{{zone}}”.",
    zoneMissing: "Prices are missing for: {{zones}}.",
    zoneEmpty: "These prices have no zone. Write the name of the zone.",
    zoneTwice: "The zone “{{zone}}” is in column {{otherColumn}} already.",
    serviceEmpty: "This price has no service. Write the name of the service.",
    nameTooLong: "This name is longer than {{most}} characters.",
    tooManyZones: "The price list has more than {{most}} zones.",
    tooManyServices: "The price list has more than {{most}} services.",
    tooManySteps: "A service has more than {{most}} desi steps.",
    pricesFall: "{{step}}: the price falls from {{before}} to {{price}}, though the desi grows.",
    rounded: "Prices with more than two decimals were rounded to the kuruş: {{count}}.",
    startsAbove: "The first step begins at {{desi}} desi. Lighter parcels have the same price.",
    noFurtherDesi: "Above {{desi}} desi there is no price.",
    furtherDesiDear:
      "Each desi above the last step costs {{price}}, which is more than the whole last step ({{last}}).",
    rowIgnored: "This row has no prices and was ignored: “{{text}}”.",
  },
  tr: {
    priceMissing: "Fiyat boş. Her kademenin her bölgede bir fiyatı olmalı.",
    notANumber: "“{{text}}” bir fiyat değil. 117,90 gibi bir sayı yazın.",
    ambiguousNumber:
      "“{{text}}” iki türlü okunabilir: {{first}} veya {{second}}. Bu ikisinden birini yazın veya ondalık ayırıcının hangisi olduğunu belirtin.",
    otherCurrency: "Fiyat listesi TL olmalı; {{currency}} olamaz.",
    desiUnreadable:
      "“{{text}}” bir desi kademesi değil. 1-3 veya 5 gibi yazın; ilave desi için 51+, zarf için Dosya yazın.",
    dateCell:
      "Tablo programı bu hücreyi tarihe çevirmiş ({{text}}). Hücrenin biçimini metin yapıp kademeyi yeniden yazın.",
    overlap: "{{desi}} kademesi, {{otherRow}}. satırdaki {{other}} kademesiyle çakışıyor.",
    gap: "{{from}} ile {{to}} arasındaki desilerin fiyatı yok. Eksik kademeyi ekleyin veya bu kademeyi aralık olarak yazın.",
    negative: "Fiyat sıfırın altında.",
    tooLarge: "Fiyat, bir gönderinin en yüksek fiyatı olan {{most}} tutarını aşıyor.",
    sameDesiTwice: "{{desi}} kademesi {{otherRow}}. satırda zaten var.",
    twoPrices: "Bu hizmet ve bölge için {{desi}} fiyatı {{otherRow}}. satırda zaten var.",
    noSteps: "Fiyat listesinde desi kademesi yok.",
    unknownZone: "Anlaşmada “{{zone}}” adında bir bölge yok.",
    zoneMissing: "Şu bölgelerin fiyatı eksik: {{zones}}.",
    zoneEmpty: "Bu fiyatların bölgesi yok. Bölgenin adını yazın.",
    zoneTwice: "“{{zone}}” bölgesi {{otherColumn}} sütununda zaten var.",
    serviceEmpty: "Bu fiyatın hizmeti yok. Hizmetin adını yazın.",
    nameTooLong: "Bu ad {{most}} karakterden uzun.",
    tooManyZones: "Fiyat listesinde {{most}} bölgeden fazlası var.",
    tooManyServices: "Fiyat listesinde {{most}} hizmetten fazlası var.",
    tooManySteps: "Bir hizmette {{most}} desi kademesinden fazlası var.",
    pricesFall:
      "{{step}}: desi arttığı hâlde fiyat {{before}} tutarından {{price}} tutarına düşüyor.",
    rounded: "İkiden fazla ondalık basamağı olan fiyatlar kuruşa yuvarlandı: {{count}}.",
    startsAbove: "İlk kademe {{desi}} desiden başlıyor. Daha hafif gönderilerin fiyatı da aynı.",
    noFurtherDesi: "{{desi}} desinin üzerinde fiyat yok.",
    furtherDesiDear:
      "Son kademenin üzerindeki her desi {{price}}; bu, son kademenin tamamından ({{last}}) daha pahalı.",
    rowIgnored: "Bu satırda fiyat yok; satır dikkate alınmadı: “{{text}}”.",
  },
} as const satisfies Readonly<Record<"en" | "tr", Sentences>>;

/** Values that are amounts or numbers with a decimal point. */
const NUMBERS: ReadonlySet<string> = new Set([
  "first",
  "second",
  "price",
  "before",
  "last",
  "most",
]);

/**
 * Writes a finding as a sentence, without its row and column. Numbers have no thousands separators,
 * so that each can be typed in unchanged.
 */
export function findingSentence(
  language: "en" | "tr",
  { code, values }: Pick<Problem | Notice, "code" | "values">,
): string {
  return SENTENCES[language][code].replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    const isNumber = typeof value === "number" || NUMBERS.has(name);
    return isNumber && language === "tr" ? String(value).replace(".", ",") : String(value);
  });
}
