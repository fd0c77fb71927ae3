import type { FastifyBaseLogger } from 'fastify'
import type { Mail } from '#server/mail/mail.ts'
import type { MailService } from '#server/mail/mail-service.ts'
import { type SendLoop, startSendLoop } from '#server/mail/send-loop.ts'
import { composers, type StaffContext } from './mail-composers.ts'

/** The mail service with the loop that sends the queue between `start` and `stop`. */
export type RunningMailService = MailService & { start(): void; stop(): Promise<void> }
type Options = StaffContext & { mail: Mail; log: FastifyBaseLogger }

export function createMailService({ mail, log, ...parts }: Options): RunningMailService {
  const { config, database, render } = parts
  const stopping = new AbortController()
  let worker: SendLoop | undefined
  return {
    kind: mail.kind,
    render,
    wake: () => worker?.wake(),
    stopping: stopping.signal,
    start() {
      if (stopping.signal.aborted) return
      const { rate, connections, retryPauses } = config.mail
      const domain = config.company.domain
      worker ??= startSendLoop({
        database,
        mail,
        composers: composers(parts),
        log,
        rate,
        connections,
        retryPauses,
        domain,
      })
    },
    async stop() {
      stopping.abort()
      await worker?.stop()
    },
  }
}
