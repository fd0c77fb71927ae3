import type { RenderMail } from './templates.ts'

/** What features need for messages that go through the queue. */
export type MailService = {
  render: RenderMail
  /** Says that a message was queued, so that it leaves without waiting for the next look at the queue. */
  wake(): void
}
