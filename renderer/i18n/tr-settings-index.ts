/** Turkish words of the groups of Settings, and usual words by which a section is found. */
import type { enSettingsIndex } from "./en-settings-index.ts";
import type { WordsOf } from "./words.ts";

export const trSettingsIndex: WordsOf<typeof enSettingsIndex> = {
  group: {
    desk: "Bu masa",
    organization: "Kuruluş",
    carriers: "Kargo firmaları ve fiyatlar",
    programs: "Programlar",
    data: "Veriler",
  },
  find: "Ayar ara",
  foundNone: "Bu sözcüklerle bir ayar yok.",
  found_one: "{{count, number}} sonuç",
  found_other: "{{count, number}} sonuç",
  usual: {
    unanswered: "karar bekleyen bilinmeyen yanıtsız satın alma",
    scales: "terazi tartı ağırlık tartma seri RS-232 COM USB okuyucu barkod port",
    sources:
      "içe aktarma csv excel xlsx sütun başlık eşleme mağaza sipariş dosyası fatura irsaliye pdf evrak",
    orderFolder:
      "izlenen klasör paylaşım ağ dosya içe aktarma dışa aktarma ERP CSV XLSX PDF fatura sonuç",
    packing: "okutma doğrulama ses düzeyi kontrol kartı barkod paketleme",
    labels: "kâğıt kağıt yazıcı etiket boyut düzen varsayılan logo telefon",
    today: "manifesto manifest teslim listesi irsaliye kurye gün",
    screen: "dil karanlık aydınlık koyu açık kontrast tema yazı ses okuyucu görünüm",
    computer: "başlangıç açılış kapanış port api adres ağ sertifika bilgisayar",
    setUp: "ilk kurulum başlangıç sihirbaz",
    practice: "eğitim deneme alıştırma öğrenme benzetici",
    about: "sürüm güncelleme tanılama destek yardım lisans günlük",
    organization: "şirket firma unvan ad gönderici adres vergi fatura",
    balance: "para bakiye yükleme kredi cüzdan ödeme",
    members: "kullanıcı paketleyen kişi personel rol yetki sahip yönetici erişim",
    badges: "yaka kartı oturum giriş pin şifre kilit boşta kurtarma vardiya paketleyen sorumlu",
    stations: "merkez katılma davet ayrılma eşitleme masa ağ paylaşım bilgisayar sunucu",
    agreements: "anlaşma sözleşme tarife fiyat listesi barkod aralığı yakıt indirim yükle ücret",
    rules: "teklif seçimi otomatik en ucuz en hızlı tercih kargo seçimi satın alma",
    carriers: "fiyat tarife anlaşma kargo hizmet ücret hesap",
    boxes: "kutu koli şablon boyut paket ölçü desi",
    tracking: "takip tarama geciken alıcı sayfa bağlantı gün",
    programs: "api anahtar belirteç entegrasyon erişim geliştirici",
    webhooks: "webhook olay gönderim günlük bildirim url http",
    data: "yedek yedekleme saklama anahtar geri yükleme dışa aktarma csv kopya denetim klasör parola kurtarma taşınma aktarma",
    privacy: "kvkk kişisel veri silme denetim kayıt geçmiş saklama süresi",
  },
};
