import { lookup } from '#contract/lookup.ts'
import type { Transaction } from '#server/database/connect.ts'
import { toColleague } from '#server/mail/mail-kind.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { day } from '#server/security/counters.ts'
import type { Alarm } from './alarms.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the id of the alarm, its recipient the owner. */
    alarm: Omit<AlarmNotice, 'id'>
  }
}

/** What was wrong, from when until when. */
export type AlarmNotice = { id: string; text: string; since: string; seenAt: string; over: boolean }

type Words = { title: string; next: string }
const nothingToDo = 'There is nothing left to do.'

/** What is said when an alarm begins, and when it is over. While no mail is sent, a message about that would wait too. */
const words: Record<Alarm['id'], { begins?: Words; over: Words }> = {
  backup: {
    begins: {
      title: 'The site is not backed up',
      next: 'Open System and press “Back up now”. It says what goes wrong. Until a backup works, the changes since the last one can be lost.',
    },
    over: { title: 'Backups work again', next: nothingToDo },
  },
  copy: {
    begins: {
      title: 'The backup was not copied',
      next: 'The backup itself is good, but it is only on the machine of the site. Check the command of BACKUP_COMMAND and the place to which it copies. “Back up now” on System tries it again.',
    },
    over: { title: 'Backups are copied again', next: nothingToDo },
  },
  mail: {
    over: {
      title: 'Mail is sent again',
      next: 'Messages that waited are sent now or within hours. System says if some were given up.',
    },
  },
  disk: {
    begins: {
      title: 'The disk is nearly full',
      next: 'Delete what is not needed from the disk of the data folder, or enlarge it. Once it is full, nothing can be saved, and messages of visitors are refused.',
    },
    over: { title: 'The disk has enough space again', next: nothingToDo },
  },
  clocks: {
    begins: {
      title: 'The clocks of the servers differ',
      next: 'Let both machines synchronise their clocks (NTP). Schedules and sign-ins depend on them.',
    },
    over: { title: 'The clocks agree again', next: nothingToDo },
  },
}

const wordsOf = ({ id, over }: Pick<AlarmNotice, 'id' | 'over'>): Words | undefined =>
  lookup(words, id)?.[over ? 'over' : 'begins']

/** Queues a message to each owner, if there is one for this alarm. */
export async function queueAlarmMail(trx: Transaction, { id: subjectId, ...notice }: AlarmNotice): Promise<void> {
  if (!wordsOf({ id: subjectId, over: notice.over })) return
  const owners = trx.selectFrom('users').select('id').where('role', '=', 'owner').where('active', '=', true)
  for (const { id: recipientId } of await owners.execute())
    await queueDelivery(trx, 'alarm', { subjectId, recipientId, payload: notice })
}

/** Composes the message to an owner about an alarm. */
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
    ? [`From ${from} to ${until} this was wrong: ${text}`, next]
    : [text, next, 'You get one more message when this is over.']
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
