import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { readStoredValue, storeValue } from '#server/database/stored-values.ts'

const name = 'testedMailServer'

/** The address of the mail server, without the password. */
const addressOf = ({ smtpUrl }: Config['mail']) => smtpUrl && new URL(smtpUrl).host

/** Remembers that the mail server has taken a test message. */
export async function recordMailTest({ db }: Database, mail: Config['mail']): Promise<void> {
  const address = addressOf(mail)
  if (address !== undefined) await storeValue(db, name, address)
}

/** Whether the mail server of the settings has ever taken a test message. Another server has to be tested again. */
export async function isMailTested({ db }: Database, mail: Config['mail']): Promise<boolean> {
  const tested = await readStoredValue(db, name)
  return tested !== undefined && tested === addressOf(mail)
}
