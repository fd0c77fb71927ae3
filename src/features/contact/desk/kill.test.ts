// It starts the program several times; the queue of all messages is the same as in `newsletter/kill.test.ts`.
// @module-tag all
import { expect, test } from 'vitest'
import { addAnsweredRequest } from '#testing/answer-rows.ts'
import { sendAcrossKills } from '#testing/kill-message.ts'

test('sends an answer once when the process is killed before it leaves', async () => {
  const arrived = await sendAcrossKills({
    async queue(database) {
      await addAnsweredRequest(database, 'asha@example.net')
      const { dueAt } = await database.db.selectFrom('deliveries').select('dueAt').executeTakeFirstOrThrow()
      expect(Date.parse(dueAt) - Date.now()).toBeGreaterThan(25_000)
      // The rest of the hold, in which the process dies.
      const left = { dueAt: new Date(Date.now() + 6_000).toISOString() }
      await database.db.updateTable('deliveries').set(left).execute()
    },
    stateOf: async ({ db }) => (await db.selectFrom('deliveries').select('state').executeTakeFirst())?.state,
    sent: 'sent',
  })
  expect(arrived).toEqual(['asha@example.net'])
})
