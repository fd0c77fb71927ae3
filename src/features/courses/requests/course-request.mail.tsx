import { Fragment } from 'react'
import type { Company } from '#contract/company.ts'
import { MailButton, MailFrame, MailLink, MailQuote, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    courseRequest: CourseRequestMailProps
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
