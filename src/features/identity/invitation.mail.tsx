import type { Company } from '#contract/company.ts'
import { MailButton, MailFrame, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    invitation: InvitationProps
  }
}

/** The link with which a new colleague chooses their first password. */
export type InvitationProps = { company: Company; name: string; email: string; invitationUrl: string; hours: number }

export function Invitation({ company, name, email, invitationUrl, hours }: InvitationProps) {
  return (
    <MailFrame title="Welcome" preheader={`Choose a password for ${email}.`} company={company}>
      <MailTitle>Welcome to {company.brand}</MailTitle>
      <MailText>Hello {name},</MailText>
      <MailText>
        you have access to the back office of {company.brand}. Choose a password for {email}, and you can sign in. The
        link works once, within {hours} hours.
      </MailText>
      <MailButton href={invitationUrl}>Choose a password</MailButton>
      <MailText quiet>If you did not expect this, do nothing: no one can sign in without the link.</MailText>
    </MailFrame>
  )
}
