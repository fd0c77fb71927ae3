import type { RenderMail } from './templates.ts'

/** What features need for messages that go through the queue. */
export type MailService = {
  render: RenderMail
  /** Sends newly queued messages at once, instead of at the next look at the queue. */
  wake(): void
}
