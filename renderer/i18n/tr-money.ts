/** Turkish words of the money. */
import type { enMoney } from "./en-money.ts";
import type { WordsOf } from "./words.ts";

export const trMoney: WordsOf<typeof enMoney> = {
  title: "Para",
  report: "Rapor",
  parts: { ledger: "Hesap hareketleri", spending: "Harcamalar", cash: "Kapıda ödeme", packers: "Gün sonu" },
  period: "Dönem",
  periods: { today: "Bugün", yesterday: "Dün", week: "Son 7 gün", month: "Bu ay", lastMonth: "Geçen ay", year: "Son 365 gün" },
  files: { csv: "CSV olarak kaydet", xlsx: "Excel olarak kaydet" },
  reading: "Okunuyor…",
  failed: "Rapor okunamadı",
  none: "Bu dönemde kayıt yok. Başka bir dönem seçin.",
  copyHint: "Ctrl+C hücreyi kopyalar, Enter gönderiyi açar",
  chart: "Her günün vergili tutarı",
  all: "Toplam",
  columns: { at: "Zaman", kind: "Tür", order: "Sipariş", carrier: "Kargo firması", reference: "Referans", amount: "Tutar", balance: "Sonraki bakiye", labels: "Etiket", total: "Vergili toplam", each: "Etiket başına", onAccount: "Kendi anlaşmalarıyla" },
  kinds: { TOPUP: "Bakiye yükleme", PURCHASE: "Etiket", REFUND: "İade", ADJUSTMENT: "Düzeltme" },
  cash: {
    none: "Kapıda para tahsil edilen koli yok. Kapıda ödemeli siparişler, etiketleri alınınca burada görünür.",
    expected: "Yolda",
    delivered: "Tahsil edilen",
    received: "Size ödenen",
    owed: "Alacağınız",
    enter: "Ödeme gir",
    of: "{{carrier}} ödemesi",
    amountWrong: "0 olmayan bir tutar yazın, örneğin 1.250,50.",
    amountHint: "Eski bir girişi düzeltmek için eksi tutar yazın.",
    save: "Ödemeyi kaydet",
  },
  keys: { open: "Hesap hareketlerinde: kaydın gönderisini aç" },
  packers: { none: "Bu gün etiket alınmadı.", name: "Paketleyen", unnamed: "adı yok", cancelled: "İptal", time: "İlk – son" },
};
