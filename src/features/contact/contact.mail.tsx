import type { Company } from '#contract/company.ts'
import { MailButton, MailFrame, MailQuote, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    contactNotice: ContactRequestMailProps
    contactDigest: ContactDigestProps
    contactAssigned: ContactAssignedProps
    deskReminder: DeskReminderProps
  }
}

/** Tells the company about a visitor's message. A reply goes to the visitor. */
export type ContactRequestMailProps = {
  company: Company
  request: { name: string; email: string; subject: string; message: string }
  /** Where it came from, and a phone number, in one line; empty if neither is known. */
  source: string
  /** The address of the request in the back office. */
  url: string
}

export function ContactRequestMail({ company, request, source, url }: ContactRequestMailProps) {
  return (
    <MailFrame title={request.subject} preheader={request.message.slice(0, 140)} company={company}>
      <MailText quiet>
        {request.name} ({request.email}) wrote through the website:
      </MailText>
      <MailTitle>{request.subject}</MailTitle>
      <MailQuote>{request.message}</MailQuote>
      {source && <MailText quiet>{source}</MailText>}
      <MailText quiet>Answer this message to write to {request.name}.</MailText>
      <MailButton href={url}>Open in the back office</MailButton>
    </MailFrame>
  )
}

/** Tells the company about many messages at once; `count` includes those that are not listed. */
export type ContactDigestProps = {
  company: Company
  count: number
  requests: { name: string; email: string; subject: string }[]
  /** The address of the pending requests in the back office. */
  url: string
}

export function ContactDigest({ company, count, requests, url }: ContactDigestProps) {
  const title = `${count} more ${count === 1 ? 'message' : 'messages'} came in`
  return (
    <MailFrame title={title} preheader="More messages arrived than are mailed one by one." company={company}>
      <MailTitle>{title}</MailTitle>
      <MailText>
        More messages arrived through the website than are mailed one by one. Many of them may be from one sender. All
        of them are in the back office.
      </MailText>
      {requests.map(({ name, email, subject }, index) => (
        <MailText key={index}>
          {subject}
          <br />
          {name} ({email})
        </MailText>
      ))}
      {count > requests.length && <MailText>and {count - requests.length} more</MailText>}
      <MailButton href={url}>Open in the back office</MailButton>
    </MailFrame>
  )
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
