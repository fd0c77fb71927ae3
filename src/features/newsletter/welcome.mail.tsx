import type { Company } from '#contract/company.ts'
import { MailFrame, MailText, MailTitle, NewsletterFooter } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    welcome: WelcomeProps
  }
}

/** The letter to a new subscriber. */
export type WelcomeProps = {
  company: Company
  subject: string
  paragraphs: string[]
  /** The reader's own pages. */
  links: { unsubscribe: string; preferences: string }
}

export function Welcome({ company, subject, paragraphs, links }: WelcomeProps) {
  return (
    <MailFrame
      title={subject}
      preheader={paragraphs[0] ?? ''}
      company={company}
      footer={<NewsletterFooter company={company} links={links} />}
    >
      <MailTitle>{subject}</MailTitle>
      {paragraphs.map((paragraph, index) => (
        <MailText key={index}>{paragraph}</MailText>
      ))}
    </MailFrame>
  )
}
