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

export const hasAddress = (line: string): boolean => /[^\s@<>[\]()]@[^\s@<>[\]()]/.test(line)
/** An address as mail programs write it after a name. */
export const hasNamedAddress = (line: string): boolean =>
  /[<[(] ?(mailto:)?[^\s@<>]{1,100}@[^\s@<>]{1,200} ?[>\])]/.test(line)
export const hasTime = (line: string): boolean => /(?<!\d)\d{1,2}[:.h\u6642\u65f6\uc2dc] ?\d{2}(?!\d)/.test(line)
/** A day of a year. Three digits apart are one, and so are a year and a number. */
export const hasDay = (line: string): boolean =>
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
export const isHeaderLine = (line: string): boolean => headerLine(line)?.role !== undefined

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
  const known = found.filter(({ role }) => role)
  if (known.length > 0 && found[0]?.role !== undefined) {
    const has = (wanted: Role) => known.some(({ role }) => role === wanted)
    const times = known.flatMap(({ role, value }) => (role === 'sent' ? [value] : []))
    const isSent = times.some((value) => hasDay(value) && hasTime(value))
    const addressed = known.some(
      ({ role, value }) => (role === 'from' || role === 'to' || role === 'other') && hasAddress(value),
    )
    // A long sender is broken.
    const broken = known.some(({ role }) => role === 'from') && lines.slice(start, start + 3).some(hasNamedAddress)
    const count = (['from', 'sent', 'to', 'subject'] as const).filter(has).length
    // People also say how many parcels they sent.
    const isOther = times.length > 1 && !times.every((value) => hasDay(value) || hasTime(value))
    if (!has('from') || count < 3 || isOther || !(has('subject') || isSent)) return false
    const isAbove = lines.slice(start + found.length).some((line) => line !== '')
    if (addressed || broken) return isAbove || count === 4
    const isOutlook = found[0]?.role === 'from' && found[1]?.role === 'sent' && isSent
    return isAbove && has('subject') && (isOutlook || ruled)
  }
  // In a language that is not listed here: two people with their addresses and the time, or a sender with it below a rule.
  const close = lines.slice(start, start + found.length).filter((line) => headerLine(line)).length === found.length
  const people = found.filter(({ value }) => hasNamedAddress(value)).length
  const isSent = found.some(({ value }) => hasDay(value) && hasTime(value))
  return (
    close &&
    isSent &&
    hasNamedAddress(found[0]?.value ?? '') &&
    (ruled ? found.length >= 3 : found.length >= 4 && people >= 2)
  )
}
