import type { Company } from '#contract/company.ts'
import { MailFrame } from '#mail/mail-frame.tsx'
import { MailBody, MailText, MailTitle, NewsletterFooter } from '#mail/mail-parts.tsx'
import type { MessageLinks } from '../ground/notifications.contract.ts'

declare module '#server/mail/mail.ts' {
  interface MailTemplates {
    Newsletter: typeof Newsletter
  }
}

/** A newsletter to a subscriber. `html` is its text, rendered for messages; `browserUrl` is its page, which a preview does not have. */
export type NewsletterProps = {
  company: Company
  title: string
  preheader: string
  html: string
  links: MessageLinks
  browserUrl?: string | undefined
}

export function Newsletter({ company, title, preheader, html, links, browserUrl }: NewsletterProps) {
  return (
    <MailFrame
      title={title}
      preheader={preheader}
      company={company}
      footer={<NewsletterFooter company={company} links={links} browserUrl={browserUrl} />}
      rich
    >
      <MailTitle>{title}</MailTitle>
      <MailText>{links.greeting}</MailText>
      <MailBody html={html} />
    </MailFrame>
  )
}
