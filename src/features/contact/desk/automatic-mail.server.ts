type Header = { name: string; value: string }

/** Names of headers that only programs write. They differ from program to program, and say the same. */
const ofMachines = new RegExp(
  `^(${[
    'x-failed-recipients|x-cron-env|x-ms-exchange-generated-message-source|x-ms-exchange-message-is-ndr',
    'x-(?!auto-response-suppress)([\\w-]*-)?(auto-?(matic-?)?(reply|replied|respon[ds]|answer|generated)',
    'vacation|out-?of-?office|oof|machine-?generated)',
  ].join('|')})`,
  'i',
)
/** Headers that programs write, and the servers of people at times. */
const sometimes = [
  'x-auto-response-suppress',
  'x-ms-exchange-inbox-rules-loop',
  'x-loop',
  'list-id',
  'list-unsubscribe',
  'feedback-id',
  'precedence',
]
/** Values that deny it. A server that passes on the message of a person says `Forward` and the like. */
const no = /^(no|none|false|0|forward|mirror|redirect)?\s*(;.*|\(.*\))?$/i

/** What follows these subjects at times, before the subject that they answer. */
const endings =
  'auto-?reply|reply|alert|notice|notification|response|message|s?(notiz|meldung|nachricht|benachrichtigung|assistent|agent)|mail|failed|failure|system|to sender'
/** The subjects of automatic replies and of reports, at their begin. */
const subjects = new RegExp(
  `^(\\[[^\\]]{1,40}\\] ?)?[[(*]*(?:${[
    'auto(mat(ic|ed))?[- ]?(re(ply|sponse|sponder)|answer)|auto(?= ?:)|out[- ]of[- ](the[- ])?office',
    '(i am )?away from|vacation|on (holiday|leave|vacation)|yahoo! auto response|not in the office',
    'automatische (antwort|e-?mail|nachricht|rückantwort)|abwesen(heit|d)|ich bin (derzeit )?nicht im (büro|haus)',
    'autom(atisch)? antwoord|automatisch antwoord|afwezig|niet aanwezig',
    'réponse automatique|absence|absent|message d.absence|respuesta automática|fuera de (la )?oficina|ausencia',
    'resposta automática|fora do escritório|ausente',
    'risposta automatica|fuori (sede|ufficio)|assen(za|te)|autosvar|automatisk(t)? svar|frånvaro|fravær',
    'ikke til stede|automaattinen vastaus|poissa|poissaolo',
    'automatyczna odpowiedź|autoodpowiedź|nieobecność|poza biurem|automatická odpověď|automatická odpoveď',
    'mimo kancelář|automatikus válasz|házon kívül|răspuns automat',
    'автоматический ответ|автоответ|нет на месте|автоматична відповідь|автоматичен отговор|αυτόματη απάντηση',
    'εκτός γραφείου|otomatik (yanıt|cevap)|ofis dışında|automatski odgovor|samodejni odgovor',
    'رد تلقائي|خارج المكتب|תשובה אוטומטית|מענה אוטומטי|پاسخ خودکار|स्वचालित (उत्तर|जवाब)|ตอบกลับอัตโนมัติ',
    'balasan otomatis|trả lời tự động|自動(応答|返信|回覆)|不在(通知|連絡|です)|자동 ?(회신|응답)|부재중|自动(回复|答复)|外出|休假',
    'undeliver(able|ed)|delivery (status|failure|has failed|delayed|notification)|(e-?)?mail (delivery|system error)',
    'message (delivery|not delivered)|returned mail|failure notice|(not )?read(?= ?:)|disposition notification',
    'unzustellbar|nicht zugestellt|non remis|échec de|no se puede entregar|no entregado|non recapitabile',
    'niet bestelbaar|onbestelbaar|não entregue|gelesen|lu(?= ?:)|leído',
  ].join('|')})[\\])*]*(?=[ -]*(${endings})?[^\\p{L}]*([:：–—(-]|$))`,
  'iu',
)
const machines =
  /^(mailer-?daemon|daemon|postmaster|no-?reply|do-?not-?reply|bounces?|auto-?(reply|responder)|vacation)([+.=_-]|@|$)/i
const reports =
  /^(multipart\/report|message\/(delivery-status|global-delivery-status|disposition-notification|feedback-report))/i

/** How much of a header is read: a stranger decides how long it is. */
const longestValue = 1_000

/**
 * Whether a program has sent a message (RFC 3834, and what other programs write). A subject is no proof: people write about their holidays too.
 * @param types the content types of its parts
 */
export function isAutomatic(message: { headers: Header[]; from: string; subject: string; types: string[] }): boolean {
  const headers = message.headers.map(({ name, value }) => ({ name, value: value.slice(0, longestValue).trim() }))
  const values = (name: string) => headers.filter((one) => one.name.toLowerCase() === name).map(({ value }) => value)
  const says = (name: string, pattern: RegExp) => values(name).some((value) => pattern.test(value))
  const has = (name: string) => values(name).some((value) => !no.test(value))
  const local =
    message.from
      .slice(0, longestValue)
      .split('@')[0]
      ?.split(/[\s<"]/)
      .at(-1) ?? ''
  const certain =
    has('auto-submitted') ||
    message.headers.some(
      ({ name, value }) => ofMachines.test(name) && (value.trim() === '' || !no.test(value.trim())),
    ) ||
    ['precedence', 'x-precedence', 'preference'].some((name) => says(name, /^"?(bulk|junk|list|auto[_-]?reply)/i)) ||
    ['return-path', 'x-return-path', 'x-envelope-from', 'envelope-from'].some((name) =>
      says(name, /^(<\s*>|<?mailer-daemon.*)?$/i),
    ) ||
    says('x-auto-response-suppress', /(^|[\s,])all($|[\s,])|oof.*autoreply|autoreply.*oof/i) ||
    says('delivered-to', /^autoresponder$/i) ||
    says('x-post-messageclass', /autoresponder/i) ||
    says('content-type', reports) ||
    message.types.some((type) => reports.test(type)) ||
    /^(mailer-?daemon|microsoftexchange[0-9a-f]{20,})(@|$)/i.test(local)
  if (certain) return true
  const weak =
    sometimes.some(has) ||
    machines.test(local) ||
    says('x-mimeole', /exchange/i) ||
    says('x-mailer', /auto|vacation|respon|robot|daemon|bot\b/i)
  return weak && subjects.test(message.subject.slice(0, longestValue).trim())
}
