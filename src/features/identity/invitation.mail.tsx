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
    <MailFrame title="Your invitation" preheader={`The link works once, within ${hours} hours.`} company={company}>
      <MailTitle>Welcome to the back office of {company.brand}</MailTitle>
      <MailText>Hello {name},</MailText>
      <MailText>
        you have been given access with {email}. Choose a password, and you can sign in. The link works once, within{' '}
        {hours} hours.
      </MailText>
      <MailButton href={invitationUrl}>Choose a password</MailButton>
      <MailText quiet>If you do not expect this, do nothing: without a password nobody signs in.</MailText>
    </MailFrame>
  )
}
