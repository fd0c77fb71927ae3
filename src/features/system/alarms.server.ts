import { lookup } from '#contract/lookup.ts'
import { isOverdue } from '#server/backup/backup-status.ts'
import type { Config } from '#server/config/config.ts'
import type { Transaction } from '#server/database/connect.ts'
import { toColleague } from '#server/mail/mail-kind.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import { day, hour } from '#server/security/counters.ts'
import type { System } from './system.contract.ts'

/** With less free space than this, in bytes, or than twice the database, a backup and its verification may not fit. */
const littleSpace = 1e9
/** How long no message may have been sent before an alarm, in milliseconds. */
const stuckAfter = hour

/** Something that an owner has to see to now, in sentences. */
export type Alarm = {
  id: 'backup' | 'copy' | 'mail' | 'disk' | 'clocks'
  sentences: string[]
  reason?: string | undefined
}

/** The state of the site without the sentences about it. */
export type Facts = Omit<System, 'warnings' | 'lacks' | 'lostPages' | 'jobs' | 'retentions'>

type Basis = {
  config: Pick<Config, 'backup'>
  /** When the database was created, and the present time by its clock. Milliseconds since 1970. */
  created: number
  now: number
}

/** The alarms that follow from the state, the most urgent first: the screens show them, the owners are told of them, and they stop the heartbeat. */
export const alarmsOf = ({ backup, database, disk, mail, clock }: Facts, known: Basis): Alarm[] => {
  const alarms: Alarm[] = [
    { id: 'backup', ...ofBackup(backup, known) },
    {
      id: 'copy',
      sentences: backup.failed?.onlyCopy && backup.copied ? ['The last backup was not copied.'] : [],
      reason: backup.failed?.reason,
    },
    { id: 'disk', sentences: disk && isLittle(disk.free, database.bytes) ? ['The disk is nearly full.'] : [] },
    { id: 'mail', sentences: mail.server ? ofMail(mail, known.now) : [], reason: mail.refuses?.reason },
    {
      id: 'clocks',
      sentences: Math.abs(clock.databaseAhead) > clockSkew ? ['The clocks of the server and the database differ.'] : [],
    },
  ]
  return alarms.filter(({ sentences }) => sentences.length > 0)
}

function ofBackup({ good, failed, stored }: Facts['backup'], { config, created, now }: Basis): Omit<Alarm, 'id'> {
  const sentences: string[] = []
  if (isOverdue(good === undefined ? {} : { goodAt: good.at }, config.backup, created, now))
    sentences.push(
      good === undefined ? noBackup({ stored }) : `The last good backup is ${ageOf(now - Date.parse(good.at))} old.`,
    )
  if (!failed || failed.onlyCopy) return { sentences }
  return { sentences: [...sentences, 'The last backup failed.'], reason: failed.reason }
}

/** Backups may be on the disk of which the database does not know: it was moved, or they were made by hand. */
export const noBackup = ({ stored }: Pick<Facts['backup'], 'stored'>): string =>
  stored.length === 0 ? 'No backup has been made yet.' : 'No backup has been verified yet.'

const isLittle = (free: number, databaseBytes: number) => free < Math.max(littleSpace, 2 * databaseBytes)

/** A long newsletter that is being sent has waiting messages, and is no reason for an alarm. */
function ofMail({ refuses, dueSince, sentAt }: Facts['mail'], now: number): string[] {
  const since = (time: string | undefined) => (time === undefined ? 0 : now - Date.parse(time))
  if (since(refuses?.since) > stuckAfter)
    return [`The mail server has accepted no email for ${ageOf(since(refuses?.since))}.`]
  const isSending = sentAt !== undefined && since(sentAt) < stuckAfter
  return since(dueSince) > stuckAfter && !isSending ? [`Emails have been waiting for ${ageOf(since(dueSince))}.`] : []
}

const ageOf = (milliseconds: number) =>
  milliseconds < 2 * day ? `${Math.round(milliseconds / hour)} hours` : `${Math.floor(milliseconds / day)} days`

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the id of the alarm, its recipient the owner. */
    alarm: Omit<AlarmNotice, 'id'>
  }
}

/** The problem, and when it began and was last seen. */
export type AlarmNotice = { id: string; text: string; since: string; seenAt: string; over: boolean }

type Words = { title: string; next: string }
const nothingToDo = 'There is nothing to do.'

/** The message when an alarm begins, and when it is over. While no mail is sent, a message about that would wait too. */
const words: Record<Alarm['id'], { begins?: Words; over: Words }> = {
  backup: {
    begins: {
      title: 'The site is not backed up',
      next: 'Choose “Back up now” in System to see the reason. Until a backup works, all changes since the last one could be lost.',
    },
    over: { title: 'Backups work again', next: nothingToDo },
  },
  copy: {
    begins: {
      title: 'The backup was not copied',
      next: 'The backup itself is good, but the only copy is on the server of the site. Check BACKUP_COMMAND and where it copies to, then choose “Back up now” in System.',
    },
    over: { title: 'Backups are copied again', next: nothingToDo },
  },
  mail: {
    over: {
      title: 'Email is sent again',
      next: 'Waiting emails go out now or within a few hours. System lists those that could not be sent.',
    },
  },
  disk: {
    begins: {
      title: 'The disk is nearly full',
      next: 'Free up space on the disk of the data folder, or make it larger. Once it is full, nothing can be saved, and messages from visitors are refused.',
    },
    over: { title: 'The disk has enough space again', next: nothingToDo },
  },
  clocks: {
    begins: {
      title: 'The server clocks differ',
      next: 'Synchronise the clocks of both machines (NTP). Schedules and sign-ins depend on them.',
    },
    over: { title: 'The server clocks agree again', next: nothingToDo },
  },
}

const wordsOf = ({ id, over }: Pick<AlarmNotice, 'id' | 'over'>): Words | undefined =>
  lookup(words, id)?.[over ? 'over' : 'begins']

export async function queueAlarmMail(trx: Transaction, { id: subjectId, ...notice }: AlarmNotice): Promise<void> {
  if (!wordsOf({ id: subjectId, over: notice.over })) return
  const owners = trx.selectFrom('users').select('id').where('role', '=', 'owner').where('active', '=', true)
  for (const { id: recipientId } of await owners.execute())
    await queueDelivery(trx, 'alarm', { subjectId, recipientId, payload: notice })
}

export const alarm = toColleague<'alarm'>(7 * day, async ({ site, render }, { subjectId = '', payload }, to) => {
  if (to.role !== 'owner') return { skip: 'Is no longer an owner' }
  const { text, since, seenAt, over } = payload
  const said = wordsOf({ id: subjectId, over })
  if (!said) return { skip: 'This version does not know the alarm' }
  const { title, next } = said
  const { company, publicUrl, timeZone } = await site.now()
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  const [from, until] = [since, seenAt].map((time) => format.format(new Date(time)))
  const paragraphs = over
    ? [`The problem lasted from ${from} to ${until}: ${text}`, next]
    : [text, next, 'We’ll email you again when this is fixed.']
  const rendered = await render('AccountMessage', {
    company,
    name: to.name,
    title,
    preheader: text,
    paragraphs,
    button: 'Open System',
    url: `${publicUrl}/#/admin/system`,
  })
  return { subject: `${title} (${company.brand})`, ...rendered }
})
