import type { Company } from '#contract/company.ts'
import { MailFrame } from '#mail/mail-frame.tsx'
import { MailButton, MailLink, MailText, MailTitle } from '#mail/mail-parts.tsx'

declare module '#server/mail/mail.ts' {
  interface MailTemplates {
    AccountMessage: typeof AccountMessage
    SignInConfirmation: typeof SignInConfirmation
  }
}

/** The company, and the name of the recipient. */
type AccountMail = { company: Company; name: string }

type AccountMessageProps = AccountMail & {
  title: string
  /** The title in the text, if it is another one. */
  heading?: string
  preheader: string
  paragraphs: string[]
  button: string
  url: string
  /** The advice if the message was not expected. */
  note?: string
}

/** Tells a member of staff about their account or another one, with a button for the next step. */
export function AccountMessage(props: AccountMessageProps) {
  const { company, name, title, heading = title, preheader, paragraphs, button, url, note } = props
  return (
    <MailFrame title={title} preheader={preheader} company={company}>
      <MailTitle>{heading}</MailTitle>
      <MailText>Hello {name},</MailText>
      {paragraphs.map((paragraph) => (
        <MailText key={paragraph}>{paragraph}</MailText>
      ))}
      <MailButton href={url}>{button}</MailButton>
      {note && <MailText quiet>{note}</MailText>}
    </MailFrame>
  )
}

/** The link with which a member of staff finishes a sign-in from a new place, while the account is under attack. */
type SignInConfirmationProps = AccountMail & {
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
        Someone signed in as {email} with your password from a new location. There were many failed attempts recently,
        so please confirm that it was you. Open this link within {minutes} minutes, in the browser you are signing in
        from.
      </MailText>
      <MailButton href={confirmUrl}>Finish signing in</MailButton>
      <MailText quiet>
        If it wasn’t you, someone knows your password. They can’t sign in without this link. Please{' '}
        <MailLink href={forgotUrl}>choose a new password</MailLink> now.
      </MailText>
    </MailFrame>
  )
}
