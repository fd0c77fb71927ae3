import type { Company } from '#contract/company.ts'
import { MailFrame } from '#mail/mail-frame.tsx'
import { MailButton, MailText, MailTitle, NewsletterFooter } from '#mail/mail-parts.tsx'

declare module '#server/mail/mail.ts' {
  interface MailTemplates {
    Confirmation: typeof Confirmation
    Welcome: typeof Welcome
  }
}

/** Asks the owner of the address to confirm the subscription. */
export type ConfirmationProps = { company: Company; confirmUrl: string; days: number }

export function Confirmation({ company, confirmUrl, days }: ConfirmationProps) {
  return (
    <MailFrame
      title="Confirm your subscription"
      preheader={`Confirm your email address to receive the ${company.brand} newsletter.`}
      company={company}
    >
      <MailTitle>Confirm your subscription</MailTitle>
      <MailText>Please confirm that you want to receive the {company.brand} newsletter at this email address.</MailText>
      <MailButton href={confirmUrl}>Confirm subscription</MailButton>
      <MailText quiet>
        This link expires in {days} days. If you did not ask for the newsletter, ignore this email: you will not be
        subscribed.
      </MailText>
    </MailFrame>
  )
}

export type WelcomeProps = {
  company: Company
  subject: string
  paragraphs: string[]
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
