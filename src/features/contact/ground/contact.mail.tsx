import { Fragment } from 'react'
import type { Company } from '#contract/company.ts'
import type { Answer } from '#contract/own-fields.ts'
import { dayAndMonth } from '#contract/zoned-format.ts'
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
  /** The answers to the form's own fields, and its files by their names. */
  answers: Answer[]
  /** Where it came from, and a phone number, in one line; empty if neither is known. */
  source: string
  /** The address of the request in the back office. */
  url: string
}

export function ContactNotice({ company, request, answers, source, url }: ContactNoticeProps) {
  return (
    <MailFrame title={request.subject} preheader={request.message.slice(0, 140)} company={company}>
      <MailText quiet>
        {request.name} ({request.email}) sent a message through the website:
      </MailText>
      <MailTitle>{request.subject}</MailTitle>
      <MailQuote>{request.message}</MailQuote>
      {answers.map(({ label, value }, index) => (
        <MailText key={index}>
          <strong>{label}</strong>
          <br />
          {value.split('\n').map((line, at) => (
            <Fragment key={at}>
              {at > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </MailText>
      ))}
      {source && <MailText quiet>{source}</MailText>}
      <MailText quiet>Reply to this email to answer {request.name}.</MailText>
      <MailButton href={url}>View request</MailButton>
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
    <MailFrame title={title} preheader="Too many messages arrived to email you about each one." company={company}>
      <MailTitle>{title}</MailTitle>
      <MailText>
        Too many messages arrived through the website to email you about each one. Some may come from the same sender.
        You can find all of them in Contacts.
      </MailText>
      <RequestLines requests={requests} more={more} />
      <MailButton href={url}>View requests</MailButton>
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
    {more > 0 && <MailText>And {more} more.</MailText>}
  </>
)

/** Tells a member of staff that a colleague assigned a request to them, or that its visitor has written again. */
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
      {followUpOn && <MailText>Follow up on {dayAndMonth(followUpOn)}.</MailText>}
      {answerable && <MailText quiet>Reply to this email to answer {name}.</MailText>}
      <MailButton href={url}>View request</MailButton>
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
    <MailFrame title={title} preheader="These requests are assigned to you." company={company}>
      <MailTitle>{title}</MailTitle>
      <RequestLines requests={requests} more={more} />
      <MailButton href={url}>View your requests</MailButton>
    </MailFrame>
  )
}
