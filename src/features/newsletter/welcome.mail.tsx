import type { Company } from '#contract/company.ts'
import { MailFrame, MailLink, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    welcome: WelcomeProps
  }
}

/** The letter to a new subscriber, with the addresses of the links below it. */
export type WelcomeProps = {
  company: Company
  subject: string
  paragraphs: string[]
  preferences: string
  unsubscribe: string
}

export function Welcome({ company, subject, paragraphs, preferences, unsubscribe }: WelcomeProps) {
  return (
    <MailFrame
      title={subject}
      preheader={paragraphs[0] ?? ''}
      company={company}
      footer={
        <p style={{ margin: 0 }}>
          You get this because you subscribed to the newsletter of {company.brand}.{' '}
          <MailLink href={preferences}>Choose what you get</MailLink> ·{' '}
          <MailLink href={unsubscribe}>Unsubscribe</MailLink>
        </p>
      }
    >
      <MailTitle>{subject}</MailTitle>
      {paragraphs.map((paragraph, index) => (
        <MailText key={index}>{paragraph}</MailText>
      ))}
    </MailFrame>
  )
}
