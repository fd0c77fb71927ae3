import type { Company } from '#contract/company.ts'
import { MailFrame } from '#mail/mail-frame.tsx'
import { MailBody, MailLink, MailQuote, MailText } from '#mail/mail-parts.tsx'

declare module '#server/mail/mail.ts' {
  interface MailTemplates {
    ContactAnswer: typeof ContactAnswer
  }
}

/** An answer to a visitor. Both forms of it are written by `answer-text.contract.ts`; the text is that of the plain part. */
export type ContactAnswerProps = {
  company: Company
  subject: string
  html: string
  text: string
  file: { name: string; url: string } | undefined
  quote: { name: string; text: string; at: string } | undefined
}

export function ContactAnswer({ company, subject, html, text, file, quote }: ContactAnswerProps) {
  return (
    <MailFrame title={subject} preheader={text.replaceAll(/\s+/g, ' ').trim().slice(0, 140)} company={company}>
      <div className="typed">
        <MailBody html={html} />
      </div>
      {file && (
        <MailText>
          Attached: <MailLink href={file.url}>{file.name}</MailLink>
        </MailText>
      )}
      {quote && (
        <>
          <MailText quiet>
            On {quote.at}, {quote.name} wrote:
          </MailText>
          <MailQuote>{quote.text}</MailQuote>
        </>
      )}
    </MailFrame>
  )
}
