import type { Company } from '#contract/company.ts'
import { MailFrame } from '#mail/mail-frame.tsx'
import { MailText, MailTitle } from '#mail/mail-parts.tsx'

declare module '#server/mail/mail.ts' {
  interface MailTemplates {
    MailTest: typeof MailTest
  }
}

/** The message that tests the mail server. */
export type MailTestProps = { company: Company; publicUrl: string }

export function MailTest({ company, publicUrl }: MailTestProps) {
  return (
    <MailFrame title="Test email" preheader="Email from your site arrives." company={company}>
      <MailTitle>Your email works</MailTitle>
      <MailText>This is a test email from {publicUrl}. The mail server accepted it, and it has arrived.</MailText>
      <MailText quiet>
        Did you find it in your spam folder? Open the original message and look for spf, dkim and dmarc after
        “Authentication-Results”: one that failed is usually the reason.
      </MailText>
    </MailFrame>
  )
}
