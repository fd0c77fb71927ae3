// On both databases: with PostgreSQL several machines share one clock.
import { afterEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createQueue } from '#server/mail/claims.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { createTestPlace } from '#testing/test-database.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

/** Of machines whose clocks are wrong, in milliseconds. */
const wrong = [-30_000, 45_000, 5 * 60_000, 0]
const isShared = Boolean(inject('postgresUrl'))

afterEach(() => {
  vi.useRealTimers()
})

test.skipIf(!isShared).for(wrong)(
  'a machine whose clock is wrong by %i ms has the time of the database',
  async (by) => {
    const place = await createTestPlace()
    const real = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: real + by })
    const database = await connect(place.config)
    onTestFinished(async () => {
      await database.close()
      await place.remove()
    })
    await migrate(database)
    expect(Math.abs(database.clock() - real)).toBeLessThan(5_000)
    // A message that it queues is due at once for a machine whose clock is right.
    await database.transaction((trx) => queueDelivery(trx, 'mailTest'))
    vi.useRealTimers()
    const composers = { mailTest: { compose: async () => ({ skip: '' }) } } as never
    const queue = createQueue(database, 'another machine', { composers, retryPauses: [0] })
    expect(await queue.hasDue()).toBe(true)
  },
)
