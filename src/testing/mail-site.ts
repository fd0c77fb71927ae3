import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import type { Config } from '#server/config/config.ts'
import type { Schema } from '#server/database/schema.ts'
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts'
import { startTestApp, type TestApp } from './start-app.ts'
import { mailSettings } from './subscriber-rows.ts'

type Mail = Partial<Config['mail']>
type Settings = Parameters<typeof startTestApp>[0]
type Given = Parameters<typeof startTestApp>[1]

/** A site and the mail server that it sends to. Both are closed when the test is finished. */
export async function startMailSite(mail: Mail = {}, settings: Settings = {}, given: Given = {}) {
  const { sink, site, close } = await openMailSite(mail, settings, given)
  onTestFinished(close)
  return { sink, site }
}

/**
 * The same for all tests of a file, as a site takes a tenth of a second to start. Each test begins without records in these tables, with no message
 * under way, and with a mail server that accepts everything.
 */
export function shareMailSite(
  tables: readonly (keyof Schema)[],
  mail: Mail = {},
  settings: Settings = {},
  given: Given = {},
): { sink: SmtpSink; site: TestApp } {
  const shared = {} as { sink: SmtpSink; site: TestApp }
  let close = async () => {}
  beforeAll(async () => {
    const { close: closeBoth, ...both } = await openMailSite(mail, settings, given)
    Object.assign(shared, both)
    close = closeBoth
  })
  afterAll(() => close())
  beforeEach(async () => {
    const { sink, site } = shared
    const { db } = site.database
    const underWay = async () => {
      await db.deleteFrom('deliveries').where('state', '!=', 'sending').execute()
      return db.selectFrom('deliveries').select('id').execute()
    }
    await expect.poll(underWay).toEqual([])
    for (const table of tables) await db.deleteFrom(table).execute()
    // Of a newsletter that was there until now.
    await expect.poll(underWay).toEqual([])
    sink.taken.length = 0
    sink.behave({})
  })
  return shared
}

async function openMailSite(mail: Mail, settings: Settings, given: Given) {
  const sink = await startSmtpSink()
  const site = await startTestApp({ mail: mailSettings({ smtpUrl: sink.url, ...mail }), ...settings }, given)
  const close = async () => {
    await site.close()
    await sink.close()
  }
  return { sink, site, close }
}
