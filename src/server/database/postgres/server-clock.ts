import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import type { Clock } from '#server/runtime/clock.ts'

/** How often the clocks are compared, in milliseconds. */
const compareEvery = 5 * 60_000
/** A smaller difference is that of the measurement, in milliseconds. */
const tolerance = 50

/**
 * The clock of the database server, as machines that share it all have to read the same time.
 * @param own the clock of this machine
 */
export async function followServer(db: Kysely<Schema>, own: Clock): Promise<{ clock: Clock; stop(): void }> {
  let ahead = 0
  async function compare() {
    const asked = Date.now()
    const { rows } = await sql<{ now: string }>`select clock_timestamp() as "now"`.execute(db)
    const answered = Date.now()
    const difference = Date.parse(rows[0]?.now ?? '') - (asked + answered) / 2
    ahead = Math.abs(difference) > tolerance + (answered - asked) / 2 ? Math.round(difference) : 0
  }
  await compare()
  // While the server is away, the last difference is the best.
  const timer = setInterval(() => void compare().catch(() => {}), compareEvery).unref()
  return { clock: () => own() + ahead, stop: () => clearInterval(timer) }
}
