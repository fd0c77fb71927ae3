// It starts the program several times; the queue of all messages is the same as in `newsletter/kill.test.ts`.
// @module-tag all
import { expect, test } from 'vitest'
import { insertRow } from '#server/database/rows.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { sendAcrossKills } from '#testing/kill-message.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { addCohort, addRegistration, dayFromNow } from '#testing/training-rows.ts'
import { cohortNotices } from '../ground/courses.table.ts'
import { queueAutomaticNotices } from './notice-job.server.ts'

test('tells of a new date once when the process is killed before the message leaves', async () => {
  const arrived = await sendAcrossKills({
    async queue(database) {
      const { id: courseId } = await addCourse(database)
      const { id: cohortId } = await addCohort(database, courseId)
      const wish = await addRegistration(database, { courseId, kind: 'nextDate', email: 'asha@example.net' })
      await database.transaction(async (trx) => {
        const at = new Date().toISOString()
        const { id } = await insertRow(trx, cohortNotices, { cohortId, kind: 'opened', count: 1, at })
        await queueDelivery(trx, 'cohortOpened', { subjectId: id, recipientId: wish.id, wait: 6_000 })
      })
    },
    stateOf: async ({ db }) => (await db.selectFrom('registrations').select('state').executeTakeFirst())?.state,
    sent: 'notified',
  })
  expect(arrived).toEqual(['asha@example.net'])
})

test('reminds of a date once when the process is killed, although each process that starts finds the reminder due', async () => {
  const arrived = await sendAcrossKills({
    async queue(database) {
      const { id: courseId } = await addCourse(database)
      // It was due two days ago.
      const { id: cohortId } = await addCohort(database, courseId, { startsOn: dayFromNow(3), remindAt: [5, 60] })
      await addRegistration(database, {
        ...{ courseId, cohortId, kind: 'enrol', state: 'confirmed', email: 'asha@example.net' },
      })
      const context = {
        ...{ database, config: { timeZone: 'Asia/Kolkata' }, mailService: { kind: 'smtp' } },
        site: { now: async () => ({ own: {} }) },
      }
      await queueAutomaticNotices(context as never, console as never)
      const dueAt = new Date(Date.now() + 6_000).toISOString()
      await database.db.updateTable('deliveries').set({ dueAt }).where('kind', '=', 'cohortReminder').execute()
    },
    stateOf: async ({ db }) =>
      (await db.selectFrom('deliveries').select('state').where('kind', '=', 'cohortReminder').execute())
        .map(({ state }) => state)
        .join(),
    sent: 'sent',
  })
  expect(arrived).toEqual(['asha@example.net'])
})
