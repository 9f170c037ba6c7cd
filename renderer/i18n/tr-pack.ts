/**
 * Turkish words of Pack: the scan, the order, its purchase and prints, and imports. More words of
 * Pack are in tr-desk.ts, words of errors in tr-errors.ts.
 */
import type { enPack } from "./en-pack.ts";
import type { WordsOf } from "./words.ts";

export const trPack: WordsOf<typeof enPack> = {
  scan: {
    label: "Siparişi okutun veya yazın",
    hint: "sipariş no, gönderi no veya etiket",
    open: "Aç",
    opening: "Sipariş aranıyor…",
    stop: "Vazgeç",
    next: "Sırada: {{codes}}",
    held: "{{count, number}} askıda",
    waiting_one: "{{count, number}} paketlenecek",
    waiting_other: "{{count, number}} paketlenecek",
  },
  empty: {
    topUp: "Bakiye yükle",
    addPrinter: "Yazıcı tanımla",
    title: "Paketlemek için bir sipariş okutun",
    lead: "Bu ekranın neresinde olursanız olun okutabilirsiniz. Teklifler hemen gelir; Enter seçili teklifi satın alır ve etiketini yazdırır.",
    noneTitle: "Paketlenecek sipariş yok",
    noneLead:
      "Mağazanızdan veya ERP'nizden aldığınız sipariş dosyasını içe aktarın. Hatalı satırlar listelenir, doğru satırlar içe aktarılır.",
    import: "Sipariş dosyası içe aktar",
    drop: "veya CSV, Excel dosyasını bu pencereye bırakın",
    waitingTitle: "Paketlenecekler",
    arrows: "seç",
    open: "Sıradaki siparişi aç",
    openThis: "Bu siparişi aç",
    more: "ve {{count, number}} sipariş daha",
    choosing: "Açılan pencerede dosyayı seçin…",
    dropHere: "İçe aktarmak için dosyayı bırakın",
  },
  notice: {
    noOrderToCancel: "Açık sipariş yok. Etiketi iptal edilecek siparişi okutun, sonra F8'e basın.",
    noOrderToPrint: "Açık sipariş yok. Etiketi yazdırılacak siparişi okutun, sonra F6'ya basın.",
    held: "{{order}} siparişi askıya alındı. Askıdakileri görmek için F9; askıdan almak için siparişi açıp F9'a basın.",
    released: "{{order}} siparişi askıdan alındı.",
    notHeld: "{{order}} siparişi askıya alınmadı: etiketi zaten var.",
    returnNotHeld: "{{order}} siparişi askıya alınmadı: bu bir iade.",
    nothingToCancel: "{{order}} siparişinin iptal edilecek etiketi yok.",
    nothingToPrint: "{{order}} siparişinin yazdırılacak etiketi yok.",
    lastFirst: "{{order}} etiketi için önce Esc'e basın.",
    labelAwaited:
      "Kargo firması {{order}} siparişinin etiketini hâlâ hazırlıyor. Vazgeçmek için siparişi Gönderiler ekranında iptal edin.",
    stillOpen: "{{order}} siparişinin satın alma işlemi sürüyor. Sonuç belli olana kadar bekleyin.",
    cancelledAlready:
      "{{order}} siparişi zaten iptal edilmiş: yazdırılacak veya iptal edilecek etiketi yok.",
    questionStays: "Soru hâlâ açık: F10 evet, F12 hayır.",
    waitsAlready:
      "{{order}} siparişinin etiketi zaten yazıcıyı bekliyor ve kendiliğinden yazdırılacak. İkinci kez sıraya alınmadı.",
    printingNow: "{{order}} siparişinin etiketi şu anda yazdırılıyor. İkinci kez sıraya alınmadı.",
    item: "{{title}} ✓ bu siparişte (×{{quantity}})",
    withCarrier: "{{order}} siparişinin kolisi kargo firmasında. İptal edilemez, iade edilebilir.",
  },
  import: {
    reading: "{{file}} okunuyor…",
  },
};
