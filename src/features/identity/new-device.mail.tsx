import type { Company } from '#contract/company.ts'
import { MailButton, MailFrame, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    newDevice: NewDeviceProps
  }
}

/** Notifies a member of staff of a sign-in from a new device. */
export type NewDeviceProps = {
  company: Company
  name: string
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
