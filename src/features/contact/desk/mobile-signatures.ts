/** Devices and mail programs that add a line about themselves. */
const products = new RegExp(
  `(?<![\\p{L}\\d])(${[
    "(i ?phon[eu]|i ?pad)[-']?\\p{Ll}{0,6}|ipod|ios|macbook|apple watch|samsung|galaxy|huawei|xiaomi|redmi|oneplus|oppo|vivo|realme|honor",
    'nokia|motorola|xperia|pixel|blackberry|android|outlook|windows|yahoo ?!?|aol|proton ?mail|gmail|gmx|web\\.de',
    't-online|zoho|fastmail|tuta(nota)?|spark|mailbird|thunderbird|yandex|яндекс|mail\\.ru|superhuman|airmail',
    'bluemail|edison|newton|k-9|fairemail|libero|hotmail|office 365|mailspring|canary|mimestream|rediffmail',
    'nine|spike|hey|foxmail|naver|네이버|갤럭시|mail orange|freenet|telekom mail|qq ?(mail|邮箱)|网易邮箱大师|почт[аы]( mail)?(\\.ru)?',
  ].join('|')})(?![\\p{L}\\p{M}])`,
  'giu',
)
/** "My", with which these lines name a device without its maker. */
const mine = new Set(
  'my mein meinem meiner mon ma mi mio meu min mijn minun mojego mého môjho mojeg моего мого моят meus 나의 내 मेरे'.split(
    ' ',
  ),
)
/** All other words of these lines. */
const others = new Set(
  `the a an der dem die das le la l il el o de du del dal di da do d for from für pour para per por on auf sur su en et em
  för til till voor op na для на från fra van von unterwegs using with via and und mit avec con com
  e-mail email mail mailer app phone phones mobile mobil mobiltelefon smartphone smart handy tablet telefon telefonu
  telefonie téléphone móvil teléfono celular cellulare telefoon puhelimesta телефона смартфона device appareil dispositivo
  gerät desktop secure encrypted sichere sicherer sicheren cifrado sécurisé 4g 5g lte wireless handheld enabled network
  ultra pro max plus note fold flip mini edge se xl fe
  μου το שלי ของฉัน của tôi saya del des messagerie sécurisée application l courrier correo seguro posta verizon
  t-mobile vodafone orange at t sprint network netzwerk мобильной мобильного мобильных приложения яндекс для из 앱 メール 메일 cihaz
  ال الـ o u i az sie sich deg program programu systemu için 版 용 手机 手機 スマートフォン`.split(/\s+/),
)
const sentFirst = new RegExp(
  `^(${[
    "envoyée? (à partir )?d'|provenance ?:",
    '(sent|gesendet|versendet|envoyée?|expédié|enviado|enviat|inviato|verzonden|verstuurd|sendt|skickat) ' +
      "(from|with|using|via|von|mit|über|de|d'|depuis|des del?|à partir de|avec|desde|do|da|dal|con|com|a partir do|pelo" +
      '|vanaf|vanuit|met|fra|med|från)(?!\\p{L})',
    '(lähetetty|wysłan[oe]|odesláno|odoslan[ée]|elküldve|küldve|trimis|poslano|poslato|dikirim|dihantar|được gửi|đã gửi|gửi)' +
      '( (z|ze|za pomocą|s|iz|ról|din|de pe|dari|từ))?(?!\\p{L})',
    '(отправлено|надіслано|изпратено|στάλθηκε)( (с|со|из|через|із|з|от|από))?(?!\\p{L})',
    '(أرسلت|أُرسلت|مرسل|تم الإرسال)( من)?|נשלח מה-?|נשלח מ-?|ส่งจาก|[发發](送)?自我?的?|[从從來来]自?我的?|傳送自',
  ].join('|')})`,
  'iu',
)
const germanFirst = /^(diese nachricht wurde )?(von|mit|über) /iu
const germanLast = /(gesendet|versendet|verschickt)$/iu
const sentLast = new RegExp(
  `(${[
    'から送信|で送信|에서 보냄|에서 전송|에서 보낸 메일|से भेजा गया|से भेजा',
    "'?([uüıi]?m?[dt][ae]n|uygulamasından) gönderildi|发送|傳送|發送",
  ].join('|')})$`,
  'iu',
)
/** What invites others to the program: "Get Outlook for iOS". The words between are those of `others`. */
const getFirst = new RegExp(
  `^(${[
    'get|hol(en)?|télécharge[rz]|obtenir|obtene?r|obtenha|obtén|obter|baix(ar|e)|scarica|ottieni|download|haal|hent|hämta',
    'skaffa?|få|hanki|lataa|pobierz|stáhnout|získa(jte|t)|установить|скачать|завантажити|获取|取得|下载|下載',
  ].join('|')}) (?=.*outlook|.* (for|für|pour|para|per|til|för|voor|dla|для|na|pro) )`,
  'iu',
)
const getLast = new RegExp(
  `(?<=outlook.*|(für|voor|for) .*)(${[
    '(abrufen|beziehen|herunterladen|downloaden)|を(入手|ダウンロード)|다운로드|받기',
    "'?[uüıi]? (edinin|indirin|al)|(letöltése|beszerzése)",
  ].join('|')})$`,
  'iu',
)
/** Words for a telephone and its makers, in a script without spaces. */
const chinesePhone = /华为|華為|小米|荣耀|三星|苹果|蘋果|手机|手機/g
/** The second sentence of people who type with their thumbs. */
const excuse = /[.,;!] *(please )?(excuse|forgive|pardon|enjoy) [\p{L} &,-]{1,60}[.!]?$/iu
const link = /[<([]* ?https?:\S* ?[>)\]]*/i

/** Whether a line says from which device or program a message was sent, and nothing else. */
export function isMobileSignature(line: string): boolean {
  if (line.length > 140) return false
  const said = line
    .replace(link, '')
    .replace(excuse, '')
    .replace(/^[-—–_ ]+|[ .。!]+$/g, '')
    .replaceAll('’', "'")
  const isGerman = germanFirst.test(said) && germanLast.test(said)
  const verb = isGerman ? germanLast : [sentFirst, sentLast, getFirst, getLast].find((pattern) => pattern.test(said))
  if (!verb) return false
  const rest = said
    .replace(verb, ' ')
    .replace(isGerman ? germanFirst : '', '')
    .replace(sentLast, ' ')
    .replace(chinesePhone, ' Android ')
  const words = rest
    .replace(products, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\d-]+/u)
    .filter(Boolean)
  const isNamed = rest.search(products) >= 0 || mine.has(words[0] ?? '')
  return isNamed && words.every((word) => mine.has(word) || others.has(word) || /^[a-z]?\d{1,2}[a-z]?$/.test(word))
}
