import { hasAddress, hasDay, hasNamedAddress, hasTime, isHeaderLine } from './quoted-headers.ts'

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
const toReader = new RegExp(
  `(?<!\\p{L})(${['you|we|i|sie|ihr|wir|ich|du|vous|nous|tu|usted|ustedes|u|jij|je|vi|ni|вы|ты|voi|lei|você|você'].join(
    '|',
  )})(?!\\p{L})`,
  'iu',
)
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

/**
 * The first of the lines that introduce the quotation at a line; that line where none does.
 * @param quoted the index of the first line with `>`
 */
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
