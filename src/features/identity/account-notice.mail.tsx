import type { Company } from '#contract/company.ts'
import { MailButton, MailFrame, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    accountNotice: AccountNoticeProps
  }
}

/** Tells a member of staff about a change to an account: the change, its origin, and what to do if it was not intended. */
export type AccountNoticeProps = {
  company: Company
  name: string
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
