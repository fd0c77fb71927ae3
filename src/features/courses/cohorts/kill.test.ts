// On both databases: a killed process must neither lose nor repeat a message about a date.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { insertRow } from '#server/database/rows.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { startProgram } from '#testing/kill-scenario.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { startSmtpSink } from '#testing/smtp-sink.ts'
import { createTestPlace } from '#testing/test-database.ts'
import { addCohort, addCourseRequest } from '#testing/training-rows.ts'
import { cohortNotices } from './cohorts.table.ts'

test('tells of a new date once when the process is killed before the message leaves', async () => {
  const [place, sink] = [await createTestPlace(), await startSmtpSink()]
  const database = await connect(place.config)
  const start = () => startProgram(place, sink.url, 2, 100)
  let program = start()
  try {
    await migrate(database)
    const { id: courseId } = await addCourse(database)
    const { id: cohortId } = await addCohort(database, courseId)
    const wish = await addCourseRequest(database, { courseId, kind: 'nextDate', email: 'asha@example.net' })
    await database.transaction(async (trx) => {
      const at = new Date().toISOString()
      const { id } = await insertRow(trx, cohortNotices, { cohortId, kind: 'opened', count: 1, at })
      await queueDelivery(trx, 'cohortOpened', { subjectId: id, recipientId: wish.id, wait: 6_000 })
    })
    await wait(2_500)
    program.kill('SIGKILL')
    program = start()
    await expect.poll(() => sink.taken.length, { timeout: 60_000 }).toBe(1)
    const stored = database.db.selectFrom('courseRequests').select('state').where('id', '=', wish.id)
    await expect.poll(async () => (await stored.executeTakeFirst())?.state, { timeout: 10_000 }).toBe('told')
    program.kill('SIGKILL')
    program = start()
    await wait(2_500)
    expect(sink.taken.map(({ to }) => to)).toEqual(['asha@example.net'])
  } finally {
    program.kill('SIGKILL')
    await database.close()
    await sink.close()
    await place.remove()
  }
}, 120_000)
