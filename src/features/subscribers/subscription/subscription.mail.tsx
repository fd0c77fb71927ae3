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
      title="Please confirm your subscription"
      preheader={`Press the button to receive the newsletter of ${company.brand}.`}
      company={company}
    >
      <MailTitle>Please confirm your subscription</MailTitle>
      <MailText>
        Someone, probably you, entered this address for the newsletter of {company.brand}. If this is right, follow the
        link and press the button there.
      </MailText>
      <MailButton href={confirmUrl}>Confirm my subscription</MailButton>
      <MailText quiet>
        The link works for {days} days. If it was not you, do nothing, and you will get no more messages.
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
