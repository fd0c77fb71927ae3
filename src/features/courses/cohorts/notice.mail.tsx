import type { Company } from '#contract/company.ts'
import { MailButton, MailFrame, MailLink, MailQuote, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    cohortNotice: CohortNoticeProps
  }
}

/** Tells someone that a date of a course was moved or cancelled, or that there is a new one. */
export type CohortNoticeProps = {
  company: Company
  name: string
  subject: string
  text: string[]
  /** What staff have added. */
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
