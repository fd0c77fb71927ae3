import type { Company } from '#contract/company.ts'
import { MailButton, MailFrame, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    newDevice: NewDeviceProps
  }
}

/** Tells a member of staff of a sign-in to their account from a device that they have not used before. */
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
        somebody has signed in to your account with {device}, from the address {address}, on {at}.
      </MailText>
      <MailText>
        If it was you, there is nothing to do. If it was not, change your password at once: all devices are then signed
        out.
      </MailText>
      <MailButton href={profileUrl}>My profile</MailButton>
    </MailFrame>
  )
}
