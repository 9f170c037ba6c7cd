/** Turkish words of the data folder, backups and exports. */
import type { enKeeping } from "./en-keeping.ts";
import type { WordsOf } from "./words.ts";

export const trKeeping: WordsOf<typeof enKeeping> = {
  data: {
    title: "Veri ve yedek",
    lead: "Her şey bu bilgisayarda, tek bir klasörde durur.",
    folder: "Veri klasörü",
    size: "Veritabanının boyutu",
    free: "Bu diskte boş yer",
    check: "Son denetim",
    never: "Henüz denetlenmedi",
    whole: "Sağlam, {{when}}",
    damaged: "Hasarlı, {{when}}",
    checkNow: "Şimdi denetle",
    checking: "Dosya ve hesap hareketleri denetleniyor. Çalışmaya devam edebilirsiniz.",
    damage: "Bir yedeği geri yükleyin veya devam etmeden yardım isteyin. Destek için: {{found}}",
  },
  secrets: {
    title: "Kayıtlı parolalar",
    leadStore:
      "Kargo parolaları ve webhook anahtarları, bu bilgisayarın anahtar deposundaki bir anahtarla şifrelenir. Başka bir bilgisayarda okunamazlar; Packbench tek kullanıcı için kurulduysa başka bir kullanıcı da okuyamaz.",
    leadFile:
      "Kargo parolaları ve webhook anahtarları, veri klasöründeki bir dosyada duran anahtarla şifrelenir.",
    none: "Henüz kayıtlı parola yok.",
    keep_one:
      "{{count, number}} parola kayıtlı. Başka bir bilgisayarda veya başka bir kullanıcıyla okumak için kurtarma anahtarı gerekir.",
    keep_other:
      "{{count, number}} parola kayıtlı. Başka bir bilgisayarda veya başka bir kullanıcıyla okumak için kurtarma anahtarı gerekir.",
    show: "Kurtarma anahtarını göster",
    recoveryKey: "Kurtarma anahtarı",
    paper:
      "Kâğıda yazın veya yazdırın ve bu bilgisayardan uzakta saklayın. Verilerin bir kopyasıyla birlikte kayıtlı bütün parolaları açar.",
    lost: "Kayıtlı parolaların anahtarı kayıp",
    lostLead:
      "Etiketler, yazdırma ve siparişler etkilenmez. Anahtar başka bir kullanıcıya veya bilgisayara ait; anahtar deposu yeniden kurulmuş da olabilir. O kullanıcıyla oturum açın veya kâğıttaki kurtarma anahtarını yazın.",
    recover: "Anahtarı geri yükle",
    unreadable: "Şu anda okunamayanlar",
    kinds: {
      account: "Kargo hesabı",
      webhook: "Webhook",
      pin: "PIN",
      certificate: "Diğer bilgisayarlar için sertifika",
    },
    forgetLead:
      "Kurtarma anahtarınız yoksa: bu hesaplar ve webhook'lar kapatılır, siz onları yeniden girersiniz; sorumlulara yeni PIN gerekir. Bu işlem geri alınamaz.",
    subject: "kayıtlı parolalar",
    forget: "Bu parolalar olmadan devam et",
    forgetNow: "Bu parolalardan kalıcı olarak vazgeç",
    recovered: "Anahtar geri geldi. Kayıtlı bütün parolalar yeniden okunabilir.",
    forgotten: "Kayıtlı parolalardan vazgeçildi. Hesapları ve webhook'ları yeniden girin.",
    pinsForgotten:
      "PIN'lerden de vazgeçildi. Bu masa kilitlenmeden Ayarlar, Yaka kartları altında PIN'inizi belirleyin ve yeni kurtarma anahtarını not edin: ikisi de olmadan hiçbir sorumlu giremez.",
  },
  backup: {
    title: "Yedek",
    lead: "Siz çalışırken bütün siparişleri, etiketleri, adresleri ve para kayıtlarını bir klasöre kopyalar. Başka bir disk veya ağ paylaşımı kullanın.",
    never: "Henüz yedek yok.",
    last: "Son yedek, {{when}}",
    start: "Şimdi yedekle…",
    stop: "Yedeği durdur",
    running: "Yedekleniyor: %{{percent, number}}",
    done: "Yedek tamamlandı ve baştan sona okundu.",
    stopped: "Yedek durduruldu. Hiçbir parçası saklanmadı.",
    failed: "Yedek alınamadı. Hiçbir parçası saklanmadı.",
    cause: "Diski ve diskteki boş yeri kontrol edip yeniden deneyin. Nedeni günlükte yazar.",
    nightly: "Her gece",
    nightlyOff: "Kapalı. Bir klasör seçin; her gece yedek alınır.",
    nightlyTo: "Her gece şuraya",
    nightlyFailed: "{{when}}: yedek alınamadı. Kendiliğinden yeniden denenir.",
    choose: "Klasör seç…",
    chooseOther: "Başka klasör…",
    off: "Kapat",
    keep: "Saklama",
    keptDays_one: "Yedekler {{count, number}} gün saklanır",
    keptDays_other: "Yedekler {{count, number}} gün saklanır",
    keeps: {
      few: "3 gün, 2 hafta, 3 ay",
      usual: "7 gün, 4 hafta, 12 ay",
      many: "30 gün, 12 hafta, 36 ay",
      other:
        "Başka: {{daily, number}} günlük, {{weekly, number}} haftalık, {{monthly, number}} aylık",
    },
    restoreTitle: "Yedeği geri yükle",
    restoreLead:
      "Önce yedekte ne olduğunu görürsünüz. İstasyonun şimdiki verileri 30 gün kenarda tutulur.",
    show: "Yedekleri göster",
    reading: "Okunuyor…",
    none: "Bu klasörde yedek yok. Başka bir klasör seçin.",
    look: "İncele",
    damaged: "bozuk veya eksik",
    newer: "daha yeni bir Packbench gerekir",
    trial: "deneme sürümüyle alınmış, artık desteklenmiyor",
    holds: "{{organizations}}: {{shipments}}, {{labels}}, {{size}}",
    shipments_one: "{{count, number}} gönderi",
    shipments_other: "{{count, number}} gönderi",
    labels_one: "{{count, number}} etiket",
    labels_other: "{{count, number}} etiket",
    newest: "En yeni etiket",
    madeBy: "Yedeği alan sürüm",
    noLabel: "yok",
    lost: "Geri yükledikten sonra burada eksik olacak: o zamandan beri alınan {{labels}} ve yapılan {{prints}}. Bu etiketleri taşıyan koliler yine de yoldadır.",
    prints_one: "{{count, number}} baskı",
    prints_other: "{{count, number}} baskı",
    lostNothing: "O zamandan beri etiket alınmadı.",
    ownSettings:
      "Yazıcılar, klasörler, portlar, programlar ve izin verilen web sayfaları yedekten alınmaz: bu bilgisayarınkiler kalır.",
    secretsLost:
      "Geri yükledikten sonra kayıtlı parolalar için kurtarma anahtarı gerekir veya parolalar yeniden girilir.",
    elsewhere: "Bu yedek başka bir bilgisayarda alınmış.",
    become: "Öteki bilgisayar",
    becomes: { copied: "çalışmaya devam ediyor", moved: "artık kullanılmıyor" },
    putBack: "Bu yedeği geri yükle",
    putBackNow: "Şimdi geri yükle: istasyon yeniden başlar",
    putting: "Yedek kopyalanıp denetleniyor. Sonra istasyon yeniden başlar.",
    close: "Kapat",
  },
  keeping: {
    export: "Bütün verileri dışa aktar",
    exportLead:
      "Kuruluşunuzun bütün verileri tek bir zip dosyasında, her tablo ayrı. Parolalar bu dosyada yer almaz.",
    csv: "CSV olarak…",
    jsonl: "JSON Lines olarak…",
    support: "Destek için",
    supportLead:
      "Sürümler, ayarlar, günlükler ve sayılar tek bir zip dosyasında. Ad, adres, telefon ve parola içermez.",
    supportSave: "Destek dosyasını kaydet…",
  },
};
