import { type Transaction, timeIn } from '#server/database/connect.ts'
import type { Job } from '#server/database/jobs.ts'
import { affectsRows } from '#server/database/rows.ts'
import type { AppContext } from '#server/feature.ts'
import { hour, minute } from '#server/security/counters.ts'
import { type Alarm, type AlarmNotice, queueAlarmMail } from './alarms.server.ts'
import { alarms } from './alarms.table.ts'
import { sendHeartbeat } from './heartbeat.server.ts'
import { readState } from './system-state.server.ts'

/** How long an alarm must last before owners are told, so that they are not told of a moment. In milliseconds. */
const settled = 4 * minute
/** How long it must have been off before it is over, so that one that comes and goes is one alarm. In milliseconds. */
const quiet = hour

/** Tells the owners when an alarm begins and when it is over, and sends the heartbeat while there is none. */
export const watch: Job<Pick<AppContext, 'config' | 'database'>> = {
  name: 'Check for problems',
  once: 'site',
  every: 5 * minute,
  async work({ config, database }) {
    const { alarms: on } = await readState(config, database)
    const lasting = await database.transaction(async (trx) => {
      const { notices, lasting } = await recordAlarms(trx, on)
      for (const notice of notices) await queueAlarmMail(trx, notice)
      return lasting
    })
    if (!lasting) await sendHeartbeat(config, database)
  },
}

/** Stores which alarms are on. @returns what is to be told, once each and once its end, and whether an alarm has lasted */
async function recordAlarms(trx: Transaction, on: Alarm[]): Promise<{ notices: AlarmNotice[]; lasting: boolean }> {
  const rows = await trx.selectFrom('alarms').selectAll().forUpdate().execute()
  const known = new Map(rows.map((row) => [row.id, alarms.decode(row)]))
  const now = timeIn(trx)
  const seenAt = new Date(now).toISOString()
  const notices: AlarmNotice[] = []
  let lasting = false
  for (const { id, sentences, reason } of on) {
    const text = [...sentences, ...(reason === undefined ? [] : [`The reason: ${reason}`])].join(' ')
    const row = { id, text, since: known.get(id)?.since ?? seenAt, seenAt }
    await trx
      .insertInto('alarms')
      .values(alarms.encode(row))
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ text, seenAt }))
      .execute()
    if (now - Date.parse(row.since) < settled) continue
    lasting = true
    const told = trx.updateTable('alarms').set({ toldAt: seenAt }).where('id', '=', id).where('toldAt', 'is', null)
    if (await affectsRows(told)) notices.push({ ...row, over: false })
  }
  for (const row of known.values()) {
    if (on.some(({ id }) => id === row.id) || now - Date.parse(row.seenAt) < quiet) continue
    const isOver = await affectsRows(trx.deleteFrom('alarms').where('id', '=', row.id))
    if (isOver && row.toldAt !== undefined) notices.push({ ...row, over: true })
  }
  return { notices, lasting }
}
