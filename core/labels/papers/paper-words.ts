/** The captions of packing slips and manifests, in the languages of labels. */
import type { LabelLanguage } from "../layout/layout.schema.ts";

export const WORDS = {
  tr: {
    slip: "PAKET İÇERİĞİ", slipFoot: "Bu belge fatura veya irsaliye yerine geçmez.",
    recipient: "ALICI", carrier: "KARGO", follow: "Gönderiyi takip edin", order: "Sipariş no", shipment: "Gönderi no", date: "Tarih", phone: "Tel",
    item: "Ürün", variant: "Varyant", sku: "Stok kodu", quantity: "Adet", noItems: "Bu gönderi için ürün girilmemiş.", note: "NOT",
    itemsTotal: (kinds: number, pieces: number) => `${kinds} kalem, ${pieces} adet`,
    page: (number: number, of: number) => `Sayfa ${number} / ${of}`,
    manifest: "KARGO TESLİM LİSTESİ", sender: "Gönderen", carrierName: "Kargo firması", day: "Gün", madeAt: "Düzenlenme", parcels: "Gönderi sayısı",
    number: "No", barcode: "Barkod", to: "Alıcı", place: "İlçe / İl", district: "İlçe", city: "İl", desi: "Desi", weight: "Kg", cash: "Kapıda ödeme", currency: "Para birimi", pieces: "Parça", boughtAt: "Alındığı an",
    total: "TOPLAM", noParcels: "Bu gün için geçerli gönderi yok.",
    handedOver: "TESLİM EDEN", takenOver: "TESLİM ALAN (KARGO)", name: "Ad soyad", signature: "İmza", handedAt: "Tarih ve saat", handedParcels: "Teslim alınan gönderi sayısı",
    manifestFoot: "İptal edilen etiketler listede yoktur.",
    card: "KOMUT BARKODLARI", cardFoot: "Okutmak tuşa basmakla aynıdır.",
  },
  en: {
    slip: "PACKING SLIP", slipFoot: "This is neither an invoice nor a waybill.",
    recipient: "SHIP TO", carrier: "CARRIER", follow: "Follow your parcel", order: "Order no.", shipment: "Shipment no.", date: "Date", phone: "Tel.",
    item: "Item", variant: "Variant", sku: "SKU", quantity: "Qty", noItems: "No items were entered for this shipment.", note: "NOTE",
    itemsTotal: (kinds: number, pieces: number) => `${kinds} ${kinds === 1 ? "line" : "lines"}, ${pieces} ${pieces === 1 ? "piece" : "pieces"}`,
    page: (number: number, of: number) => `Page ${number} of ${of}`,
    manifest: "END-OF-DAY MANIFEST", sender: "Sender", carrierName: "Carrier", day: "Day", madeAt: "Made at", parcels: "Parcels",
    number: "No.", barcode: "Barcode", to: "Recipient", place: "District / province", district: "District", city: "Province", desi: "Desi", weight: "kg", cash: "Cash on delivery", currency: "Currency", pieces: "Pieces", boughtAt: "Bought at",
    total: "TOTAL", noParcels: "No label in force was bought that day.",
    handedOver: "HANDED OVER BY", takenOver: "TAKEN OVER BY (CARRIER)", name: "Name", signature: "Signature", handedAt: "Date and time", handedParcels: "Number of parcels taken over",
    manifestFoot: "Cancelled labels are not listed.",
    card: "CONTROL BARCODES", cardFoot: "A scan does the same as the key.",
  },
} as const satisfies Record<LabelLanguage, unknown>;
