/** Turkish words by error code: what happened and what to do. */
import type { enErrors } from "./en-errors.ts";
import type { WordsOf } from "./words.ts";

export const trErrors: WordsOf<typeof enErrors> = {
  CANCEL_OPEN:
    "Kargo firması etiketi iptal edip etmediğini henüz bildirmedi. İstasyon sormayı sürdürüyor. O zamana kadar etiket alınmış sayılır; siparişe birazdan yeniden bakın.",
  NO_ANSWER:
    "İstasyon yanıt vermiyor. Böyle kalırsa Packbench'i kapatıp yeniden açın; satın alınan hiçbir şey kaybolmaz.",
  E1051: "Bu gönderi artık burada değil. Siparişi yeniden okutun.",
  E1053: "Bu kuruluş artık burada değil.",
  E1054: "Sipariş okunamadı. Kolisini ve alıcısını kontrol edin.",
  E1055: "Bunu yapma yetkiniz yok. Kuruluşun sahibine danışın.",
  E1056: "Alıcının adresi kaydedilemedi. Kontrol edip yeniden deneyin.",
  E1057: "Sipariş kaydedilemedi. Kontrol edip yeniden deneyin.",
  E1058: "Gönderi kaydedilemedi. Yeniden deneyin.",
  E1064: "Bu teklif artık geçerli değil. Siparişe yeniden bakın; teklifler yenilenir.",
  E1065: "Bu siparişin etiketi zaten var. F6 onu yazdırır.",
  E1066:
    "Bakiye bu etikete yetmiyor. Daha ucuz bir teklif seçin veya Ayarlar'dan bakiye yükleyip yeniden deneyin.",
  E1067: "Siparişin ürünleri okunamadı. Kontrol edip yeniden deneyin.",
  E1068: "Önce gönderici adresinizi ekleyin: Ayarlar, Kuruluş. Hiçbir şey içe aktarılmadı.",
  E1071: "Barkod oluşturulamadı. Başka bir kargo firması seçin veya yeniden deneyin.",
  E1072: "Etiket oluşturulamadı. Yeniden deneyin; yine olmazsa başka bir kargo firması seçin.",
  E1073: "Koli artık değiştirilemez: etiketi satın alınmış.",
  E1074: "Bakiye güncellenemedi. Yeniden deneyin.",
  E1085: "Bir değer geçerli değil. Değerleri kontrol edip yeniden deneyin.",
  E1086: "Etiket satın alınamadı. Yeniden deneyin veya başka bir teklif seçin.",
  E1111: "Teklifler bu arada değişti. Siparişe yeniden bakın.",
  E1115:
    "Kart ödemesi alınamadı. Karttan para çekilmedi. Başka bir kart deneyin veya banka ödemesi girin.",
  E1129: "Alıcının adresi boş. Sokağı ve numarayı yazın.",
  E1130: "Alıcının ili boş veya tanınmıyor. Listeden seçin.",
  E1131: "Alıcının ülkesi boş veya tanınmıyor. Listeden seçin.",
  E1132: "Alıcının ilçesi boş veya tanınmıyor. Listeden seçin.",
  E1133: "Alıcının adı boş. Adını yazın.",
  E1134: "Alıcının telefonu boş. Telefonunu yazın.",
  E1136: "Alıcının e-postası boş. E-postasını yazın.",
  E2000: "İstasyonda bir hata oluştu. Yeniden deneyin; yinelenirse kodu not edip yardım isteyin.",
  E2001: "API anahtarı yok veya artık geçerli değil. Ayarlar'da yenisini oluşturun.",
  E2002: "İstasyonun bu sürümü bunu yapamaz. Packbench'i güncelleyin.",
  E2003: "Dosya çok büyük. Daha küçük dosyalara bölün.",
  E2004: "İstasyon isteği okuyamadı. Packbench'i güncelleyip yeniden deneyin.",
  E2005: "Çok sık istek geldi. Biraz bekleyip yeniden deneyin.",
  E2006: "İstasyon yalnızca bu bilgisayarda yanıt verir: 127.0.0.1 adresini kullanın.",
  E2007:
    "Aynı istek numarası başka bir içerikle gönderildi. Hiçbir şey iki kez yapılmadı. Yeniden deneyin.",
  E2008:
    "Kargo firması etiketi satıp satmadığını henüz bildirmedi. İstasyon sormayı sürdürüyor; karar vermeniz gerekirse Ayarlar'da gösterilir. Bu sipariş için başka etiket almayın; siparişe birazdan yeniden bakın.",
  E2009: "İstasyon hâlâ bu sipariş üzerinde çalışıyor. Siparişe birazdan yeniden bakın.",
  E2010: "Bu adres artık burada değil. Listeye yeniden bakın.",
  E2011:
    "Varsayılan gönderici ve fatura adresi silinemez. Önce onların yerine başka bir adres seçin.",
  E2012: "Bu kutu artık burada değil. Listeye yeniden bakın.",
  E2013: "Bu adda il yok. Listeden seçin.",
  E2014: "Bu adda ilçe yok. Listeden seçin.",
  E2015: "Bu üye artık burada değil. Listeye yeniden bakın.",
  E2016: "Bu webhook artık burada değil. Listeye yeniden bakın.",
  E2017: "Bu kargo hesabı artık burada değil. Listeye yeniden bakın.",
  E2018: "Bu anahtar artık burada değil. Listeye yeniden bakın.",
  E2020: "Etiket bu istasyonda yok.",
  E2021: "Bu etiket bağlantısı geçerli değil. Etiketi gönderisinden açın.",
  E2022: "Koli kargo firmasına teslim edilmiş. İptal edilemez, iade edilebilir.",
  E2024:
    "Bu numarayla bekleyen bir sipariş yok. Numarayı kontrol edin veya F7 ile sipariş dosyasını içe aktarın.",
  E2025: "Bu yazıcı artık tanımlı değil. Yazıcılar ekranına bakın.",
  E2027: "Bu baskı artık burada değil.",
  E2028: "Bu soru zaten yanıtlandı.",
  E2029:
    "Dosya kullanılamadı. Packbench CSV ve Excel (.xlsx) dosyalarını okur: başlık satırı olmalı, sütunlar virgül veya noktalı virgülle ayrılmalı, kodlama UTF-8 veya Windows-1254 olmalı.",
  E2030: "Kuruluşun en az bir sahibi olmalı. Önce başka bir üyeyi sahip yapın.",
  E2031: "Bu üye zaten kuruluşta.",
  E2032:
    "Bu adrese webhook gönderilemez. Herkese açık bir adres veya bu bilgisayardaki bir programın adresini yazın.",
  E2033:
    "Kargo firması bu koliyi kabul etmedi. Başka bir teklif seçin; olmazsa adresi veya ölçüleri düzeltin.",
  E2034: "Bu satın alma artık burada değil. Siparişe yeniden bakın.",
  E2035:
    "Etiket kendi denetiminden geçmedi ve yazdırılmadı. F6 ile yeniden yazdırın; yine olmazsa başka bir kargo firması seçin.",
  E2072: "Bu siparişin bazı ürünleri okutulmadı. Önce kalanları okutun.",
  E2073: "Bu sipariş bekletiliyor. F9 ile serbest bırakın, sonra satın alın.",
  E2074:
    "Yalnızca paketlenmeyi bekleyen bir sipariş bekletilebilir; iptal edilmiş siparişe yeni kutu eklenmez.",
  E2080: "Bu ürünün görseli yok veya şu anda alınamadı.",
  E2081: "Bu ürünün bütün adetleri zaten okutuldu. Kolide fazladan bir tane olup olmadığına bakın.",
  E2036: "İstasyonun diski dolu veya yazılamıyor. Yer açıp yeniden deneyin.",
  E2040: "Bu web sayfası istasyonu kullanamaz. Sorduğunda masada izin verin.",
  E2041: "Sayfanın sorusu artık açık değil. Sayfayı yenileyin: yeniden sorar.",
  E2042: "Bu gönderim artık burada değil. Listeye yeniden bakın.",
  E2043: "Bu olay silindiği için yeniden gönderilemez.",
  E2045: "Bu etiket iptal edildi. Kullanmayın; koli için yeni bir etiket satın alın.",
  E2046: "Bu takip bağlantısı geçerli değil. Gönderiden tamamını kopyalayın.",
  E2047: "Bu sipariş iptal edilmemiş. Durumunu görmek için yeniden okutun.",
  E2049:
    "Tarayıcı açılamadı. Bir tarayıcıyı kendiniz açıp yazıcı benzetimi sayfasının adresini yazın.",
  E2050:
    "Kayıtlı bir parola bu istasyonda okunamıyor, çünkü anahtarı yok. Ayarlar, Veri ve yedek bölümünde kurtarma anahtarını girin.",
  E2051:
    "Bu dekont numarası daha önce başka bir tutarla girilmiş. Hiçbir şey eklenmedi. Numarayı ve tutarı kontrol edin.",
  E2052:
    "Bu çok uzun sürdü ve durduruldu. Daha az isteyin: daha kısa bir süre, bir sipariş numarası veya bir filtre daha.",
  E2053:
    "İki istasyon bu gönderide çelişen değişiklikler yaptı. Etiketlerini ve takibini karşılaştırın.",
  E2054: "Bu iş artık burada değil veya şu anda deneniyor. Listeye yeniden bakın.",
  E2055: "Bu gönderinin kişisel verileri silindi. Etiketi artık gösterilemez ve yazdırılamaz.",
  E2056: "Belge bu istasyonda yok. Yeniden yükleyin.",
  E2057: "Alıcının adı ve adresi bu etikete sığmıyor. Kısaltın veya daha büyük kâğıda yazdırın.",
  E2058: "Packbench'in bu sürümünde etiketin düzeni yok. Daha yeni bir sürüm kurun.",
  E2059: "İstasyon bunu şu anda çizemedi. Birazdan yeniden deneyin.",
  E2060:
    "Başka belge için yer yok: buradaki belgeler hâlâ yazdırılmayı bekliyor. Onlar yazdırılınca yeniden deneyin.",
  E2061: "Bu belge hâlâ yazdırılıyor. Yazdırma bitince silin.",
  E2062:
    "Bu klasör kullanılamıyor: bulunamadı, dolu veya yazma izniniz yok. Başka bir klasör seçin.",
  E2063:
    "Etiket yazıcısı yazdıramıyor: etiketi veya ribonu bitmiş, kapağı açık veya kendisi kapalı. Hiçbir şey satın alınmadı. Yazıcıyı hazırlayıp yeniden Enter'a basın.",
  E2067:
    "Bu adresler birleştirilemez: biri silinmiş veya aralarında hem gönderici hem alıcı var. Hiçbir şey değişmedi.",
  E2068:
    "Bu dosya artık açık değil. Dosyayı yeniden seçin: içe aktarılmış satırlar ikinci kez aktarılmaz.",
  E2070: "Bu anahtarla PDF ve resim yazdırılabilir, ZPL yazdırılamaz.",
  E2071: "Bu baskı artık beklemiyor, bu yüzden iptal edilemez.",
  E2075:
    "Bu etiketlerin bazıları bu arada yazdırıldı. Liste yeniden okundu: listeye bakıp yeniden başlatın.",
  E2076: "Bu toplu yazdırma artık yok. Başka bir toplu yazdırma seçin.",
  E2077: "Toplu yazdırma bu arada bitti.",
  E2078: "Bu numara toplu yazdırmada yok. Sağlam çıkan son etiketi okutun.",
  E2086:
    "Bir siparişin yalnızca son kutusu, o da etiketi alınmadıysa kaldırılabilir. Etiketi alınmış kutuyu geri almak için onu açıp etiketini iptal edin: F8. Hiçbir şey değişmedi.",
  E2087:
    "Bu siparişin bir etiketi bu kutuyu zaten sayıyor. O etiketi iptal edip kutusunu yeniden paketleyin; ardından bu kutu kaldırılabilir. Hiçbir şey değişmedi.",
  E2079: "Alıştırma istasyonu açılamadı. Diğer programları kapatıp yeniden deneyin.",
  E2083:
    "Gönderide daha yeni bir hareket var. Önce ona bakın, sonra ilgilenildi olarak işaretleyin.",
  E2084:
    "Bu, herkese açık bir https adresi değil. https://takip.ornek.com gibi, yolu olmayan bir adres girin.",
  E2101: "Bu yedek bozuk veya eksik. Başka bir yedek seçin. Hiçbir şey değişmedi.",
  E2102:
    "Bu yedek daha yeni bir Packbench ile alınmış. Önce Packbench'i güncelleyin. Hiçbir şey değişmedi.",
  E2103:
    "Bu yedek başka bir bilgisayarda alınmış. Önce o bilgisayarın hâlâ kullanılıp kullanılmadığını belirtin.",
  E2091:
    "İstasyon yanıt vermeden durdu, yeniden başlıyor. Yeniden denemeden önce son işleminizin yapılıp yapılmadığına bakın.",
  E2090: "Bu içe aktarma zaten bitti.",
  E2104:
    "Bu ortak bir masa: başka pencere, dosya veya program açmaz. Başka bir masada yapın veya BT biriminize sorun.",
  E2122: "Bu bilgisayar ayarı kabul etmedi. Hiçbir şey değişmedi.",
  E2105:
    "Bu kurtarma anahtarı uymuyor. Kâğıttakiyle karakter karakter karşılaştırın. Hiçbir şey değişmedi.",
  E2106: "Kayıtlı parolaların anahtarı kayıp değil. Hiçbir şey değişmedi.",
  E2111: "Bu bir katılım kodu değil veya bir bölümü eksik. Kodun tamamını yeniden kopyalayın.",
  E2112:
    "Merkez yanıt vermedi. Merkezin çalıştığını, iki bilgisayarın aynı ağda olduğunu ve merkez bilgisayarındaki güvenlik duvarının merkezin portuna izin verdiğini kontrol edin.",
  E2113:
    "Merkezin adresinde başka bir bilgisayar yanıt veriyor. Merkezde yeni bir katılım kodu oluşturun.",
  E2114: "Bu katılım kodu artık kullanılamaz. Merkezde yeni bir kod oluşturun.",
  E2115: "Merkezdeki nats-server çok eski. Merkez bilgisayarında güncelleyin.",
  E2116:
    "Bu bilgisayarla merkezin saatleri arasında beş dakikadan çok fark var. Saatleri ayarlayıp yeniden deneyin.",
  E2117:
    "Merkez bu istasyonu kabul etmiyor. Merkezde hâlâ listeleniyorsa oradan çıkarın, sonra yeni bir kodla katılın.",
  E2118: "Bu istasyon başka bir merkeze katılmış. Önce o merkezden ayrılın.",
  E2119: "Bu merkez başka bir kuruluşun.",
  E2120: "İstasyon zaten bir merkeze katılıyor. Katılana kadar bekleyin.",
  E2132:
    "Bakiyenin kalanı diğer masalarda; merkeze ulaşılınca gelir. Hiçbir şey satın alınmadı. Merkezle bağlantıyı kontrol edip yeniden deneyin.",
  E2133:
    "Bu masa bakiyeden harcayamaz: merkezden çıkarılmış veya verilerinin eski bir kopyası geri yüklenmiş. Hiçbir şey satın alınmadı. Kuruluşun bir sahibi masayı merkeze yeniden katmalı.",
  E2134:
    "Bu sipariş şu anda ulaşılamayan başka bir masada. Orada paketleyin veya o masa bağlanınca yeniden deneyin.",
  E2135:
    "Merkez boşaltılmış veya eski bir durumuna döndürülmüş. Her masa elindekini bildirince merkez yeniden numara ve para verir. Diğer masaları açın veya kaybolan masaların merkezden çıkarılmasını isteyin, sonra yeniden deneyin.",
  E2136: "Bu etiket geçersiz: kargoya vermeyin. Koliden çıkarın.",
  E2131:
    "Bu masanın numaraları bitti, yenilerini veren merkeze de ulaşılamıyor. Hiçbir şey yapılmadı. Merkezle bağlantıyı kontrol edip yeniden deneyin.",
  E2140:
    "Bu istasyon başka istasyonları içeri alamaz ve çıkaramaz. Bunu merkezin bilgisayarında veya kuruluşu kuran istasyonda yapın.",
  E2141:
    "İstasyon, bütün değişiklikleri merkeze ulaşınca ayrılabilir. Hiçbir şey değişmedi. Güncel olmasını bekleyin, sonra ayrılın.",
  E2142:
    "Başka istasyonlar bu kuruluşla çalışıyor. Hiçbir şey değişmedi. Önce o istasyonlar ayrılsın veya siz onları çıkarın.",
  E2143: "Merkez bu bilgisayarda başlatılamadı. Hiçbir şey değişmedi.",
  E2144: "Bu istasyon zaten bir merkeze katılmış. Önce o merkezden ayrılın.",
  E2145:
    "Bu, bir nats-server kimlik dosyası değil. Sunucuyu yöneten kişiden bu istasyonun .creds dosyasını isteyin.",
  E2146:
    "Merkeze henüz katılınamaz: merkezin bir parçası eksik veya farklı ayarlanmış. Hiçbir şey değişmedi. Bunu merkezi yöneten kişi düzeltmeli.",
  E2121: "Bunu şirketinizin BT birimi belirlemiş. Masada değiştirilemez: BT biriminize sorun.",
  E2096:
    "Dosyanın ilk satırında gereken sütunlar eksik. Aşağıdaki adları ilk satıra yazıp dosyayı yeniden içe aktarın.",
  E2290: "Bu sipariş kaynağı artık listede yok.",
  E2291:
    "Bu dosyanın başlıkları birkaç sipariş kaynağına uyuyor. Hiçbir şey içe aktarılmadı. Dosyanın geldiği kaynağı seçin.",
  E2147:
    "Bu yazıcı artık paylaşılmıyor veya kaldırıldı. Hiçbir şey gönderilmedi. Başka bir yazıcı seçin.",
  E2148:
    "Bu istasyon başka istasyonlara katılmadı, bu yüzden onların yazıcılarını kullanamaz. Ayarlar, İstasyonlar bölümünde bir merkeze katılın veya burada yazdırın.",
  E2149:
    "Yazıcının istasyonu bu baskıyı zaten aldı veya baskı bitti. Baskı iptal edilmedi; o istasyonun baskı günlüğünden iptal edin.",
  E2150:
    "Merkez verilerini kaybetmiş ve kendi kuruluşunun bir masasını bekliyor. Hiçbir şey değişmedi. Bu merkezle daha önce çalışmış bir masayı açın; o masa güncel olunca katılın.",
  E2151:
    "Bu istasyon şu anda bağlı. Hiçbir şey değişmedi. Sunucuyu yöneten kişi istasyonun oradaki kullanıcısını kaldırsın; istasyon yarım dakika görünmeyince onu çıkarın.",
  E2153:
    "Paylaşılan bir yazıcıda böyle bir baskı yok veya baskı, istenmesinden otuz gün sonra silindi.",
  E2155:
    "Kuruluşun gizli bilgilerinin anahtarı bu masaya henüz gelmedi. Hiçbir şey kaydedilmedi. Kuruluşta daha uzun süredir bulunan bir masayı açıp yeniden deneyin.",
  E2156:
    "Bu isteği başka bir masa işliyor, yanıtı şu anda alınamıyor. Burada hiçbir şey yapılmadı. Daha sonra veya o masada yeniden deneyin.",
  E2157:
    "Merkezdeki kuruluş verileri bozuk veya başka bir kuruluşun. Hiçbir şey değişmedi. Verilerin bulunduğu bir masayı açın, on dakika bekleyip yeniden deneyin.",
  E2158:
    "Kargo firmasının etiketi başka bir masada, etiketleri ileten merkeze de ulaşılamıyor. Hiçbir şey yazdırılmadı. Orada yazdırın veya merkeze ulaşılınca yeniden deneyin.",
  E2159:
    "Merkezin bilgisayarının diski dolu, salt okunur veya arızalı; bu yüzden merkez bu istasyonu içeri alamıyor. Orada yer açın, sonra aynı kodla yeniden deneyin.",
  E2160:
    "Kuruluşun verileri daha yeni bir Packbench'e ait. Hiçbir şey değişmedi. Bu istasyonu güncelleyip yeniden deneyin.",
  E2161:
    "Bunu Packbench'in bir deneme sürümü yazmış, biçimi artık desteklenmiyor. Hiçbir şey değişmedi.",
  E2164: "Bu numarada zaten bir sipariş var. Sipariş oluşturulmadı.",
  E2165:
    "Bu sipariş, siz formu değiştirmeden önce oluşturulmuştu. Değişiklikler kaydedilmedi. Siparişi açıp orada değiştirin.",
  E2166:
    "Bu firmadan o gün satın alınmış, geçerli bir etiket yok. Hiçbir şey yazdırılmadı. Firmaya ve güne bakın.",
  E2167:
    "Bu etiketler zaten sırada: yazıcıda, bitmemiş bir toplu yazdırmada veya başka bir istasyonda. İkinci kez yazdırılmazlar.",
  E2168: "Böyle bir anlaşma yok veya anlaşma sona erdirildi. Hiçbir şey değiştirilmedi.",
  E2169: "Böyle bir fiyat sürümü yok veya onu yalnızca daha yeni bir Packbench gösterebilir.",
  E2170: "Bu barkod aralığı kullanılamaz. Hiçbir şey kaydedilmedi.",
  E2173: "Böyle bir kural yok veya kural kaldırıldı. Hiçbir şey değiştirilmedi.",
  E2175: "Bu gönderinin alınmış etiketi yok.",
  E2176: "Deneme gönderisi kendiliğinden ilerler.",
  E2177: "Saat gelecekte veya etiketin alınmasından önce.",
  E2174:
    "Artık hiçbir kural bu teklifi hemen satın almıyor. Hiçbir şey satın alınmadı. Tekliflere bakın ve satın almak için Enter'a basın.",
  E2180: "Bu etiket için kargo firmasına bildirim yok.",
  E2181: "Bu, bildirimin şu anki durumunda mümkün değil. Hiçbir şey değiştirilmedi.",
  E2182: "Bu hesabın kargo firmasıyla bunu yapabilecek bir bağlantısı yok.",
  E2183: "Böyle bir gönderi dosyası yok.",
  E2184: "Bu hesapta dosya bekleyen gönderi yok.",
  E2186: "Bu hesabın kuryesi bugün için zaten çağrıldı. Yeni çağrı yapılmadı.",
  E2188: "Bu taşınma başlatılamaz veya sürdürülemez. Hiçbir şey değiştirilmedi.",
  E2190:
    "Etiket, satın alındığı sunucuda; şu anda oradan okunamıyor. Hiçbir şey yazdırılmadı. Daha sonra yeniden deneyin.",
  E2260: "Bu siparişler birlikte paketlenmez. Hiçbir şey değiştirilmedi.",
  E2261:
    "Bu sipariş başka bir siparişle birlikte paketlendi. O siparişi açın; ayrı paketlemek için etiketini iptal edin. Hiçbir şey değiştirilmedi.",
  E2264:
    "Birlikte paketlenen siparişler tek kutuya girer. Önce ayırın: Alt+U. Hiçbir şey değiştirilmedi.",
  E2262: "Kolinin üzerindeki etiket henüz okutulmadı. Önce onu okutun; F9 okutmadan devam eder.",
  E2263: "Bu siparişin evrakı eksik. Hiçbir şey satın alınmadı. Evrakı ekleyip yeniden satın alın.",
  E2280: "Bu siparişi değiştiren bir dosya yok.",
  E2281:
    "Daha yeni bir dosya bu siparişi yeniden değiştirdi veya satırı eskisi gibi. Hiçbir şey değiştirilmedi. Siparişi yeniden açın.",
  E2282: "Bu siparişin değişikliği şu anda uygulanamıyor. Hiçbir şey değiştirilmedi.",
  E2283:
    "Bir dosya bu siparişi değiştirdi veya iptal etti. Hiçbir şey satın alınmadı. Siparişi açın: F10 değişikliği alır, F12 siparişi olduğu gibi bırakır.",
  E2192: "Bu gönderi araca verilmez. Hiçbir şey sayılmadı.",
  E2193: "Bu aracın yüklemesi şu anda bitirilemiyor. Hiçbir şey teslim edilmedi.",
  E2250: "Bu ürün artık listede yok.",
  E2251:
    "Bu barkod başka bir üründe kayıtlı. Hiçbir şey kaydedilmedi. Oradan kaldırın veya barkodu denetleyin.",
  E2252: "Bu kalemin stok kodu yok; barkodu hatırlanamaz. Kalemi elle işaretleyin.",
  E2253: "Bu barkod başka bir kutuda kayıtlı. Hiçbir şey değiştirilmedi.",
  E2254:
    "Bu ağırlık, içindekiler için alışılmadık. Hiçbir şey alınmadı. İçindekileri denetleyip yeniden tartın veya böyle satın alın.",
  E2255: "Bu siparişlerin hiçbiri toplanacak kalemlerle beklemiyor. Hiçbir şey yazdırılmadı.",
  E2194: "Bu teslim kaydı bulunamadı.",
  E2240: "Yükleme hâlâ bitiriliyor. Liste birazdan tamamlanır: yeniden deneyin.",
  E2191: "Pazaryeri, arayacağı adresi almadı. Yeniden deneyin veya adresi orada elle girin.",
  E2189: "Bu taşınma veya ona ait bu soru bulunamadı.",
  E2220: "Bu terazi artık bu masada tanımlı değil.",
  E2221: "Terazide geçerli bir ağırlık yok. Teraziye bakın veya ağırlığı yazın.",
  E2222: "Bu bağlantıyı bu masanın başka bir terazisi veya okuyucusu kullanıyor.",
  E2241: "Masa kilitli. Yaka kartınızı okutun, sonra işlemi yineleyin.",
  E2242: "Bunun için bir sorumlunun izni gerekir. Hiçbir şey yapılmadı.",
  E2243:
    "Bu yaka kartı burada masa açmaz: bilinmiyor veya iptal edilmiş. Sorumlunuzdan yenisini isteyin.",
  E2244: "PIN yanlış.",
  E2245: "Çok fazla yanlış deneme. Sonra yeniden deneyin veya başka bir sorumluya sorun.",
  E2246: "Bu yaka kartı oluşturulamaz veya iptal edilemez. Hiçbir şey değişmedi.",
  E2310: "Bu klasör kullanılamıyor. Hiçbir şey değişmedi.",
  E2247: "Bu yaka kartı iptal edilmiş veya hiç olmamış.",
  E2187:
    "Bu hesapla başlatılan işlemler kargo firmasının yanıtını bekliyor. Hiçbir şey değiştirilmedi.",
  E2185: "Kargo firması bu gönderiyi bu haliyle kabul etmez. Hiçbir şey satın alınmadı.",
  E2172: "Bu anlaşmanın kredi limitine ulaşıldı. Hiçbir şey satın alınmadı.",
  E2171: "Bu fiyatlar girilemez veya geri çekilemez. Hiçbir şey değiştirilmedi.",
};
