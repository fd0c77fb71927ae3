import { Fragment } from 'react'
import type { Company } from '#contract/company.ts'
import { MailButton, MailFrame, MailLink, MailQuote, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    courseRequest: CourseRequestMailProps
    cohortNotice: CohortNoticeProps
  }
}

/** A message about a request for a course. Each of `lines` is a paragraph. */
export type CourseRequestMailProps = {
  company: Company
  title: string
  lines: string[]
  quote?: string | undefined
  button?: { label: string; href: string } | undefined
  /** A second, quiet choice. */
  link?: { label: string; href: string } | undefined
  small?: string | undefined
}

export function CourseRequestMail({ company, title, lines, quote, button, link, small }: CourseRequestMailProps) {
  return (
    <MailFrame title={title} preheader={lines[0] ?? ''} company={company}>
      <MailTitle>{title}</MailTitle>
      {lines.map((line) => (
        <MailText key={line}>
          {line.split('\n').map((part, index) => (
            <Fragment key={part}>
              {index > 0 && <br />}
              {part}
            </Fragment>
          ))}
        </MailText>
      ))}
      {quote && <MailQuote>{quote}</MailQuote>}
      {button && <MailButton href={button.href}>{button.label}</MailButton>}
      {link && (
        <MailText quiet>
          <MailLink href={link.href}>{link.label}</MailLink>
        </MailText>
      )}
      {small && <MailText quiet>{small}</MailText>}
    </MailFrame>
  )
}

/** Tells someone that a date of a course was moved or cancelled, or that there is a new one. */
export type CohortNoticeProps = {
  company: Company
  name: string
  subject: string
  text: string[]
  /** The addition of staff. */
  body: string | undefined
  closing: string[]
  /** The page of the course; for a new date only. */
  courseUrl: string | undefined
  /** The page on which the person can withdraw. */
  requestUrl: string
}

export function CohortNotice({
  company,
  name,
  subject,
  text,
  body,
  closing,
  courseUrl,
  requestUrl,
}: CohortNoticeProps) {
  return (
    <MailFrame title={subject} preheader={text[0] ?? subject} company={company}>
      <MailTitle>{subject}</MailTitle>
      <MailText>Hello {name},</MailText>
      {text.map((paragraph, index) => (
        <MailText key={index}>{paragraph}</MailText>
      ))}
      {body && <MailQuote>{body}</MailQuote>}
      {closing.map((paragraph, index) => (
        <MailText key={index}>{paragraph}</MailText>
      ))}
      {courseUrl && <MailButton href={courseUrl}>See the date</MailButton>}
      <MailText quiet>
        <MailLink href={requestUrl}>See or withdraw your request</MailLink>
      </MailText>
    </MailFrame>
  )
}
