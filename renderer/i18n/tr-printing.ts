/** Turkish words of prints. */
import type { enPrinting } from "./en-printing.ts";
import type { WordsOf } from "./words.ts";

export const trPrinting: WordsOf<typeof enPrinting> = {
  waitingPrints: {
    title_one: "{{station}} burada {{count, number}} baskı daha istiyor",
    title_other: "{{station}} burada {{count, number}} baskı daha istiyor",
    lead: "Başka bir istasyon için dakikada on baskı sorulmadan yapılır. Bunları yalnızca istendiklerini biliyorsanız yazdırın.",
    print: "Yazdır",
    reject: "Reddet",
    recall: "Başka istasyonların baskılarını yeniden sor",
  },
  cause: {
    somePrinter: "Yazıcı",
    refused: "{{printer}} bağlantıyı reddediyor. Yazıcıyı açın veya portunu kontrol edin.",
    unreachable:
      "{{printer}} yazıcısına ulaşılamıyor. Açık olduğunu, kablosunu, adresini ve ağı kontrol edin.",
    "paper out": "{{printer}} yazıcısında etiket bitti. Yeni rulo takın.",
    "ribbon out": "{{printer}} yazıcısında ribon bitti. Yenisini takın.",
    "head open": "{{printer}} yazıcısının yazdırma kafası açık. Kapağını kapatın.",
    paused: "{{printer}} duraklatılmış. Duraklatma tuşuna basın.",
    fault: "{{printer}} arıza bildiriyor. Yazıcıya bakın.",
    busy: "{{printer}} yazıcısının belleği dolu. Yazdırdıkça yeniden etiket alır.",
    "no answer": "{{printer}} artık yanıt vermiyor. Etiketi var mı, kapağı kapalı mı, bakın.",
    timeout:
      "{{printer}} zamanında yanıt vermedi. Kablosunu ve etiketi olup olmadığını kontrol edin.",
    "connection lost":
      "Etiketin ortasında {{printer}} ile bağlantı koptu. Kablosunu ve elektriğini kontrol edin.",
    "not counted": "{{printer}} işi bitirdiğini bildiriyor, ama hiç etiket saymadı.",
    cancelled: "{{printer}} yazıcısında yazdırma durduruldu.",
    folder: "Etiket, {{printer}} klasörüne yazılamadı. Klasörü ve diski kontrol edin.",
    "queue stopped":
      "{{printer}} için sistemin yazdırma kuyruğu etiket iletmiyor. Sistemin yazıcı ayarlarından kuyruğa bakın.",
    "no printer":
      "Etiketler için yazıcı tanımlı değil. Yazıcılar ekranında ekleyin; etiket o zaman yazdırılır.",
    "printer removed":
      "Bu baskının yazıcısı, Yazıcılar ekranından kaldırıldı. Başka bir yazıcıda yazdırın.",
    "printer off": "{{printer}}, Yazıcılar ekranında kapalı. Etiket, orada açılana kadar bekler.",
    "not drawn": "Etiket çizilemedi veya denetlenemedi. F6 ile yeniden yazdırın.",
    other: "{{printer}} yazdırmadı. Yazıcıya bakın, sonra etiketi yeniden yazdırın.",
    expired: "Bu baskının süresi, başlamadan doldu.",
    "batch stopped": "Bu etiket yazdırılmadan toplu yazdırma durduruldu.",
    restored:
      "Bu baskı yedek alınırken bekliyordu; o zamandan beri yapılmış olabilir. Etiketi arayın; yoksa yeniden yazdırın.",
    "not shared": "Yazıcı artık paylaşılmıyor. Etiketi başka bir yazıcıda yazdırın.",
    "not answered":
      "İsteğin süresi doldu ve yazıcının istasyonu yanıt vermedi. O istasyonun bağlantısı koptuysa etiketi yazdırmış olabilir; yeniden yazdırmadan önce oraya bakın.",
    "station gone":
      "İsteyen istasyon veya yazıcının istasyonu artık merkezde değil: ayrıldı veya çıkarıldı. Yazıcısı etiketi yazdırmış olabilir; yeniden yazdırmadan önce oraya bakın.",
    "printed elsewhere": "Etiket bunun yerine başka bir istasyonun yazıcısına gönderildi.",
    "waits for a person":
      "İsteyen istasyon bir dakikada 10'dan fazla baskı istiyor. Bu baskıya yazıcının istasyonundaki bir kişinin izin vermesi gerekir.",
    "not allowed":
      "Yazdırılmadı: yazıcının istasyonundaki bir kişi bu baskıyı reddetti veya isteyen istasyonun orada çok fazla açık isteği var.",
    "not valid": "Yazıcının istasyonu isteği reddetti, çünkü istek geçerli değil.",
    "station stopped": "Etiket gönderilirken istasyon durdu.",
    converting: "Belge hâlâ dönüştürülüyor. Arkasındaki etiketler bu arada yazdırılır.",
    "cancellation open":
      "Bu etiketin iptali kargo firmasına soruluyor. Etiket yalnızca kargo firması iptali kabul etmezse yazdırılır.",
    "shipment cancelled": "Etiket yazdırılmadan sipariş iptal edildi.",
    "shipment cancelled, may be printed":
      "Sipariş iptal edildi; etiketinin çıkıp çıkmadığı bilinmiyor. Etiket yazıcıdaysa atın.",
  },
  causeElsewhere: {
    "printer removed": "Yazıcı, kendi istasyonunda kaldırıldı. Başka bir yazıcıda yazdırın.",
    "printer off": "{{printer}} kendi istasyonunda kapalı. Başka bir yazıcıda yazdırın.",
    "shipment cancelled": "Yazdırılmadan önce sipariş iptal edildi veya etiketi değişti.",
    restored:
      "Yazıcının istasyonu bu arada eski bir yedeği geri yükledi; bunu daha önce yazdırmış olabilir. Yeniden yazdırmadan önce oraya bakın.",
  },
  reprint: {
    title: "{{order}} etiketi neden yeniden yazdırılıyor?",
    lead: "Bu etiket daha önce yazıcıya iletildi. Neden, kopyayla birlikte saklanır; önceki etiketi atın.",
    titleOfMany_one: "{{count, number}} etiket neden yeniden yazdırılıyor?",
    titleOfMany_other: "{{count, number}} etiket neden yeniden yazdırılıyor?",
    leadOfMany:
      "Bu etiketler daha önce yazıcıya iletildi. Neden, kopyalarla birlikte saklanır; önceki etiketleri atın.",
    reasons: {
      jam: "Kâğıt sıkıştı",
      damaged: "Hasarlı",
      unreadable: "Okunmuyor",
      lost: "Kayıp veya hiç çıkmadı",
      other: "Başka neden",
    },
    no: "Vazgeç",
  },
  gate: {
    title: "Satın alınmadı: etiket yazıcısı yazdıramıyor",
    nothing: "Hiçbir şey satın alınmadı, bakiyeden para çekilmedi.",
    waits:
      "Yazıcıyı hazırlayıp yeniden deneyin. Veya şimdi satın alın: etiket bekler, yazıcı hazır olunca yazdırılır.",
    again: "Yeniden dene {{price}}",
    off: "{{printer}} kapatıldı. Yazıcılar ekranında açın veya etiketleri başka bir yazıcı yazdırsın.",
    ready: "{{printer}} şimdi hazır. Enter etiketi satın alır ve yazdırır.",
    anyway: "Satın al, etiket beklesin",
    printers: "Yazıcıları aç",
  },
};
