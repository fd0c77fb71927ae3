import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import { forgetRecords } from '#server/activity/activity.ts'
import type { Db } from '#server/database/connect.ts'
import { kindOf } from '#server/database/dialect.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { factsOf, type PersonalData, wholeAddress } from '#server/record/personal-data.ts'
import { subscriberStateNames } from '../ground/subscribers.contract.ts'
import { topicNames, topicsIn } from '../ground/subscribers.shared.server.ts'
import { subscribers } from '../ground/subscribers.table.ts'
import { findImport } from '../imports/import-store.server.ts'

/** The subscription, of which an address has at most one. */
export const subscriberPersonalData: PersonalData = {
  tables: ['subscribers'],
  async read(db, email) {
    const row = await db
      .selectFrom('subscribers')
      .selectAll()
      .select(consentTextOf('subscribers'))
      .where('email', '=', email)
      .executeTakeFirst()
    if (!row) return []
    const subscriber = subscribers.decode(row)
    const imports = db
      .selectFrom('imports')
      .select(['agreed', 'agreedOn'])
      .where('id', '=', row.importId ?? '')
    const imported = await imports.executeTakeFirst()
    const { name, topics, pausedUntil, source, sourceDetail } = subscriber
    const facts = {
      Name: name,
      Status: subscriberStateNames[subscriber.state],
      Since: subscriber.stateSince?.slice(0, 10),
      Reason: subscriber.stateReason,
      'Unsubscribe reason': subscriber.leftReason,
      Topics: topics && topicNames({ topics }, await topicsIn(db))?.join(', '),
      'Paused until': pausedUntil && `${pausedUntil.slice(0, 16).replace('T', ' ')} UTC`,
      Source: [source, sourceDetail].filter(Boolean).join(': ') || undefined,
      'Proof of consent': [imported?.agreed, imported?.agreedOn].filter(Boolean).join(', ') || undefined,
      'Consent text': subscriber.consent,
      'Sign-up page': subscriber.consentPage,
    }
    return [
      {
        at: subscriber.subscribedAt,
        kind: 'subscription',
        title: 'Newsletter',
        ...(name !== undefined && { name }),
        facts: factsOf(facts),
        record: { ...subscriber },
      },
    ]
  },
  async erase(trx, email) {
    const row = await trx.selectFrom('subscribers').select('id').where('email', '=', email).executeTakeFirst()
    if (!row) return []
    await deleteDeliveries(trx, [row.id])
    await forgetRecords(trx, ['subscribers'], [row.id])
    await trx.deleteFrom('subscribers').where('id', '=', row.id).execute()
    return [{ kind: 'subscription', count: 1 }]
  },
  addresses: async (db) => (await db.selectFrom('subscribers').select('email').execute()).map(({ email }) => email),
  mentions: [{ table: 'subscribers', key: 'id', columns: ['stateReason', 'name', 'sourceDetail'] }],
}

/** Everything in a text that may be an address. */
const addresses = /[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+\w/g

/** Lines of imported files that wait to be applied, or were left out. They are deleted with everything else in them. */
export const importPersonalData: PersonalData = {
  tables: ['importLines'],
  async read(db, email, most) {
    const lines = await linesWith(db, email)
    return lines.slice(0, most).map(({ importId, line, text, reason, at, fileName }) => ({
      at,
      kind: 'import line',
      title: `Line ${line}${fileName === null ? '' : ` of ${fileName}`}`,
      facts: reason === null ? [] : [{ name: 'Left out', value: reason }],
      path: `/admin/subscribers/imports/${importId}`,
      record: { text, reason },
    }))
  },
  async erase(trx, email) {
    const found = new Set((await linesWith(trx, email)).map(({ importId }) => importId))
    // A part that another process imports at this moment ends first.
    for (const id of [...found].toSorted()) await findImport(trx, id)
    const lines = found.size > 0 ? await linesWith(trx, email) : []
    for (const { importId, line, reason } of lines) {
      await trx.deleteFrom('importLines').where('importId', '=', importId).where('line', '=', line).execute()
      if (reason === null)
        await trx
          .updateTable('imports')
          .set(({ eb }) => ({ linesLeft: eb('linesLeft', '-', 1) }))
          .where('id', '=', importId)
          .execute()
    }
    return [{ kind: 'import line', count: lines.length }]
  },
  async addresses(db) {
    const lines = await db.selectFrom('importLines').select('text').execute()
    return lines.flatMap(({ text }) => text.toLowerCase().match(addresses) ?? [])
  },
  mentions: [{ table: 'imports', key: 'id', columns: ['fileName', 'agreed', 'columns', 'check'] }],
}

async function linesWith(db: Db, email: string) {
  const position = sql.raw(kindOf(db) === 'sqlite' ? 'instr' : 'strpos')
  const found: RawBuilder<SqlBool> = sql`${position}(lower(${sql.ref('importLines.text')}), ${email}) > 0`
  const lines = await db
    .selectFrom('importLines')
    .innerJoin('imports', 'imports.id', 'importLines.importId')
    .select(['importLines.importId', 'importLines.line', 'importLines.text', 'importLines.reason'])
    .select(['imports.at', 'imports.fileName'])
    .where(found)
    .execute()
  const address = wholeAddress(email)
  return lines.filter(({ text }) => text.search(address) >= 0)
}
