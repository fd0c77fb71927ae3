import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '#server/database/connect.ts'
import { kindOf } from '#server/database/dialect.ts'
import { type PersonalData, wholeAddress } from '#server/record/personal-data.ts'

type Db = Database['db'] | Transaction

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
    const lines = await linesWith(trx, email)
    for (const { importId, line } of lines)
      await trx.deleteFrom('importLines').where('importId', '=', importId).where('line', '=', line).execute()
    return [{ kind: 'import line', count: lines.length }]
  },
  async addresses(db) {
    const lines = await db.selectFrom('importLines').select('text').execute()
    return lines.flatMap(({ text }) => text.toLowerCase().match(addresses) ?? [])
  },
  mentions: [{ table: 'imports', key: 'id', columns: ['fileName', 'agreed', 'columns'] }],
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
