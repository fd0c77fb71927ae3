import type { Company } from '#contract/company.ts'
import { MailButton, MailFrame, MailLink, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    accountNotice: AccountNoticeProps
    invitation: InvitationProps
    newDevice: NewDeviceProps
    passwordReset: PasswordResetProps
    signInConfirmation: SignInConfirmationProps
  }
}

/** The company, and the name of the recipient. */
type AccountMail = { company: Company; name: string }

/** Tells a member of staff about a change to an account: the change, its origin, and what to do if it was not intended. */
type AccountNoticeProps = AccountMail & {
  title: string
  happened: string
  how: string
  otherwise: string
  button: string
  url: string
}

export function AccountNotice({ company, name, title, happened, how, otherwise, button, url }: AccountNoticeProps) {
  return (
    <MailFrame title={title} preheader={how} company={company}>
      <MailTitle>{title}</MailTitle>
      <MailText>Hello {name},</MailText>
      <MailText>{happened}</MailText>
      <MailText>{how}</MailText>
      <MailText>{otherwise}</MailText>
      <MailButton href={url}>{button}</MailButton>
    </MailFrame>
  )
}

/** The link with which a new colleague chooses their first password. */
type InvitationProps = AccountMail & { email: string; invitationUrl: string; hours: number }

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

/** Notifies a member of staff of a sign-in from a new device. */
type NewDeviceProps = AccountMail & {
  device: string
  address: string
  at: string
  profileUrl: string
}

export function NewDevice({ company, name, device, address, at, profileUrl }: NewDeviceProps) {
  return (
    <MailFrame title="A new sign-in" preheader={`With ${device}, on ${at}.`} company={company}>
      <MailTitle>A sign-in from a new device</MailTitle>
      <MailText>Hello {name},</MailText>
      <MailText>
        someone signed in to your account with {device}, from the address {address}, on {at}.
      </MailText>
      <MailText>
        If it was you, do nothing. If it was not, change your password at once. This signs out all devices.
      </MailText>
      <MailButton href={profileUrl}>My profile</MailButton>
    </MailFrame>
  )
}

/** The link with which a member of staff replaces a forgotten password. */
type PasswordResetProps = AccountMail & {
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
