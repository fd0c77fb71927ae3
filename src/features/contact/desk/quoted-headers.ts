/** What a line of the header that mail programs put above a quoted message says. */
type Role = 'from' | 'sent' | 'to' | 'subject' | 'other'

/** The labels of these lines, in the languages of the usual mail programs. */
const labels: Record<Role, string> = {
  from: `from, von, de, da, van, od, fra, från, lähettäjä, feladó, de la, expéditeur, absender, remitente, mittente,
    remetente, afzender, nadawca, avsender, avsändare, afsender, odesílatel, odosielateľ, pošiljatelj, saatja,
    nuo, sūtītājs, frá, nga, kimden, gönderen, oddi wrth, dari, daripada, kutoka, từ, от, від, од, отправитель,
    відправник, подател, από, من, المرسل, از, فرستنده, מאת, प्रेषक, प्रेषक से, เริ่มจาก, จาก, ผู้ส่ง, প্রেরক, থেকে,
    அனுப்புநர், 差出人, 送信者, 보낸 사람, 보낸사람, 发件人, 寄件者, 寄件人, 發件人, 发信人`,
  sent: `sent, date, sent at, sent on, gesendet, gesendet am, datum, envoyé, envoyé le, enviado, enviado el,
    enviado em, fecha, data, inviato, inviata, verzonden, wysłano, wysłane, odesláno, odoslané, dátum, sendt,
    dato, skickat, lähetetty, päivämäärä, päiväys, elküldve, küldve, trimis, poslano, poslato, saadetud, kuupäev,
    išsiųsta, nosūtīts, datums, dagsetning, enviat, bidalia, gönderildi, gönderme tarihi, gönderim tarihi, tarih,
    anfonwyd, dyddiad, dikirim, tanggal, dihantar, tarikh, iliyotumwa, đã gửi, ngày, ngày gửi, отправлено, дата,
    надіслано, изпратено, послато, στάλθηκε, ημερομηνία, تم الإرسال, الإرسال, أرسلت, التاريخ, تاريخ الإرسال,
    تاریخ, ارسال, נשלח, תאריך, भेजा गया, भेजने का समय, दिनांक, तारीख, ส่ง, ส่งเมื่อ, วันที่, পাঠানো হয়েছে,
    তারিখ, தேதி, 送信日時, 送信日, 日時, 日付, 보낸 날짜, 날짜, 发送时间, 发送日期, 日期, 傳送時間, 寄件日期, 寄件時間, 傳送日期, 時間`,
  to: `to, an, à, a, ad, para, aan, do, komu, til, till, vastaanottaja, címzett, către, destinataire, destinatario,
    destinatário, empfänger, ontvanger, kime, alıcı, kepada, untuk, kwa, at, gavėjas, kam, prima, za, primatelj,
    per a, nori, adressaat, đến, tới, до, кому, получатель, получател, προς, إلى, الى, به, אל, प्रति, को,
    प्राप्तकर्ता, ถึง, প্রাপক, প্রতি, பெறுநர், 宛先, 받는 사람, 받는사람, 收件人, 收件者`,
  subject: `subject, betreff, objet, sujet, asunto, oggetto, assunto, onderwerp, temat, předmět, predmet, emne, ämne,
    aihe, tárgy, subiect, teema, tema, temats, zadeva, naslov, assumpte, efni, gaia, konu, pwnc, perihal, subjek,
    mada, chủ đề, tiêu đề, тема, относно, предмет, θέμα, الموضوع, موضوع, נושא, विषय, เรื่อง, หัวเรื่อง, หัวข้อ,
    বিষয়, பொருள், 件名, 제목, 主题, 主題, 主旨, 标题`,
  other: `cc, bcc, cci, cco, copy, kopie, kopi, kopia, kopio, copie, copia, cópia, másolat, kópia, bilgi, копия, копія,
    κοιν, κοινοποίηση, نسخة, نسخة إلى, עותק, प्रतिलिपि, สำเนา, 抄送, 副本, 참조, reply-to, reply to, antwort an,
    répondre à, responder a, importance, wichtigkeit, priority, priorität, attachments, anlagen, anhänge,
    sent by, gesendet von, organization, organisation, message-id`,
}
const roleOf = new Map(
  Object.entries(labels).flatMap(([role, list]) => list.split(/,\s*/).map((label) => [label, role as Role] as const)),
)

/** The digits of Arabic, Persian, Hindi, Bengali, Thai and Japanese texts begin here. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]

/** A line without the marks of its direction, with plain spaces and digits. */
export const plainly = (line: string): string =>
  line
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[\s\u00a0\u3000]|&nbsp;/g, ' ')
    .replace(/[^\P{Nd}0-9]/gu, (digit) => {
      const zero = zeros.find((first) => digit.charCodeAt(0) >= first && digit.charCodeAt(0) < first + 10)
      return zero === undefined ? digit : String(digit.charCodeAt(0) - zero)
    })
    .trim()

const hasAddress = (line: string): boolean => /[^\s@<>[\]()]@[^\s@<>[\]()]/.test(line)
/** An address as mail programs write it after a name. */
const hasNamedAddress = (line: string): boolean => /[<[(] ?(mailto:)?[^\s@<>]{1,100}@[^\s@<>]{1,200} ?[>\])]/.test(line)
const hasTime = (line: string): boolean => /(?<!\d)\d{1,2}[:.h\u6642\u65f6\uc2dc] ?\d{2}(?!\d)/.test(line)
/** A day of a year. Three digits apart are one, and so are a year and a number. */
const hasDay = (line: string): boolean =>
  /(?<!\d)\d{1,4}[./-] ?\d{1,2}[./-] ?\d{2,4}(?!\d)/.test(line) ||
  /\d{4} ?[\u5e74\ub144]/.test(line) ||
  (/(?<!\d)(1[34]|19|20|25)\d\d(?!\d)/.test(line) && /(?<![\d:.])\d{1,2}(?![\d:])/.test(line)) ||
  /(?<!\d)\d{1,2}[-. ]+\p{L}{3,9}[-. ]+(\d{4}|\d{2}(?![\d:]))(?!\d)/u.test(line)

type HeaderLine = { label: string; role?: Role; value: string }

/** Reads `label: value`, also with a bold label, and a row of a table drawn with bars. */
function headerLine(line: string): HeaderLine | undefined {
  const [, label = '', value = ''] =
    /^[*_]{0,2}([\p{L}\p{M}][\p{L}\p{M} .\u2019'/-]{0,29}?)[*_]{0,2} ?[:\uff1a][*_]{0,2}(.*)$/su.exec(line) ??
    /^\| ?([\p{L}\p{M}][\p{L}\p{M} ]{0,29}?) ?\|(.*)\|$/u.exec(line) ??
    []
  if (label === '') return undefined
  const known = label.normalize('NFC').toLowerCase()
  // Some programs write them in two languages.
  const role = roleOf.get(known) ?? roleOf.get(known.split('/')[0]?.trim() ?? '')
  return { label, value: value.trim(), ...(role && { role }) }
}

/** Whether a line is one of a header in a language that is listed. */
const isHeaderLine = (line: string): boolean => headerLine(line)?.role !== undefined

/** The most lines of a header: those to many people are long. */
const longestHeader = 30

/** The lines of a header that begins here. A long value goes on in the next lines, and some programs leave lines empty. */
function headerLines(lines: string[], start: number): HeaderLine[] {
  const found: HeaderLine[] = []
  let gap = 0
  for (const line of lines.slice(start, start + longestHeader)) {
    const read = headerLine(line)
    if (read && (read.role || found.every(({ role }) => !role))) {
      found.push(read)
      gap = 0
    } else if (++gap > 3 || (found.length >= 3 && line === '')) break
  }
  return found
}

/**
 * Whether the header of a quoted message begins at a line. People write lists of the same shape, as for a journey or a booking, so it needs what
 * only mail programs write: the sender and either an address in the lines of the header, or the time and the subject.
 * @param ruled a rule or a separator is above it
 */
export function isQuotedHeader(lines: string[], start: number, ruled: boolean): boolean {
  const first = headerLine(lines[start] ?? '')
  if (!first || (first.role && first.value === '' && !lines[start + 1])) return false
  const found = headerLines(lines, start)
  if (first.role) {
    const known = found.filter(({ role }) => role)
    const has = (wanted: Role) => known.some(({ role }) => role === wanted)
    const times = known.flatMap(({ role, value }) => (role === 'sent' ? [value] : []))
    const isSent = times.some((value) => hasDay(value) && hasTime(value))
    const addressed = known.some(({ role, value }) => role !== 'sent' && role !== 'subject' && hasAddress(value))
    // A long sender is broken.
    const broken = lines.slice(start, start + 3).some(hasNamedAddress)
    const count = (['from', 'sent', 'to', 'subject'] as const).filter(has).length
    // People also say how many parcels they sent.
    const isOther = times.length > 1 && !times.every((value) => hasDay(value) || hasTime(value))
    if (!has('from') || count < 3 || isOther || !(has('subject') || isSent)) return false
    const isAbove = lines.slice(start + found.length).some((line) => line !== '')
    if (addressed || broken) return isAbove || count === 4
    const isOutlook = first.role === 'from' && found[1]?.role === 'sent' && isSent
    return isAbove && has('subject') && (isOutlook || ruled)
  }
  // In a language that is not listed here: two people with their addresses and the time, or a sender with it below a rule.
  const isUnbroken = lines.slice(start, start + found.length).every(headerLine)
  const people = found.filter(({ value }) => hasNamedAddress(value)).length
  const isSent = found.some(({ value }) => hasDay(value) && hasTime(value))
  const isWhole = ruled ? found.length >= 3 : found.length >= 4 && people >= 2
  return isUnbroken && isSent && hasNamedAddress(first.value) && isWhole
}

/** "Wrote", in the languages of the usual mail programs. */
const wrote = new RegExp(
  `(?<![\\p{L}\\p{M}])(${[
    'wrote|writes|schrieb|schrieben|geschrieben|écrit|ecrit|escribi[oó]|escrito|scritto|scrive|escreveu|schreef',
    'geschreven|het geskryf|skryf',
    'napisała?|napisał\\(a\\)|pisze|napsala?|napsal\\(a\\)|píše|napísala?|napísal\\(a\\)|napisao|napisala',
    'napisao/la|je napisal|skrev|skrifaði|kirjoitti|írta',
    'a scris|scris|написал|написала|написал\\(а\\)|пишет|писал|написав|написала|пише|написа|написао|έγραψε|yazdı',
    'yazdi|yazmış|menulis|đã viết|viết',
    'kirjutas|rašė|rakstīja|va escriure|ha escrit|idatzi|escribiu|scríobh|ysgrifennodd|shkroi|aliandika|isinulat',
    'sumulat|yazıb|жазды',
    'كتب|كتبت|كتابة ما يلي|نوشت|כתב|כתבה|‏כתב/ה|ने लिखा|लिहिले|লিখেছেন|লিখেছে|எழுதியது|எழுதினார்|เขียนว่า|เขียน',
    'نے لکھا|გრძნობს|դրել է|գրել է',
  ].join(
    '|',
  )})(?![\\p{L}\\p{M}])|写道|寫道|写到|来信|來信|のメール|のメッセージ|書きました|書き込みました|님이 작성|작성`,
  'iu',
)
/** Who quotes by hand: "On 3 March you wrote". */
const toReader =
  /(?<!\p{L})(you|we|i|sie|ihr|wir|ich|du|vous|nous|tu|usted|ustedes|u|jij|je|vi|ni|вы|ты|voi|lei|você|você)(?!\p{L})/iu
/** The words that begin these lines. */
const opener = new RegExp(
  `^["'*_]*(?:${[
    'on|am|le|el|il|em|op|w dniu|dnia|den|dňa|dne|på|pe|a|la|в|у|vào|pada|στις|în data|in data|il giorno|ar|mnamo|noong',
    'kl|לתאריך|בתאריך|ב|في|در|को|在|於|于',
  ].join('|')}) `,
  'iu',
)
/** One of them on a line that begins otherwise. */
const laterOpener = /\p{L}[.!?,;]? +(On|Am|Le|El|Il|Em|Op|Den|W dniu|Dnia) /u

/** The longest line of these, with the lines into which it was broken. */
const longest = 500
const mostLines = 4

/**
 * Whether a line introduces a quotation: who wrote it, and when. Without quoted lines below it needs all of that.
 * @param quoted lines with `>` are below
 */
function isAttribution(joined: string, quoted: boolean): boolean {
  const ruled = /^-{2,}.*-{2,}$/.test(joined)
  const line = joined.replace(/^[-\s*]+|[-\s*]+$/g, '')
  if (line === '' || line.length > longest) return false
  const [verb, day, time, named] = [wrote.test(line), hasDay(line), hasTime(line), hasNamedAddress(line)]
  const colon = /[:：]["*_]?$/.test(line)
  const before = line.slice(0, line.search(/\d|[<@]|$/))
  // Words of the writer are on the same line.
  if (/[.!?] +\p{Lu}/u.test(before) || laterOpener.test(before) || before.split(' ').length > 9) return false
  // Some programs leave the year out.
  if (!quoted && colon && verb && named && time && opener.test(line))
    return /(?<!\d)\d{1,2}(?!\d)[^\d:]*\p{L}/u.test(line)
  if (!quoted) return (colon || ruled) && verb && day && (named || (time && !toReader.test(line)))
  if (verb && (day || time || hasAddress(line))) return colon || day
  if (colon && verb) return line.length < 100 && /^\p{Lu}|^\p{Lo}|^"/u.test(line)
  if (named && day && (time || colon)) return true
  if (colon && day && time && beforeAddress.test(line)) return true
  if (named && colon) return areNames(line.slice(0, line.search(/[<[(]/)))
  // In a language that is not listed here. A name and a verb follow the time.
  return colon && day && time && /\d\D*[ ,]\p{L}[\p{L}\p{M}.'-]* +\p{L}[^\d]*[:：]$/u.test(line) && opener.test(line)
}

/** A time, one word such as "by", and a bare address, with nothing else. */
const beforeAddress = /^(\p{L}{3,9}\.? )?\d[^@]*\d\D{0,6} \p{L}{1,6} [^\s@]+@[^\s@]+[:：]$/u

/** Whether each word begins with a capital or has none, as in names. */
const areNames = (text: string) =>
  text
    .replaceAll(/["']/g, '')
    .trim()
    .split(/[\s,]+/)
    .every((word) => /^[\p{Lu}\p{Lo}\d]|^(von|van|de|der|da|di|al|el|bin|at|via|of|and|und|et|y|&)$/u.test(word))

/** The first of the lines that introduce the quotation at a line; that line where none does. @param quoted the index of the first line with `>` */
export function attributionAbove(lines: string[], quoted: number): number {
  let last = quoted - 1
  while (last >= 0 && quoted - last <= 6 && lines[last] === '') last--
  if (last < 0 || lines[last] === '') return quoted
  for (let first = last; first >= 0 && last - first < mostLines && lines[first] !== ''; first--) {
    const joined = lines.slice(first, last + 1).join(' ')
    if (isAttribution(joined, true)) return ruleAbove(lines, firstOfBroken(lines, first, joined))
  }
  return quoted
}

/** Mail programs break these lines. The line above belongs to one that begins as none does, or that has no day. */
function firstOfBroken(lines: string[], first: number, joined: string): number {
  for (let above = first - 1; above >= 0 && first - above < mostLines - 1; above--) {
    const line = lines[above] ?? ''
    if (line === '' || line.length > 200 || /[.!?:]$/.test(line)) return first
    const goesOn = /^[<\d(\p{Ll}]/u.test(joined) && !opener.test(joined) && opener.test(line)
    const isDated = !hasDay(joined) && hasDay(line) && (hasTime(line) || opener.test(line))
    if (goesOn || isDated) return above
  }
  return first
}

/** Some programs put a rule, the recipient and the subject above. */
function ruleAbove(lines: string[], first: number): number {
  let at = first - 1
  while (isHeaderLine(lines[at] ?? '')) at--
  return at < first - 1 && /^[-_]{5,}$/.test(lines[at] ?? '') ? at : first
}

/** The line after an introduction that begins at a line and has unmarked text below; undefined where there is none. */
export function endOfAttribution(lines: string[], first: number): number | undefined {
  for (let end = first + 1; end <= first + mostLines && lines[end - 1]; end++) {
    const joined = lines.slice(first, end).join(' ')
    // The quotation can begin on the same line.
    const [alone] = /^.*@.*[:：](?= {2,}\S)/u.exec(joined.slice(0, longest)) ?? []
    if (alone !== undefined && isAttribution(alone, false)) return end
    if (isAttribution(joined, false)) {
      const next = lines.slice(end).find((line) => line !== '')
      return next === undefined || next.startsWith('>') ? undefined : end
    }
  }
  return undefined
}
