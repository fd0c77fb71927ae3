import type { SubscriberState } from '../ground/subscribers.contract.ts'

/**
 * A heading, a word or the name of a file as it is compared: in lower case, without accents and punctuation, with the words of camel case
 * apart. `E-Mail`, `e_mail` and `EMail` are `email`; `Opted out` and `optOut` are `optout`.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .replace(/\be mail/g, 'email')
    .replace(/\bopt(?:ed|ing)? ?(in|out)(s?)\b/g, 'opt$1$2')
    .replace(/\b(black|block|suppression) (?=list)/g, '$1')

/** What a value says of the people in its lines: a state, or `skip` for lines that are left out. */
export type ValueMeaning = SubscriberState | 'skip'

/**
 * How a column says who may receive mail. `state`: by words such as ours. `may`: yes is that they may. `proved`: yes is that they have
 * confirmed, and `unproved`: that they have not. `left` and `bounced`: yes, or a date, is that they have left or bounced; `…Note` is a reason,
 * a time or a campaign, which only those have.
 */
export type Sense = 'state' | 'may' | 'proved' | 'unproved' | 'left' | 'leftNote' | 'bounced' | 'bouncedNote'

/** Parts of headings that are about something else. */
const otherThings =
  /\b(id|ip|url|link|score|rating|rate|name|text|source|quelle|token|plan|tier|complimentary|active subscription|subscription (type|price|interval))\b/
const otherStates =
  /\b(order|payment|marital|employment|job|deal|lead|attendee|ticket|project|invoice|stripe|bestell\w*|zahlung\w*|auftrag\w*|familien\w*|teilnehm\w*)\b/
/** Ways to reach people other than by e-mail. Who wants no calls may want letters. */
const otherWays =
  /\b(sms|phones?|call|calls|telefon\w*|tel|mobile|whats ?app|fax|push|post|postal|brief|briefe|direct mail)\b/
const email = /\b(?<!direct )e?mails?\b/
const saysBounced =
  /\b((hard|soft)?bounc(e|es|ed|ing)|cleaned|clean (time|date|campaign)|undeliver\w*|unzustellbar\w*|nicht zustellbar|rucklauf\w*|invalid|ungultig\w*|quarantined?)\b/
const saysLeft =
  /\b(unsub\w*|not subscribed|optouts?|left(?! out)|leave|leaving|block|blocked|(block|black|suppression)list\w*|suppress\w*|exclu(de|des|ded|sion)|ausgeschlossen|disabled?|deaktiviert|deactivated?|inactive|inaktive?|complain\w*|beschwerde\w*|spam\w*|abuse|junk|abgemeldet\w*|abmeld\w*|austrag\w*|ausgetragen\w*|austritt\w*|ausgetreten\w*|ehemalige?|former|quit|abbestell\w*|gekund\w*|gekuend\w*|kund\w*ung\w*|kuend\w*ung\w*|gesperrt\w*|\w*sperr(e|en|liste|datum|ung)?|widerruf\w*|desabonn\w*|desinscri\w*|disiscri\w*|afgemeld\w*|uitgeschreven|baja|descadastr\w*|widerspr\w*|robinson\w*|do ?not \w+|donot\w*|dont \w+|no (emails?|mails?|newsletters?|marketing|contact|mailings?)|kein\w* (emails?|mails?|werbung|newsletter|kontakt|mailings?)|nicht (mehr )?(anschreiben|kontaktieren|mailen|senden)|dnd|dnc|dne|cancel\w*|removed|deleted|geloscht|archived|revoked|withdrawn|stopped)\b/
const saysProved = /\b(confirm(ed)?|bestatigt|verified|verifiziert|activated|aktiviert|(double|doppel\w*) optin|doi)\b/
const saysUnproved =
  /\b(pending|un(confirmed|verified|activated)|unbestatigt\w*|ausstehend\w*|(not|non|nicht)( yet)? (confirmed|verified|activated|bestatigt|verifiziert|aktiviert))\b/
const saysMay =
  /\b(optin|accept\w*|agreed?|consent\w*|einwilligung\w*|eingewilligt|einverst\w*|akzeptiert\w*|werbung|zustimmung\w*|zugestimmt|permissions?|erlaub\w*|newsletter|abonniert|abo|subscribed|subscribes?|subscriber|angemeldet|active|aktiv|mailable|enabled|receives?|gdpr|dsgvo|allow\w*|marketing)\b/
/** No before the word for yes: `No consent`, `Not opted in`. */
const saysMayNot = new RegExp(String.raw`\b(not|no|never|without|nicht|nie|keine?|ohne) ${saysMay.source}`)
const saysState = /(^|\b)(\w*status|statut|estado|stato|state|zustand|subscription|suppression reason)$|^status\b/
/** Headings that are about other things as often. */
const isWeak =
  /^(state|estado|stato|zustand|subscription|subscriber|marketing|newsletter|active|aktiv|enabled|abo|invalid|removed|deleted|archived|last active)$|\wstatus$/
const isNote =
  /\b(at|on|time|date|\w*datum|am|reason|\w*grund|\w*zeitpunkt|comment|kommentar|campaign\w*|kampagne|title|by|von|since|seit|mode|method)\b/

/** How a column says who may receive mail, by its heading; undefined for other columns. */
export function senseOf(text: string): Sense | undefined {
  const heading = fold(text)
  if (otherThings.test(heading) || (otherWays.test(heading) && !email.test(heading))) return undefined
  const note = isNote.test(heading) && !saysState.test(heading)
  if (saysBounced.test(heading)) return note ? 'bouncedNote' : 'bounced'
  if (saysLeft.test(heading) || saysMayNot.test(heading)) return note ? 'leftNote' : 'left'
  if (saysState.test(heading)) return otherStates.test(heading) ? undefined : 'state'
  if (saysUnproved.test(heading)) return 'unproved'
  if (saysProved.test(heading)) return 'proved'
  return saysMay.test(heading) ? 'may' : undefined
}

/**
 * Whether a column of this sense has states. One with a weak heading needs a value that is known, and one of agreement any value: if all are
 * empty, nobody was asked.
 */
export function hasStates(heading: string, sense: Sense, values: string[]): boolean {
  const filled = values.filter((value) => value !== '')
  if (filled.length === 0) return saysStopped(sense)
  return !isWeak.test(fold(heading)) || filled.some((value) => meaningOf(sense, value))
}

/** Whether the filled cells of a column are those of people who have left or bounced. */
export const saysStopped = (sense: Sense | undefined): boolean => /^(left|bounced)/.test(sense ?? '')

/** The longest title that is read. A sentence can speak of leaving for other reasons. */
const longestTitle = 80

/** Whether a title, a heading or the name of a file speaks of people who have left or bounced, and what of. */
export function leavingOf(text: string): 'unsubscribed' | 'bounced' | undefined {
  if (text.length > longestTitle) return undefined
  // A list that somebody has cleaned up is no list of cleaned addresses.
  const words = fold(text).replace(/(?<!^)\bcleaned\b|^cleaned (?=up|lists?\b|liste)/, '')
  if (saysBounced.test(words)) return 'bounced'
  return saysLeft.test(words) ? 'unsubscribed' : undefined
}

const words = (state: SubscriberState, list: string) =>
  list.split(',').map((word): [string, SubscriberState] => [fold(word), state])

/** Our own states and those of other programs, in English and German, and the most usual ones in five other languages. */
const states = new Map([
  ...words(
    'confirmed',
    'confirmed,subscribed,active,aktiv,subscriber,opted in,opt-in,single opt-in,double opt-in,abonniert,abonnent,angemeldet,bestätigt,regular,premium,enabled,aktiviert,activated,explicit,express,granted,marketing contact,eingewilligt,zugestimmt,accepted,agreed,given,erteilt,allow,allowed,erlaubt,mailable,sub,consent,consented,actif,abonné,inscrit,activo,suscrito,attivo,iscritto,actief,aangemeld,ativo,inscrito',
  ),
  ...words(
    'pending',
    'pending,unconfirmed,not confirmed,unverified,unactivated,not activated,validating,awaiting confirmation,opt-in pending,confirmation pending,unbestätigt,nicht bestätigt,ausstehend,nicht aktiviert,wartet auf bestätigung',
  ),
  ...words(
    'unsubscribed',
    'unsubscribed,unsubscribe,unsub,global unsubscribe,not subscribed,nonsubscribed,non-subscribed,opted out,opt-out,optout,has left,inactive,inaktiv,not active,nicht aktiv,cancelled,canceled,churned,deleted,removed,archived,blocked,blacklisted,blocklisted,denylisted,suppressed,suppression,manual suppression,excluded,disabled,deactivated,deaktiviert,complained,complaint,complainer,spam,spam complaint,spam report,spammy,abuse,abuse complaint,junk,marked as spam,revoked,withdrawn,denied,declined,refused,rejected,do not email,do not mail,do not contact,do not send,no email,non-marketing contact,abgemeldet,nicht angemeldet,ausgetragen,abbestellt,gekündigt,gekuendigt,gesperrt,blockiert,gelöscht,geloescht,widerrufen,widersprochen,beschwerde,abgelehnt,nicht abonniert,keine emails,keine werbung,ausgetreten,beendet,ended,quit,do not allow,u,p,désinscrit,désabonné,inactif,dado de baja,de baja,baja,inactivo,disiscritto,cancellato,inattivo,uitgeschreven,afgemeld,descadastrado,inativo',
  ),
  ...words(
    'bounced',
    'bounced,bounce,gebounced,gebounct,hardbounce,softbounce,hard bounce,hardbounced,hard bounced,soft bounce,soft bounced,cleaned,bereinigt,undeliverable,undelivered,not deliverable,invalid,invalid email,hard,failed,returned,quarantined,unzustellbar,nicht zustellbar,ungültig,ungueltig,rückläufer,b',
  ),
])
const yes = new Set('yes,true,1,x,ja,wahr,y,j,t,w,on,an,ein,checked,ok,oui,si,sim'.split(','))
const no = new Set([
  '',
  ...'no,false,0,nein,falsch,n,f,off,aus,none,null,nil,never,nie,keine,na,n a,unchecked,not set'.split(','),
  ...'undefined,leer,non,nee,nao'.split(','),
])
/** A day, a time or a count. */
const isMoment = (text: string) => /^(\p{L}{3,10},? )?\d/u.test(text.trim())
/** The same, but no small number, which can mean no. */
export const isLongMoment = (text: string) => isMoment(text) && text.length > 4
/** No day, or the first of 1970. */
export const isNoMoment = (text: string) => /^[0\s.,:/TZ+-]*$|^1970-01-01/.test(text.trim())
/** The answer of a mail server, such as 550 or 5.1.1, for a message that it refused. */
const isRefusal = (text: string) => /^5(\d\d|\.\d+\.\d+)\b/.test(text.trim())

/** The state that a word names, also with not before it. */
const stateOf = (word: string): SubscriberState | undefined => {
  const [, negated = ''] = /^(?:not|non?|no longer|never|nie|keine?|nicht(?: mehr)?) (.+)$/.exec(word) ?? []
  return states.get(word) ?? (states.get(negated) === 'confirmed' ? 'unsubscribed' : undefined)
}

/** What a value of a column says; undefined for a word that is not known, which staff are asked about. */
export function meaningOf(sense: Sense, value: string): ValueMeaning | undefined {
  const word = fold(value.slice(0, longestTitle))
  const state = stateOf(word)
  switch (sense) {
    case 'state':
      if (word === '') return 'confirmed'
      return state ?? (isRefusal(value) ? 'bounced' : undefined)
    case 'may':
      // People who never said yes have not left either.
      if (word === '') return 'skip'
      if (no.has(word)) return 'unsubscribed'
      return yes.has(word) || isLongMoment(value) ? 'confirmed' : state
    case 'proved':
      if (no.has(word) || isNoMoment(value)) return 'pending'
      return yes.has(word) || isLongMoment(value) ? 'confirmed' : state
    case 'unproved':
      if (no.has(word) || isNoMoment(value)) return 'confirmed'
      return yes.has(word) || isLongMoment(value) ? 'pending' : state
    default: {
      const stopped = sense.startsWith('left') ? 'unsubscribed' : 'bounced'
      if (no.has(word) || isNoMoment(value)) return 'confirmed'
      return state ?? (yes.has(word) || isMoment(value) || sense.endsWith('Note') ? stopped : undefined)
    }
  }
}

/** Whether all these values are states of one list, and one of them stops somebody: then the column has states, however it is called. */
export function areStates(heading: string, values: string[]): boolean {
  if (otherStates.test(fold(heading))) return false
  const found = values
    .filter((value) => value !== '')
    .map((value) => (value.length > 1 ? stateOf(fold(value)) : undefined))
  return found.length > 0 && found.every((state) => state) && found.some(isStopped)
}

const aboutMail =
  /\b(emails?|e?mail ok|valid|gultig|zustellbar|hear|touch|informed|news|updates?|wants?|send|rundbrief\w*|informiert|informationen|mochte|wunscht|mails?|mailings?|newsletter\w*|contact\w*|kontakt\w*|anschreib\w*|angeschrieben|(un)?deliver\w*)\b/
/** Whether a column answers yes or no to a question about mail that is not known, so that staff must say what yes means. */
export function answersAboutMail(heading: string, values: string[]): boolean {
  const words = values.map(fold).filter((word) => word !== '')
  const isAnswer = words.length > 0 && words.every((word) => yes.has(word) || no.has(word))
  // How often, or never.
  return aboutMail.test(fold(heading)) && (isAnswer || words.some((word) => no.has(word) && /\D/.test(word)))
}

export const isStopped = (meaning: ValueMeaning | undefined): meaning is 'unsubscribed' | 'bounced' =>
  meaning === 'unsubscribed' || meaning === 'bounced'

const severity = ['confirmed', 'pending', 'skip', 'bounced', 'unsubscribed'] as const
/** The strictest of what several columns say. */
export const strictest = (meanings: ValueMeaning[]): ValueMeaning | undefined =>
  severity.findLast((meaning) => meanings.includes(meaning))
