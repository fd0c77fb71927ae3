import type { Company } from '#contract/company.ts'
import { MailFrame } from '#mail/mail-frame.tsx'
import { MailButton, MailLink, MailQuote, MailText, MailTitle } from '#mail/mail-parts.tsx'

declare module '#server/mail/mail.ts' {
  interface MailTemplates {
    ContactNotice: typeof ContactNotice
    ContactDigest: typeof ContactDigest
    ContactAssigned: typeof ContactAssigned
    DeskReminder: typeof DeskReminder
  }
}

/** Tells the company about a visitor's message. A reply goes to the visitor. */
export type ContactNoticeProps = {
  company: Company
  request: { name: string; email: string; subject: string; message: string }
  /** Where it came from, and a phone number, in one line; empty if neither is known. */
  source: string
  /** The address of the request in the back office. */
  url: string
}

export function ContactNotice({ company, request, source, url }: ContactNoticeProps) {
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

/** Tells the company about many messages at once. */
export type ContactDigestProps = {
  company: Company
  title: string
  /** The address of the pending requests in the back office. */
  url: string
} & RequestLinesProps

export function ContactDigest({ company, title, requests, more, url }: ContactDigestProps) {
  return (
    <MailFrame title={title} preheader="More messages arrived than are mailed one by one." company={company}>
      <MailTitle>{title}</MailTitle>
      <MailText>
        More messages arrived through the website than are mailed one by one. Many of them may be from one sender. All
        of them are in the back office.
      </MailText>
      <RequestLines requests={requests} more={more} />
      <MailButton href={url}>Open in the back office</MailButton>
    </MailFrame>
  )
}

type RequestLinesProps = {
  requests: { subject: string; url: string; facts: string }[]
  /** How many the list leaves out. */
  more: number
}

const RequestLines = ({ requests, more }: RequestLinesProps) => (
  <>
    {requests.map(({ subject, url, facts }) => (
      <MailText key={url}>
        <MailLink href={url}>{subject}</MailLink>
        <br />
        {facts}
      </MailText>
    ))}
    {more > 0 && <MailText>and {more} more</MailText>}
  </>
)

/** Tells a member of staff that a colleague gave them a request. */
export type ContactAssignedProps = {
  company: Company
  title: string
  request: { name: string; message: string; followUpOn?: string | undefined }
  /** Whether an answer to this message goes to the visitor. */
  answerable: boolean
  /** The address of the request in the back office. */
  url: string
}

export function ContactAssigned({ company, title, request, answerable, url }: ContactAssignedProps) {
  const { name, message, followUpOn } = request
  return (
    <MailFrame title={title} preheader={message.slice(0, 140)} company={company}>
      <MailTitle>{title}</MailTitle>
      <MailText>{name} wrote:</MailText>
      <MailQuote>{message}</MailQuote>
      {followUpOn && <MailText>Follow up on {followUpOn}.</MailText>}
      {answerable && <MailText quiet>Answer this message to write to {name}.</MailText>}
      <MailButton href={url}>Open in the back office</MailButton>
    </MailFrame>
  )
}

/** Tells a member of staff which of their requests are late today. */
export type DeskReminderProps = {
  company: Company
  title: string
  /** The address of their requests in the back office. */
  url: string
} & RequestLinesProps

export function DeskReminder({ company, title, requests, more, url }: DeskReminderProps) {
  return (
    <MailFrame title={title} preheader="These messages are yours." company={company}>
      <MailTitle>{title}</MailTitle>
      <RequestLines requests={requests} more={more} />
      <MailButton href={url}>Open your messages</MailButton>
    </MailFrame>
  )
}
