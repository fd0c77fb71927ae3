// On both databases: a killed process must neither lose nor repeat an answer.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { addAnsweredRequest } from '#testing/answer-rows.ts'
import { startProgram } from '#testing/kill-scenario.ts'
import { startSmtpSink } from '#testing/smtp-sink.ts'
import { createTestPlace } from '#testing/test-database.ts'

test('sends an answer once when the process is killed before it leaves', async () => {
  const [place, sink] = [await createTestPlace(), await startSmtpSink()]
  const database = await connect(place.config)
  const start = () => startProgram(place, sink.url, 2, 100)
  let program = start()
  try {
    await migrate(database)
    await addAnsweredRequest(database, 'asha@example.net')
    const delivery = database.db.selectFrom('deliveries').select(['state', 'dueAt'])
    const { dueAt } = await delivery.executeTakeFirstOrThrow()
    expect(Date.parse(dueAt) - Date.now()).toBeGreaterThan(25_000)
    // The rest of the hold, in which the process dies.
    await database.db
      .updateTable('deliveries')
      .set({ dueAt: new Date(Date.now() + 6_000).toISOString() })
      .execute()
    await wait(2_500)
    program.kill('SIGKILL')
    program = start()
    await expect.poll(() => sink.taken.length, { timeout: 60_000 }).toBe(1)
    await expect.poll(async () => (await delivery.executeTakeFirstOrThrow()).state, { timeout: 10_000 }).toBe('sent')
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
