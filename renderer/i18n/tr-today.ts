/** Turkish words of Today: figures, carriers, hours, decisions, manifests. */
import type { enToday } from "./en-today.ts";
import type { WordsOf } from "./words.ts";

export const trToday: WordsOf<typeof enToday> = {
  title: "Bugün",
  reading: "Bugünün verileri okunuyor…",
  failed: "Bugünün verileri okunamadı",
  empty: "Bugün henüz bir şey olmadı. Paketle ekranında okuttuğunuz siparişler burada sayılır.",
  openPack: "Paketle ekranına git",
  figuresLabel: "Bugünün sayıları",
  figures: {
    waiting: "Paketlenecek",
    held: "Askıda",
    bought: "Bugün satın alınan",
    printed: "Burada yazdırılan",
    toHandOver: "Kuryeye verilecek",
    returns: "Yoldaki iade",
  },
  carriers: {
    title: "Kargo firmaları",
    none: "Bugün etiket yok, teslim edilecek koli de yok.",
    carrier: "Kargo firması",
    bought: "Satın alınan",
    printed: "Yazdırılan",
    toHandOver: "Kuryeye verilecek",
    returns: "İade",
    total: "Tutar",
    all: "Toplam",
  },
  hours: { title: "Saatlere göre etiket", labels: "Etiket" },
  decisions: {
    title: "Karar bekleyenler",
    none: "Karar bekleyen bir şey yok.",
    prints_one: "{{count, number}} etiketin yazdırılıp yazdırılmadığı bilinmiyor",
    prints_other: "{{count, number}} etiketin yazdırılıp yazdırılmadığı bilinmiyor",
    purchases_one: "{{count, number}} satın alma veya iptale kargo firması yanıt vermedi",
    purchases_other: "{{count, number}} satın alma veya iptale kargo firması yanıt vermedi",
    barcodes: "Az barkod kaldı: {{carriers}}",
    parcels: "İlgilenilmesi gereken koliler: {{reasons}}",
    announcements_one:
      "{{count, number}} etiket kargo firmasınca reddedildi veya bilindiği kesin değil",
    announcements_other:
      "{{count, number}} etiket kargo firmasınca reddedildi veya bilindiği kesin değil",
    held_one: "{{count, number}} sipariş askıda",
    held_other: "{{count, number}} sipariş askıda",
    printer: "Etiket yazıcısı tanımlı değil",
    balance: {
      usedUp: "Bakiye tükendi: {{amount}}",
      low: "{{amount}} bakiye, bugünkü etiketlerin tutarından az",
    },
    acts: {
      prints: "Yanıtla",
      purchases: "Karar ver",
      barcodes: "Anlaşmaları aç",
      parcels: "Takibi aç",
      announcements: "Bildirimleri aç",
      held: "Siparişleri göster",
      printer: "Yazıcıları aç",
      balance: "Bakiyeyi aç",
    },
  },
  keys: {
    decide: "Karar bekleyeni aç: yazdırma, satın alma, koliler, bakiye, yazıcı, askıdakiler",
    manifest: "Bu rakamdaki kargo firmasının teslim listesini yazdır veya kaydet",
  },
  manifest: {
    title: "Kuryeye teslim",
    lead: "Kargo firmasının kuryesinin teslim alıp imzaladığı liste. O gün satın alınan bütün geçerli etiketleri içerir; daha önce kuryeye verilenler de listededir.",
    day: "Gün",
    today: "Bugün, {{day}}",
    none: "Bu gün etiket satın alınmadı.",
    parcels_one: "{{count, number}} etiket",
    parcels_other: "{{count, number}} etiket",
    print: "Teslim listesini yazdır",
    sent: "Teslim listesi A4 belge yazıcısına gönderildi.",
    as: { pdf: "Teslim listesi (PDF)", xlsx: "Tablo olarak" },
  },
};
