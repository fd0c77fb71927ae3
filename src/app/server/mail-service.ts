import type { FastifyBaseLogger } from 'fastify'
import { composers } from '#app/features.server.ts'
import type { Mails } from '#app/web/mail-templates.tsx'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { Mail } from '#server/mail/mail.ts'
import { startSendLoop, type Worker } from '#server/mail/send-loop.ts'

/** What features need for messages that go through the outbox. */
export type MailService = {
  /** The templates of all messages. */
  mails(): Promise<Mails>
  /** Says that something was put into the outbox, so that it leaves without waiting for the next look. */
  wake(): void
  start(): void
  stop(): Promise<void>
}

type Parts = { config: Config; database: Database; mail: Mail; log: FastifyBaseLogger; mails: () => Promise<Mails> }

/** The way messages leave, with the worker that empties the outbox from `start` to `stop`. */
export function createMailService({ config, database, mail, log, mails }: Parts): MailService {
  let worker: Worker | undefined
  return {
    mails,
    wake: () => worker?.wake(),
    start() {
      const { rate, connections, retryPauses } = config.mail
      const domain = config.company.domain
      worker ??= startSendLoop({
        database,
        mail,
        composers: composers({ config, database, mails }),
        log,
        rate,
        connections,
        retryPauses,
        domain,
      })
    },
    async stop() {
      await worker?.stop()
    },
  }
}
