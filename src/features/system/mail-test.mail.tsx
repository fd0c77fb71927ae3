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
    <MailFrame title="Mail test" preheader="Mail from the site arrives." company={company}>
      <MailTitle>Mail arrives</MailTitle>
      <MailText>This message was sent by the site {publicUrl}, as a test of its mail server.</MailText>
      <MailText quiet>
        If it arrived in your spam folder, its source says why: look for spf, dkim and dmarc in
        “Authentication-Results”.
      </MailText>
    </MailFrame>
  )
}
