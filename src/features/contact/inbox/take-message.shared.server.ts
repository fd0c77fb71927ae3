import { isDeepStrictEqual } from 'node:util'
import { asLine, type FormSignals } from '#contract/visit.ts'
import { consentOf } from '#features/consent/consent.shared.server.ts'
import { type Database, type Transaction, timeIn } from '#server/database/connect.ts'
import type { AppContext } from '#server/feature.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { isSuspicious } from '#server/security/bot-signals.ts'
import {
  boxOf,
  count,
  countHourAndDay,
  countTraffic,
  day,
  minute,
  type Sender,
  senderOf,
  tooManyFor,
} from '#server/security/counters.ts'
import { keyedHash } from '#server/security/signed-tokens.ts'
import { tellCreated } from '../ground/contact.event.ts'
import { contactRequests } from '../ground/contact.table.ts'
import { hasFiles } from '../ground/contact-files.server.ts'
import { addRequest, isNotInTrash } from '../ground/events.shared.server.ts'
import { addToDigest } from './contact-notice.server.ts'

/**
 * Messages an hour and a day that count as normal traffic: those with the same writer or text, and all. Further ones are accepted, but marked as
 * part of a flood and mailed in a digest. An office or a phone network has one address for many people, whose messages differ.
 */
const normal = {
  alike: { host: { hour: 5, day: 20 }, network: { hour: 15, day: 60 } },
  all: { host: { hour: 25, day: 60 }, network: { hour: 75, day: 200 } },
}
/** The number of compared letters of a text, so that different endings do not hide similar texts. */
const comparedLetters = 200
/** The most that is accepted in a day, in messages and in bytes. The limit for all senders only keeps the disk from filling up. */
const maximum = { host: 100, network: 300, networkBytes: 5_000_000, allBytes: 200_000_000 }
/**
 * The bytes of files that are accepted in a day. A campus has one network for many applicants. `doubted` is for all files of messages that look like spam
 * or belong to a flood.
 */
const maximumFiles = { network: 100_000_000, all: 1_000_000_000, doubted: 50_000_000 }
/** Size of a row without its texts, in bytes. */
const rowSize = 500
/** Notices that are mailed one by one; further messages are mailed in a digest. */
const notices = { tenMinutes: 60, day: 300 }

type Message = { name: string; email: string; subject: string; message: string }

/** The names under which messages from one address or network are counted that have the same writer or the same text. */
type Likeness = Record<'host' | 'network', string[]>

/** Texts that differ only in digits, case and punctuation are the same. Never call it inside a transaction: it may have to read the key. */
async function likenessOf(database: Database, sender: Sender, { email, message }: Message): Promise<Likeness> {
  const letters = message.toLowerCase().replace(/[^\p{L}]+/gu, '')
  const [writer, text] = await Promise.all([
    keyedHash(database, 'writer', boxOf(email.toLowerCase())),
    keyedHash(database, 'text', letters.slice(0, comparedLetters)),
  ])
  const of = (place: string) => [`contact:writer:${place}:${writer}`, `contact:text:${place}:${text}`]
  return { host: of(sender.host), network: of(sender.network) }
}

/**
 * Counts a message against its sender's address and network, in the transaction that stores it.
 * @returns whether it is part of a flood from its own address or network
 * @throws HttpError 429 if the limit is reached
 */
async function countMessage(
  trx: Transaction,
  { sender, likeness, message, more }: Judgement & { sender: Sender; likeness: Likeness },
): Promise<boolean> {
  const texts = [...Object.values(message), more]
  const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text), rowSize)
  const { host, network, all } = await countTraffic(trx, sender, size)
  if (host.day.count > maximum.host) throw tooManyFor(host.day.endsIn, 'Too many messages came from your address today')
  if (network.day.count > maximum.network || network.day.bytes > maximum.networkBytes)
    throw tooManyFor(network.day.endsIn, 'Too many messages came from your network today')
  if (all.day.bytes > maximum.allBytes) throw tooManyFor(all.day.endsIn, 'Too many messages came in today')
  const tallyOf = await countHourAndDay(trx, [...likeness.host, ...likeness.network])
  const isFlood = (all: Tally, place: 'host' | 'network') =>
    isMore(all, normal.all[place]) || likeness[place].some((name) => isMore(tallyOf(name), normal.alike[place]))
  return isFlood(host, 'host') || isFlood(network, 'network')
}

/**
 * Counts the files of a message, in the transaction that stores it.
 * @param doubted whether the message looks like spam or is part of a flood
 * @throws HttpError 429 if too many bytes came today
 */
async function countFiles(trx: Transaction, sender: Sender, files: StoredFiles, doubted: boolean): Promise<void> {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (size === 0) return
  const { network, all } = await countTraffic(trx, { ...sender, form: 'contact:files' }, size)
  if (network.day.bytes > maximumFiles.network)
    throw tooManyFor(network.day.endsIn, 'Too many files came from your network today')
  if (all.day.bytes > maximumFiles.all) throw tooManyFor(all.day.endsIn, 'Too many files came in today')
  if (!doubted) return
  const tally = (await countHourAndDay(trx, ['contact:files:doubted'], size))('contact:files:doubted').day
  if (tally.bytes > maximumFiles.doubted) throw tooManyFor(tally.endsIn, 'Too many files came in today')
}

type StoredFiles = { label: string; name: string; bytes: Buffer }[]
type Tally = Record<'hour' | 'day', { count: number }>
const isMore = ({ hour, day }: Tally, usual: { hour: number; day: number }) =>
  hour.count > usual.hour || day.count > usual.day

/** Counts a notice. @returns whether it goes into a digest because there are too many */
export async function countNotice(trx: Transaction): Promise<boolean> {
  const tallies = await count(trx, { 'contact:notices:10min': 10 * minute, 'contact:notices:day': day })
  return (
    tallies['contact:notices:10min'].count > notices.tenMinutes || tallies['contact:notices:day'].count > notices.day
  )
}

/** Number of links from which a message looks like an advertisement. */
const manyLinks = 3
/** Number of different words of advertisements from which a message looks like one. */
const manyWords = 2

const links = /https?:\/\/|\bwww\./gi
/** Links as markup, which our form does not offer and people do not type. */
const linkMarkup = /<a\s[^>]*href|\[(url|link)[=\]]/i
/** Words of unsolicited advertisements. A single one may be a client's business. */
const adverts =
  /\b(casinos?|viagra|cialis|crypto|bitcoin|forex|porn|escorts?|betting|payday loans?|back ?links?|seo (services?|packages?|ranking)|guest posts?|domain authority)\b/gi

/** Each weak sign counts one. The number of other messages plays no part. */
function textScore({ name, subject, message }: Message, more: string): number {
  const words = new Set(`${subject} ${message} ${more}`.toLowerCase().match(adverts))
  const signs = [
    (message.match(links)?.length ?? 0) >= manyLinks,
    words.size >= manyWords,
    `${name} ${subject}`.search(links) >= 0,
    linkMarkup.test(`${message}\n${more}`),
  ]
  return signs.filter(Boolean).length
}

type Context = Pick<AppContext, 'config' | 'database' | 'site'>
type Signals = FormSignals & { consent?: string | undefined }

/** A phone number and the name of a company as they are stored. */
export const phoneOf = (text: string | undefined) => asLine(text, 60)
export const companyOf = (text: string | undefined) => asLine(text, 300)

/** A message from a public form, as it is judged before it is stored. */
type Judgement = Awaited<ReturnType<typeof judgeMessage>>

/**
 * Judges a message, before the transaction that stores it. Staff still find it when it goes into Spam.
 * @param sent `form` is the name under which its sender is counted, and `more` the texts of further fields
 */
export async function judgeMessage(
  { config, database, site }: Context,
  {
    message,
    signals,
    ip,
    form,
    more = '',
  }: { message: Message; signals: Signals; ip: string; form: string; more?: string },
) {
  const [spam, consentText, sender] = await Promise.all([
    isSuspicious(database, signals, textScore(message, more)),
    consentOf({ database, site }, 'contact', signals.consent),
    config.rateLimit ? senderOf(database, form, ip) : null,
  ])
  const likeness = sender && (await likenessOf(database, sender, message))
  return { message, more, spam, consentText, sender, likeness }
}

/** Counts a message against its sender. @returns whether it is part of a flood @throws HttpError 429 if the limit is reached */
export const countJudged = async (trx: Transaction, judgement: Judgement) => {
  const { sender, likeness } = judgement
  return sender !== null && likeness !== null && countMessage(trx, { ...judgement, sender, likeness })
}

type RequestDetails = Omit<Parameters<typeof addRequest>[1], keyof Message | 'status' | 'flood' | 'consentText'>

/** How long a message counts as the same one when it comes again, in milliseconds: a second press, or a form that was sent once more. */
const sameFor = 10 * minute

/** A request that has the same words from the same address. A message that looks like spam never hides one that does not. */
async function findSame(
  trx: Transaction,
  { message, spam }: Judgement,
  { phone, company, courseId, pageId, openingId, answers }: RequestDetails,
  files: StoredFiles,
): Promise<{ id: string } | undefined> {
  const { name, email, subject, message: text } = message
  const rows = await trx
    .selectFrom('contactRequests')
    .select(['id', 'answers'])
    .where('createdAt', '>', new Date(timeIn(trx) - sameFor).toISOString())
    .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('name', '=', name)
    .where('subject', '=', subject)
    .where('message', '=', text)
    .where('phone', 'is not distinct from', phone ?? null)
    .where('company', 'is not distinct from', company ?? null)
    .where('courseId', 'is not distinct from', courseId ?? null)
    .where('pageId', 'is not distinct from', pageId ?? null)
    .where('openingId', 'is not distinct from', openingId ?? null)
    .where(isNotInTrash)
    .$if(!spam, (found) => found.where('status', '!=', 'spam'))
    .execute()
  for (const row of rows) {
    const stored = contactRequests.decode(row)
    if (isDeepStrictEqual(stored.answers, answers) && (await hasFiles(trx, row.id, files))) return row
  }
  return undefined
}

/**
 * Counts and stores a message as a contact request, and queues the notice to the company. One that is there already is stored once.
 * @returns its id; `isNew` is false for a message that was there
 */
export async function storeMessage(
  trx: Transaction,
  { config }: Pick<Context, 'config'>,
  judgement: Judgement,
  details: RequestDetails,
  files: StoredFiles = [],
): Promise<{ id: string; isNew: boolean }> {
  const { message, spam, consentText, sender } = judgement
  // The counters let equal messages wait for each other, also where nothing is limited.
  if (sender === null) await count(trx, { 'contact:all': minute })
  const flood = await countJudged(trx, judgement)
  const same = await findSame(trx, judgement, details, files)
  if (same) return { id: same.id, isNew: false }
  if (sender) await countFiles(trx, sender, files, spam || flood)
  const status = spam ? 'spam' : 'pending'
  const id = await addRequest(trx, { ...message, ...details, consentText, status, flood: flood || undefined }, files)
  if (!spam) await tellCreated(trx, id)
  if (spam || !config.mail.contactNotify) return { id, isNew: true }
  if (flood || (sender && (await countNotice(trx)))) await addToDigest(trx, id)
  else await queueDelivery(trx, 'contact', { subjectId: id })
  return { id, isNew: true }
}
