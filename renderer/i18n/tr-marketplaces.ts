/** Turkish words of marketplaces. */
import type { enMarketplaces } from "./en-marketplaces.ts";
import type { WordsOf } from "./words.ts";

export const trMarketplaces: WordsOf<typeof enMarketplaces> = {
  title: "Pazaryerleri",
  lead: "Bir pazaryeri veya başka bir Packbench, oradaki bakiyenizden size etiket satar. Teklifleri sizinkilerin yanında görünür.",
  none: "Henüz bağlı pazaryeri yok.",
  connect: "Pazaryeri bağla",
  connectLead:
    "Adresi ve anahtarı pazaryeri verir. Siz açmadıkça hiçbir sipariş bilgisi gönderilmez.",
  connectNow: "Bağla ve dene",
  connected: "Pazaryeri bağlandı.",
  name: "Ad",
  nameHint: "Teklifler ve etiketler bu adla görünür. Boş: adresteki sunucu adı.",
  fields: {
    url: "Pazaryerinin adresi",
    token: "Anahtar (token)",
    mode: "Etiketler",
    recipientEmail: "E-postası olmayan alıcılar için e-posta",
    limitSeconds: "Teklifleri beklenecek süre, saniye",
    services: "Yalnızca bu hizmetler",
  },
  hints: {
    url: "Örneğin https://pazar.example.com; /api/v1 yazılmayabilir.",
    recipientEmail: "Pazaryerleri e-posta ister. Boş: böyle siparişlere teklif gelmez.",
    limitSeconds: "1 ile 30 arası.",
    services: "SURAT_STANDART gibi kodlar, virgülle ayrılır. Boş: hepsi.",
  },
  check: "Dene",
  checkOf: "{{name}} bağlantısını dene",
  checking: "{{name}} soruluyor…",
  checked: {
    accepted: "{{name}} anahtarı kabul ediyor.",
    warned: "{{name}} anahtarı kabul ediyor, ancak şuna bakın:",
    refused: "{{name}} bu bilgilerle kullanılamıyor.",
    unreachable: "{{name}} denenemedi.",
  },
  asks: "Fiyat sorma",
  asksOf: "{{name}}: fiyat sorma",
  asksWhen: { off: "Kapalı", onDemand: "Yalnızca ben isteyince", always: "Her siparişte" },
  asksMeans:
    "Her soruda alıcının adı, adresi ve telefonu ile kolinin içeriği {{host}} sunucusuna gönderilir.",
  asksOff: "Kapalı: {{host}} sunucusuna sipariş bilgisi gönderilmez, teklifleri görünmez.",
  test: "Yalnızca deneme siparişleri",
  balance: "Oradaki bakiye",
  balanceUnknown: "henüz sorulmadı",
  askFirst: "Sor",
  askBalance: "Yeniden sor",
  askBalanceOf: "{{name}} bakiyesini sor",
  askingBalance: "{{name}} soruluyor…",
  ago: "{{time}} önce",
  problem: "Bakiye okunamadı. {{words}}",
  justNow: "az önce",
  debt: "orada {{amount}} borç",
  balances: "Pazaryerlerindeki bakiyeler",
  money: {
    none: "Ne {{name}} bakiyenizden ne de buradan para çıktı.",
    earlier: "Yalnızca önceki etiketin ücreti alındı, başka bir şey alınmadı.",
    unknown:
      "{{name}} ücreti oradaki bakiyeden aldı mı, henüz bilinmiyor. Buradan para çıkmadı ve hiçbir şey iki kez alınmaz.",
    held: "{{name}} ücreti oradaki bakiyeden alır. Buradan para çıkmadı ve hiçbir şey iki kez alınmaz.",
  },
  refusedDo: "Başka bir teklif seçin veya sorunu pazaryerinde çözüp yeniden deneyin.",
  undoLead:
    "{{service}}. {{amount}} {{name}} bakiyesine iade edilir, etiket geçersiz olur. Yazdırıldıysa koliden çıkarıp atın.",
  paidFrom: "{{name}} bakiyesinden ödendi",
  busyLong:
    "{{name}} henüz yanıt vermedi, {{seconds}} sn. Sonraki okutma saklanır, hiçbir şey iki kez alınmaz.",
  notHeld: "{{name}} ücreti oradaki bakiyeden alır, burada tutar bloke edilmez.",
  hook: {
    title: "Koli hareketlerini bildirme",
    lead: "Bildirimle istasyon, {{name}} sunucusuna yalnızca arada bir değil, koli hareket eder etmez sorar. {{name}} için bu istasyonun TLS portuna götüren, herkese açık bir adres gerekir.",
    address: "Bu istasyonun herkese açık adresi",
    addressHint: "Örneğin https://masa.example.com:4748, yolu olmadan.",
    command: "{{name}} bu adrese bildirsin",
    set: "{{name}} adresi aldı.",
    end: "Bildirimi kapat",
    ended: "{{name}} artık bildirmiyor.",
    byHand: "Orada elle girme",
    byHandLead: "TRACK_UPDATED için bu adres ve başlıkla bir webhook. Değeri kimseyle paylaşmayın.",
  },
  testLead: "Pazaryerine oradaki bakiyenizi sorar, sipariş bilgisi göndermez.",
};
