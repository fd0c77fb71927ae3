import { createHash } from 'node:crypto'
import { cutText, type InboundMessage, longestText } from '../ground/desk.contract.ts'
import { textOfHtml } from './html-text.server.ts'

/** Spaces and marks that nobody sees. */
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\s\u2800]/gu
const isBlank = (text: string) => text.replace(unseen, '') === ''

/** Words of a placeholder text in place of HTML: it names HTML, or the program that shows it. */
const stub = new RegExp(
  [
    'html|browser|webmail|web version|webversion|(?<!\\p{L})(view|read) .*online|navigateur|navegador|brauzer',
    'браузер|przeglądar|prohlížeč|prehliadač|tarayıcı|selaim|webbläsar|nettleser|böngésző|متصفح|דפדפן',
    'ब्राउज़र|ブラウザ|浏览器|瀏覽器|브라우저|เบราว์เซอร์|trình duyệt',
  ].join('|'),
  'iu',
)
/** Programs write these for pictures, and for letters that they could not write. */
const placeholders = /\[(cid|image|inline image):[^\]]{0,200}\]|[?？\ufffd][?？!.,;:\ufffd\s]*/gi
/** The longest text that can be one, in letters, and the length of what is compared. */
const longestStub = 600
const compared = 5

const letters = (text: string) =>
  text
    .slice(0, longestText)
    .toLowerCase()
    .replace(/https?:\S+/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Whether a text says what a longer one says. */
function isPart(short: string, long: string): boolean {
  const starts = Array.from({ length: Math.max(1, short.length - compared + 1) }, (_, index) => index)
  return starts.filter((index) => long.includes(short.slice(index, index + compared))).length > starts.length / 2
}

/**
 * The text of a message that says it twice. The plain one is the message unless it is blank, a placeholder for the other, or is a part of it. Two
 * different ones are both the message.
 */
export function chosenText(plain: string, html: string): string {
  if (isBlank(html)) return plain
  if (isBlank(plain.replace(placeholders, ''))) return html
  const [said, shown] = [letters(plain), letters(html)]
  if (said.length > longestStub || shown === '') return plain
  if (said === '') return html.includes(plain.trim()) ? html : `${plain.trim()}\n\n${html}`
  if (said.length < shown.length && isPart(said, shown)) return shown.length > 1.2 * said.length + 20 ? html : plain
  if (said.length >= shown.length && isPart(shown.slice(0, longestStub), said)) return plain
  return stub.test(plain) ? html : `${plain.trim()}\n\n${html}`
}

/** The text of HTML, of which the rest is in the mailbox if it is longer than a text that is stored. */
export const storedTextOf = (html: string): string => textOfHtml(html, 2 * longestText)

type Attachment = Exclude<NonNullable<InboundMessage['attachments']>[number], string>

/** The names of the attachments that a text does not show as pictures. @param html where the message has no other text, its pictures are named too */
export function attachmentNames(attachments: (Attachment | string)[], html: string): string[] {
  const shown = new Set([...html.matchAll(/cid:([^"'\s<>)]+)/gi)].map(([, id = '']) => plainId(id)))
  return attachments.flatMap((one) => {
    const { name, filename, contentId = '' } = typeof one === 'string' ? { name: one } : one
    const isShown = contentId !== '' && shown.has(plainId(contentId))
    return isShown ? [] : [name?.trim() || filename?.trim() || 'attachment']
  })
}

/** A Content-ID as a header and an address in HTML write it alike. */
function plainId(id: string): string {
  const plain = id.trim().replace(/^<|>$/g, '').toLowerCase()
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** The text that the site stores of a message with both forms. */
export const wordsOf = ({ text = '', html = '', cut }: Pick<InboundMessage, 'text' | 'html' | 'cut'>): string => {
  const words = (html === '' ? text : chosenText(text, storedTextOf(html))).replaceAll('\r\n', '\n').trim()
  return cutText(words, cut)
}

/** The end of the ids that are made here. No mail program knows them. */
export const madeUp = '@no-message-id.invalid'

/** A Message-ID for a message without one, which is the same when the message is handed in again. */
export const makeMessageId = (content: unknown): string =>
  `${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 40)}${madeUp}`

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
  const [sender = ''] = message.from.slice(0, longestValue).split('@')
  const local = sender.split(/[\s<"]/).at(-1) ?? ''
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
