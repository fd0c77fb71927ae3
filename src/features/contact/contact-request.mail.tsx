import type { Company } from '#contract/company.ts'
import { MailButton, MailFrame, MailQuote, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    contactNotice: ContactRequestMailProps
  }
}

/** Tells the company about a visitor's message. A reply goes to the visitor. */
export type ContactRequestMailProps = {
  company: Company
  request: { name: string; email: string; subject: string; message: string }
  /** The address of the request in the back office. */
  url: string
}

export function ContactRequestMail({ company, request, url }: ContactRequestMailProps) {
  return (
    <MailFrame title={request.subject} preheader={request.message.slice(0, 140)} company={company}>
      <MailText quiet>
        {request.name} ({request.email}) wrote through the website:
      </MailText>
      <MailTitle>{request.subject}</MailTitle>
      <MailQuote>{request.message}</MailQuote>
      <MailText quiet>Answer this message to write to {request.name}.</MailText>
      <MailButton href={url}>Open in the back office</MailButton>
    </MailFrame>
  )
}
