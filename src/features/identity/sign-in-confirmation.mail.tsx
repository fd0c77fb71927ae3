import type { Company } from '#contract/company.ts'
import { MailButton, MailFrame, MailLink, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    signInConfirmation: SignInConfirmationProps
  }
}

/** The link with which a member of staff finishes a sign-in from a new place, while the account is under attack. */
export type SignInConfirmationProps = {
  company: Company
  name: string
  email: string
  confirmUrl: string
  minutes: number
  /** The address for requesting another password. */
  forgotUrl: string
}

export function SignInConfirmation({ company, name, email, confirmUrl, minutes, forgotUrl }: SignInConfirmationProps) {
  return (
    <MailFrame title="Finish signing in" preheader="Someone signed in with your password." company={company}>
      <MailTitle>Finish signing in</MailTitle>
      <MailText>Hello {name},</MailText>
      <MailText>
        someone, probably you, signed in as {email} with your password, from a place that we do not know. There were
        many attempts with wrong passwords lately, so please confirm that it was you. Open this link within {minutes}
        minutes, in the browser where you are signing in.
      </MailText>
      <MailButton href={confirmUrl}>Finish signing in</MailButton>
      <MailText quiet>
        If it was not you, someone knows your password. They cannot sign in without the link in this message. Please{' '}
        <MailLink href={forgotUrl}>choose another password</MailLink> now.
      </MailText>
    </MailFrame>
  )
}
