import type { Company } from '#contract/company.ts'
import { MailButton, MailFrame, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    confirmation: ConfirmationProps
  }
}

/** Asks the owner of the address to confirm the subscription. */
export type ConfirmationProps = { company: Company; confirmUrl: string; days: number }

export function Confirmation({ company, confirmUrl, days }: ConfirmationProps) {
  return (
    <MailFrame
      title="Please confirm your subscription"
      preheader={`One press of a button, and the newsletter of ${company.brand} is yours.`}
      company={company}
    >
      <MailTitle>Please confirm your subscription</MailTitle>
      <MailText>
        Somebody, probably you, gave this address for the newsletter of {company.brand}. If that is right, follow the
        link and press the button there.
      </MailText>
      <MailButton href={confirmUrl}>Confirm my subscription</MailButton>
      <MailText quiet>
        The link works for {days} days. If it was not you, do nothing: without your word nothing more will come.
      </MailText>
    </MailFrame>
  )
}
