import type { Company } from '#contract/company.ts'
import { MailButton, MailFrame, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    passwordReset: PasswordResetProps
  }
}

/** The link with which a member of staff replaces a forgotten password. */
export type PasswordResetProps = {
  company: Company
  name: string
  email: string
  /** The owner who requested it, if it was not the person. */
  by: string | undefined
  resetUrl: string
  minutes: number
}

export function PasswordReset({ company, name, email, by, resetUrl, minutes }: PasswordResetProps) {
  return (
    <MailFrame title="A new password" preheader={`The link works once, within ${minutes} minutes.`} company={company}>
      <MailTitle>Choose a new password</MailTitle>
      <MailText>Hello {name},</MailText>
      <MailText>
        {by ?? 'someone, probably you,'} asked for a new password for {email}. The link works once, within {minutes}{' '}
        minutes.
      </MailText>
      <MailButton href={resetUrl}>Choose a new password</MailButton>
      <MailText quiet>
        {by ? 'If you do not need one' : 'If it was not you'}, do nothing: your password stays as it is.
      </MailText>
    </MailFrame>
  )
}
