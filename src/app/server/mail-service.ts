import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { MailService } from '#server/mail/mail-service.ts'
import { type SendLoop, startSendLoop } from '#server/mail/send-loop.ts'
import type { RenderMail } from '#server/mail/templates.ts'
import { composers } from './mail-composers.ts'

/** The mail service with the loop that sends the queue between `start` and `stop`. */
export type RunningMailService = MailService & { start(): void; stop(): Promise<void> }
type Options = { config: Config; database: Database; mail: Mail; log: FastifyBaseLogger; render: RenderMail }

export function createMailService({ config, database, mail, log, render }: Options): RunningMailService {
  let worker: SendLoop | undefined
  return {
    render,
    wake: () => worker?.wake(),
    start() {
      const { rate, connections, retryPauses } = config.mail
      const domain = config.company.domain
      worker ??= startSendLoop({
        database,
        mail,
        composers: composers({ config, database, render }),
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
