import type { Company } from '#contract/company.ts'
import { MailFrame } from '#mail/mail-frame.tsx'
import { MailButton, MailText, MailTitle } from '#mail/mail-parts.tsx'

declare module '#server/mail/mail.ts' {
  interface MailTemplates {
    PersonLink: typeof PersonLink
  }
}

type PersonLinkProps = { company: Company; subject: string; lead: string; url: string; rest: string }

/** Gives a person the link to their data. */
export function PersonLink({ company, subject, lead, url, rest }: PersonLinkProps) {
  return (
    <MailFrame title={subject} preheader={lead} company={company}>
      <MailTitle>{subject}</MailTitle>
      <MailText>{lead}</MailText>
      <MailButton href={url}>View your data</MailButton>
      <MailText quiet>{rest}</MailText>
    </MailFrame>
  )
}
