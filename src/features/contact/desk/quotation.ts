import { restInMailbox } from '../ground/desk.contract.ts'
import { isMobileSignature } from './mobile-signatures.ts'
import { attributionAbove, endOfAttribution, isQuotedHeader, plainly } from './quoted-headers.ts'

/** "Original message" and "Forwarded message" between dashes, in the languages of the usual mail programs. */
const titles = new RegExp(
  `^\\p{Pd}{2,} ?(${[
    'original message|original e-?mail|replied message|forwarded (message|mail)|reply message|begin forwarded message',
    'original appointment',
    'ursprüngliche (nachricht|mail)|original-?nachricht|weitergeleitete nachricht|antwort nachricht',
    'message (d.origine|initial|transféré|original)|courriel original',
    'mensaje (original|reenviado)|messaggio (originale|inoltrato)|mensagem (original|encaminhada)',
    '(oorspronkelijk|doorgestuurd) bericht|originele bericht',
    'ursprungligt meddelande|vidarebefordrat meddelande|oprindelig (meddelelse|besked)',
    'videresendt (besked|melding|meddelelse)|opprinnelig melding',
    'alkuperäinen viesti|välitetty viesti',
    '(wiadomość oryginalna|oryginalna wiadomość|treść oryginalnej wiadomości|przekazana wiadomość|wiadomość przekazana dalej)',
    'původní (zpráva|e-mail)|přeposlaná zpráva|pôvodná správa|eredeti üzenet|továbbított üzenet|mesaj original',
    'mesajul original|mesaj redirecționat',
    'исходное сообщение|пересланное сообщение|пересылаемое сообщение|конец пересылаемого сообщения',
    'оригінальне повідомлення|переслане повідомлення|оригинално съобщение',
    'αρχικό μήνυμα|προωθημένο μήνυμα|orijinal (mesaj|ileti)|özgün ileti|iletilen (mesaj|ileti)',
    'yönlendirilen ileti|original(na)? poruka|izvorna poruka|proslijeđena poruka',
    'الرسالة الأصلية|رسالة أصلية|رسالة معاد توجيهها|הודעה מקורית|הודעה שהועברה|پیام اصلی|मूल संदेश|अग्रेषित संदेश',
    'फ़ॉरवर्ड किया गया संदेश|ข้อความต้นฉบับ|ข้อความที่ส่งต่อ',
    'pesan (asli|diteruskan|terusan)|mesej asal|thư gốc|tin nhắn gốc|thư được chuyển tiếp|元のメッセージ|オリジナル ?メッセージ',
    '転送されたメッセージ|転送メッセージ|원본 ?메시지|원본 (이)?메일|전달된 메시지',
    '原始邮件|原始郵件|回复的原邮件|回覆的原郵件|邮件原件|原邮件|原郵件|转发邮件信息|转发的邮件|轉寄郵件|轉寄的郵件',
  ].join('|')}) ?\\p{Pd}{2,}(.{0,3}| *\\p{L}[\\p{L}\\p{M} ]{1,20} ?[:：] .*@.*)$`,
  'iu',
)
/** A rule, or words between dashes. Writers divide their texts by these too. */
const ruler =
  /^([_\u2500\u2014=*-]{10,}|-{3,} ?([\p{L}\p{M}][\p{L}\p{M} ',-]{2,40}|[^-].{0,200}@.{0,200}:) ?-{3,}|[^-].{0,60}-{3}\d[\d./: apm-]{8,30}-{3}.*)$/iu
/** So long is the rule above the line that mailing lists add. */
const ruleOfLists = 40
/** What precedes a forwarded message in the programs of Apple. */
const forwarded = new RegExp(
  `^(${[
    'begin forwarded message|anfang der weitergeleiteten nachricht|début du message (transféré|réexpédié)',
    'inicio del mensaje reenviado|inizio messaggio inoltrato|início da mensagem (encaminhada|reenviada)',
    'begin doorgestuurd bericht|vidarebefordrat (mejl|brev)',
    '(start på )?videresendt (meddelelse|melding|besked)|välitetty viesti alkaa',
    'начало переадресованного сообщения|początek przekazywanej wiadomości|転送されたメッセージ|下面是被转发的邮件|以下是轉寄的郵件',
    '전달된 메시지 시작',
  ].join('|')}) ?[:：]$`,
  'iu',
)

/** The line between angle brackets with which GroupWise introduces what it does not mark. */
const angled = /^>{3} .*@.*\d.* >{3}$/

/** Where writers say that their words are between the quoted ones. */
const between = new RegExp(
  [
    '(answer|repl(y|ies)|comment|response|respon[ds]|remark|note)s?.{0,40}(below|in-?line|in (red|blue|green|bold|capitals))',
    '(?<!\\p{L})in-?line(?!\\p{L})',
    '(antwort|kommentar|anmerkung)(en|e)?.{0,40}(unten|im text|in (rot|blau|grün|fett))',
    '(réponse|commentaire)s?.{0,40}(ci-dessous|dans le texte|en (rouge|bleu|vert|gras))',
    '(respuesta|comentario)s?.{0,40}(abajo|debajo|en (rojo|azul|verde|negrita))',
    '(rispost|comment)[aeiio]+.{0,40}(sotto|in (rosso|blu|verde|grassetto))',
    '(resposta|comentário)s?.{0,40}(abaixo|em (vermelho|azul|verde|negrito))',
    '(antwoord|opmerking)(en)?.{0,40}(hieronder|in (rood|blauw|groen))',
    '(svar|kommentar)(er|erna|erne)?.{0,40}(nedan|nedenfor|i (rött|rødt|blått|blåt))',
    '(ответ|комментари)\\p{L}{0,4}.{0,40}(ниже|красным|синим)',
    '(odpowied|komentarz)\\p{L}*.{0,40}(poniżej|czerwon)|赤字|青字|红字|紅字|红色|紅色|蓝色',
  ].join('|'),
  'iu',
)

/** How much of the writer's words is searched for that. */
const longestHint = 2_000

/** The longest signature below the line of two dashes and a space that mail programs write above it. */
const longestSignature = 12

/**
 * Parts the new words of a message from the rest: the quotation below or above them, what introduces it, and the signature that a program added.
 * In doubt a line belongs to the writer, so answers between quoted lines come with these.
 */
export function splitQuotation(source: string): { text: string; quotation?: string } {
  const rest = source.endsWith(restInMailbox) ? restInMailbox : ''
  const lines = source.slice(0, source.length - rest.length).split('\n')
  const plain = lines.map(plainly)
  const unmarked = beginOfUnmarked(plain)
  const signatures = lines.flatMap((line, index) => (line === '-- ' && index < unmarked ? [index] : []))
  const [begin, last] = ownLines(plain.slice(0, unmarked), signatures.reverse()) ?? [0, -1]
  const end = withoutDashes(plain, last) + 1
  const text = lines.slice(begin, end).join('\n').trim()
  const outside = [lines.slice(0, begin), lines.slice(end)].map((some) => some.join('\n').trim())
  const quotation = outside.filter(Boolean).join('\n')
  return text === '' || quotation === '' ? { text: source } : { text: `${text}${rest}`, quotation }
}

/** The nearest line that is not blank, up or down from one; -1 or the number of lines where there is none. */
function skipBlank(lines: string[], index: number, step: 1 | -1): number {
  let at = index + step
  while (lines[at] === '') at += step
  return at
}

/** So far up it is searched. */
const longestList = 30

/** The first of the lines `label: value` to which a line belongs. */
function topOfList(lines: string[], index: number): number {
  let top = index
  while (index - top < longestList && /^[\p{L}-]+: /u.test(lines[top - 1] ?? '')) top--
  return top
}

/** A colon above shows that the writer introduces a list of their own. */
const isIntroduced = (lines: string[], index: number) =>
  /[:：]$/.test(lines[skipBlank(lines, topOfList(lines, index), -1)] ?? '')

/**
 * Which lines are marked as quoted. The end of an address that was broken within its angle brackets is not, and neither is a single line
 * "> 500 users".
 */
const areQuoted = (lines: string[]) =>
  lines.map((line, index) => {
    const [above = '', below = ''] = [lines[index - 1], lines[index + 1]]
    const isMore = /^> ?\d/.test(line) && above === '' && below === '' && attributionAbove(lines, index) === index
    return line.startsWith('>') && !isMore && !(/^> *\p{L}/u.test(line) && /<[^<>\s]*$/.test(above))
  })

/** The line from which on everything is quoted, although it has no marks; the number of lines where there is none. */
function beginOfUnmarked(lines: string[]): number {
  const quoted = areQuoted(lines)
  let hasWords = false
  for (const [index, line] of lines.entries()) {
    if (line === '' || (quoted[index] && !angled.test(line))) continue
    if (hasWords && isBegin(lines, index))
      return between.test(lines.slice(0, index).join(' ').slice(0, longestHint)) ? lines.length : index
    hasWords ||= !isIntroduction(lines, index) && !isGreeting(lines, index)
  }
  return lines.length
}

/** Whether a line belongs to what precedes a quotation, so that nobody has written anything yet. */
const isIntroduction = (lines: string[], index: number) =>
  titles.test(lines[index] ?? '') ||
  forwarded.test(lines[index] ?? '') ||
  isQuotedHeader(lines, index, false) ||
  endOfAttribution(lines, index) !== undefined ||
  isMobileSignature(lines[index] ?? '')

/** Whether a line only greets, and what follows it quotes in the writer's own text: "Dear team," and then "Tom wrote:". */
const isGreeting = (lines: string[], index: number) =>
  /[,，،]$/.test(lines[index] ?? '') && endOfAttribution(lines, skipBlank(lines, index, 1)) !== undefined

/** Whether what introduces an unmarked quotation begins at a line. */
function isBegin(lines: string[], index: number): boolean {
  const line = lines[index] ?? ''
  if (angled.test(line)) return true
  if (titles.test(line)) return !isIntroduced(lines, index) || isQuotedHeader(lines, skipBlank(lines, index, 1), true)
  if (forwarded.test(line) || ruler.test(line)) {
    const next = skipBlank(lines, index, 1)
    if (line.length >= ruleOfLists && /(?<!\p{L})mailing ?list(?!\p{L})/iu.test(lines[next] ?? '')) return true
    return isQuotedHeader(lines, next, true) || (forwarded.test(line) && lines[next]?.startsWith('>') === true)
  }
  if (isQuotedHeader(lines, index, false)) return !isIntroduced(lines, index)
  return lines[index - 1] === '' && endOfAttribution(lines, index) !== undefined
}

/** The first and the last line of the writer; undefined where there are none. @param signatures the lines above signatures, the last first */
function ownLines(lines: string[], signatures: number[]): [number, number] | undefined {
  const quoted = areQuoted(lines)
  const own = lines.map((line, index) => !quoted[index] && line !== '')
  let hasOwn = false
  for (const [index, isQuote] of quoted.entries()) {
    if (!isQuote) continue
    if (quoted[index - 1]) own[index] = own[index - 1] ?? false
    else {
      const first = attributionAbove(lines, index)
      own.fill(false, first, index)
      const above = lines[skipBlank(lines, index, -1)] ?? ''
      // The writer introduces what they quote themselves, and may go on with that.
      hasOwn ||= first === index && /[:：]$/.test(above) && !forwarded.test(above)
      own[index] = hasOwn && first === index
    }
  }
  const last = withoutSignature(lines, own, signatures)
  const first = own.indexOf(true)
  if (first < 0 || last < first) return undefined
  const isBetween = quoted.some((isQuote, index) => isQuote && !own[index] && index > first && index < last)
  return [isBetween ? 0 : first, last]
}

/** The last line above the dashes that programs put above what they add. */
function withoutDashes(lines: string[], last: number): number {
  const hasRest = lines.slice(last + 1).some((line) => line !== '')
  return hasRest && /^[\p{Pd}_*=~]{2,}$/u.test(lines[last] ?? '') ? skipBlank(lines, last, -1) : last
}

/** The last line of the writer above the signature, which no longer counts as the writer's. */
function withoutSignature(lines: string[], own: boolean[], signatures: number[]): number {
  const [last = -1, ...earlier] = signatures
  dropSignature(lines, own, last)
  // A program can put one below the quotation, and the writer's is above.
  const quoted = lines.findLastIndex((line, index) => index < last && line.startsWith('>'))
  const above = earlier.find((index) => index < quoted)
  if (above !== undefined) dropSignature(lines, own, above)
  let end = own.lastIndexOf(true)
  while (end > 0 && isMobileSignature(lines[end] ?? '')) {
    own[end] = false
    end = own.lastIndexOf(true)
  }
  return end
}

function dropSignature(lines: string[], own: boolean[], signature: number): void {
  const below = lines.slice(signature + 1, own.lastIndexOf(true) + 1)
  const isShort = below.filter(Boolean).length <= longestSignature && below.every((line) => line.length <= 120)
  // An answer can be below the signature and a quotation, and an afterthought or a question below the signature.
  if (signature > 0 && own[signature] && isShort && !below.some((line) => /^>|^p\.? ?s\b|[?？؟]$/i.test(line)))
    own.fill(false, signature)
}
