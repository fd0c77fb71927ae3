import { onTestFinished } from 'vitest'
import type { Config } from '#server/config/config.ts'
import { startSmtpSink } from './smtp-sink.ts'
import { startTestApp } from './start-app.ts'
import { mailSettings } from './subscriber-rows.ts'

/** A site and the mail server that it sends to. Both are closed when the test is finished. */
export async function startMailSite(
  mail: Partial<Config['mail']> = {},
  settings: Parameters<typeof startTestApp>[0] = {},
  given: Parameters<typeof startTestApp>[1] = {},
) {
  const sink = await startSmtpSink()
  const site = await startTestApp({ mail: mailSettings({ smtpUrl: sink.url, ...mail }), ...settings }, given)
  onTestFinished(async () => {
    await site.close()
    await sink.close()
  })
  return { sink, site }
}
