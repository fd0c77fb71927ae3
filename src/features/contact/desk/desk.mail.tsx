import type { Company } from '#contract/company.ts'
import { MailButton, MailFrame, MailQuote, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    contactAssigned: ContactAssignedProps
    deskReminder: DeskReminderProps
  }
}

/** Tells a member of staff that a colleague gave them a request. */
export type ContactAssignedProps = {
  company: Company
  title: string
  request: { name: string; subject: string; message: string; followUpOn?: string }
  /** The address of the request in the back office. */
  url: string
}

export function ContactAssigned({ company, title, request, url }: ContactAssignedProps) {
  const { name, message, followUpOn } = request
  return (
    <MailFrame title={title} preheader={message.slice(0, 140)} company={company}>
      <MailTitle>{title}</MailTitle>
      <MailText>{name} wrote:</MailText>
      <MailQuote>{message}</MailQuote>
      {followUpOn && <MailText>Follow up on {followUpOn}.</MailText>}
      <MailButton href={url}>Open in the back office</MailButton>
    </MailFrame>
  )
}

/** Tells a member of staff which of their requests are late today. */
export type DeskReminderProps = {
  company: Company
  title: string
  requests: { subject: string; name: string; reason: string }[]
  /** How many more there are. */
  more: number
  /** The address of their requests in the back office. */
  url: string
}

export function DeskReminder({ company, title, requests, more, url }: DeskReminderProps) {
  return (
    <MailFrame title={title} preheader="The messages that are yours." company={company}>
      <MailTitle>{title}</MailTitle>
      {requests.map(({ subject, name, reason }, index) => (
        <MailText key={index}>
          {subject}
          <br />
          {name}, {reason}
        </MailText>
      ))}
      {more > 0 && <MailText>and {more} more</MailText>}
      <MailButton href={url}>Open your messages</MailButton>
    </MailFrame>
  )
}
