import type { Mail } from './mail.ts'
import type { RenderMail } from './templates.ts'

/** The mail services for features. All messages go through the queue. */
export type MailService = {
  kind: Mail['kind']
  render: RenderMail
  /** Sends newly queued messages at once, instead of at the next look at the queue. */
  wake(): void
  /** Aborts when this process sends no more, so that nothing waits for a message. */
  stopping: AbortSignal
}
