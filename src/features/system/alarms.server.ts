import { isOverdue } from '#server/backup/backup-status.ts'
import type { Config } from '#server/config/config.ts'
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
export type Facts = Omit<System, 'warnings' | 'lacks' | 'jobs' | 'retentions'>

type Known = {
  config: Pick<Config, 'backup'>
  /** When the database was created, and the present time by its clock. Milliseconds since 1970. */
  created: number
  now: number
}

/** The alarms that follow from the state, the most urgent first: the screens show them, the owners are told of them, and they stop the heartbeat. */
export const alarmsOf = ({ backup, database, disk, mail, clock }: Facts, known: Known): Alarm[] => {
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

function ofBackup({ good, failed, stored }: Facts['backup'], { config, created, now }: Known): Omit<Alarm, 'id'> {
  const sentences: string[] = []
  if (isOverdue(good === undefined ? {} : { goodAt: good.at }, config.backup, created, now))
    sentences.push(
      good === undefined ? noBackup({ stored }) : `The last good backup is ${ageOf(now - Date.parse(good.at))} old.`,
    )
  if (!failed || failed.onlyCopy) return { sentences }
  return { sentences: [...sentences, 'The last attempt at a backup has failed.'], reason: failed.reason }
}

/** Backups may be on the disk of which the database does not know: it was moved, or they were made by hand. */
export const noBackup = ({ stored }: Pick<Facts['backup'], 'stored'>): string =>
  stored.length === 0 ? 'No backup has been made yet.' : 'No backup has been verified yet.'

const isLittle = (free: number, databaseBytes: number) => free < Math.max(littleSpace, 2 * databaseBytes)

/** A long newsletter that is being sent has waiting messages, and is no reason for an alarm. */
function ofMail({ refuses, dueSince, sentAt }: Facts['mail'], now: number): string[] {
  const since = (time: string | undefined) => (time === undefined ? 0 : now - Date.parse(time))
  if (since(refuses?.since) > stuckAfter)
    return [`The mail server has taken no message for ${ageOf(since(refuses?.since))}.`]
  const isSending = sentAt !== undefined && since(sentAt) < stuckAfter
  return since(dueSince) > stuckAfter && !isSending ? [`Messages have been waiting for ${ageOf(since(dueSince))}.`] : []
}

const ageOf = (milliseconds: number) =>
  milliseconds < 2 * day ? `${Math.round(milliseconds / hour)} hours` : `${Math.floor(milliseconds / day)} days`
