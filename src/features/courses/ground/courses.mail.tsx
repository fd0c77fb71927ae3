import { Fragment } from 'react'
import type { Company } from '#contract/company.ts'
import { MailFrame } from '#mail/mail-frame.tsx'
import {
  MailBody,
  MailButton,
  type MailFact,
  MailFacts,
  MailLink,
  MailQuote,
  MailText,
  MailTitle,
} from '#mail/mail-parts.tsx'

declare module '#server/mail/mail.ts' {
  interface MailTemplates {
    Registration: typeof Registration
  }
}

/** A message about a registration, or about its date. Each of `lines` and of `closing` is a paragraph. */
export type RegistrationProps = {
  company: Company
  title: string
  /** The person to greet. */
  name?: string
  lines: string[]
  /** When, where, for whom and at what price. */
  facts?: MailFact[] | undefined
  quote?: string | undefined
  /** A rich text, rendered for messages. */
  html?: string | undefined
  closing?: string[]
  button?: { label: string; href: string } | undefined
  /** A second, quiet choice. */
  link?: { label: string; href: string }
  small?: string
}

export function Registration({ company, name, lines, facts = [], closing = [], ...more }: RegistrationProps) {
  const { title, quote, html, button, link, small } = more
  return (
    <MailFrame title={title} preheader={lines[0] ?? ''} company={company}>
      <MailTitle>{title}</MailTitle>
      {name && <MailText>Hello {name},</MailText>}
      {lines.map(paragraph)}
      {facts.length > 0 && <MailFacts facts={facts} />}
      {quote && <MailQuote>{quote}</MailQuote>}
      {html && <MailBody html={html} />}
      {closing.map(paragraph)}
      {button && <MailButton href={button.href}>{button.label}</MailButton>}
      {link && (
        <MailText quiet>
          <MailLink href={link.href}>{link.label}</MailLink>
        </MailText>
      )}
      {small && <MailText quiet>{small}</MailText>}
    </MailFrame>
  )
}

const paragraph = (text: string) => (
  <MailText key={text}>
    {text.split('\n').map((part, index) => (
      <Fragment key={part}>
        {index > 0 && <br />}
        {part}
      </Fragment>
    ))}
  </MailText>
)
