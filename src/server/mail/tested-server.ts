import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'

const name = 'testedMailServer'

/** The address of the mail server, without the password. */
const addressOf = ({ smtpUrl }: Config['mail']) => smtpUrl && new URL(smtpUrl).host

/** Remembers that the mail server has taken a test message. */
export async function recordMailTest({ db }: Database, mail: Config['mail']): Promise<void> {
  const value = addressOf(mail)
  if (value === undefined) return
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Whether the mail server of the settings has ever taken a test message. Another server has to be tested again. */
export async function isMailTested({ db }: Database, mail: Config['mail']): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row !== undefined && row.value === addressOf(mail)
}
