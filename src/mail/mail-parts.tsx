import { Fragment, isValidElement, type ReactNode } from 'react'
import type { Company } from '#contract/company.ts'
import { directionOf, mostlyDirectionOf } from '#contract/direction.ts'
import {
  mailColors as colors,
  mailDisplayFont as displayFont,
  mailFont as font,
  mailWidth,
} from '#contract/mail-styles.ts'

/** Few mail programs find a direction by themselves. */
const directionIn = (node: ReactNode) => mostlyDirectionOf(wordsIn(node))

function wordsIn(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(wordsIn).join('')
  if (isValidElement<{ children?: ReactNode }>(node)) return wordsIn(node.props.children)
  return typeof node === 'string' ? node : ''
}

export const MailTitle = ({ children }: { children: ReactNode }) => (
  <h1
    dir={directionIn(children)}
    className="ink title"
    style={{
      margin: '0 0 14px',
      fontFamily: displayFont,
      fontSize: 30,
      lineHeight: 1.15,
      letterSpacing: '-0.02em',
      fontWeight: 700,
      color: colors.ink,
    }}
  >
    {children}
  </h1>
)

/** @param quiet for secondary text */
export const MailText = ({ quiet = false, children }: { quiet?: boolean; children: ReactNode }) => (
  <p
    dir={directionIn(children)}
    className={quiet ? 'muted' : 'ink'}
    style={{
      margin: '0 0 16px',
      fontFamily: font,
      fontSize: quiet ? 14 : 17,
      lineHeight: 1.6,
      color: quiet ? colors.muted : colors.ink,
    }}
  >
    {children}
  </p>
)

export const MailButton = ({ href, children }: { href: string; children: ReactNode }) => (
  <p style={{ margin: '24px 0 16px' }}>
    <a
      href={href}
      className="button"
      style={{
        display: 'inline-block',
        padding: '14px 24px',
        borderRadius: 10,
        backgroundColor: colors.primary,
        color: '#ffffff',
        fontFamily: font,
        fontSize: 16,
        fontWeight: 600,
        textDecoration: 'none',
      }}
    >
      {children}
    </a>
  </p>
)

export const MailLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className="mark" style={{ color: colors.primary, textDecoration: 'underline' }}>
    {children}
  </a>
)

/** A picture as wide as the message. One without a text adds nothing to the link of the button, so screen readers skip it. */
export const MailPicture = ({ src, alt, href }: { src: string; alt: string; href: string }) => (
  <p className="picture" style={{ margin: '0 0 24px' }}>
    <a href={href} {...(alt === '' && { 'aria-hidden': true, tabIndex: -1 })}>
      <img
        src={src}
        alt={alt}
        width={mailWidth}
        fetchPriority="low"
        style={{ display: 'block', width: '100%', height: 'auto', border: 0, borderRadius: 10 }}
      />
    </a>
  </p>
)

const quoteRule = `3px solid ${colors.line}`

/** A quoted text that keeps its line breaks. Its rule is at the side where its words begin. */
export const MailQuote = ({ children }: { children: string }) => (
  <blockquote
    dir={directionOf(children)}
    className="ink rule"
    style={{
      margin: '0 0 16px',
      ...(directionOf(children) === 'rtl'
        ? { padding: '4px 18px 4px 0', borderRight: quoteRule }
        : { padding: '4px 0 4px 18px', borderLeft: quoteRule }),
      fontFamily: font,
      fontSize: 16,
      lineHeight: 1.6,
      color: colors.ink,
    }}
  >
    <MailLines text={children} />
  </blockquote>
)

export type MailFact = { name: string; value: string }

export const MailFacts = ({ facts }: { facts: MailFact[] }) => (
  <table
    width="100%"
    cellPadding={0}
    cellSpacing={0}
    border={0}
    className="data"
    style={{ margin: '4px 0 20px', fontFamily: font, fontSize: 16, lineHeight: 1.5 }}
  >
    <tbody>
      {facts.map(({ name, value }) => (
        <tr key={name}>
          <th
            scope="row"
            className="muted rule"
            style={{ ...factCell, paddingRight: 20, whiteSpace: 'nowrap', fontWeight: 400, color: colors.muted }}
          >
            {name}
          </th>
          <td
            dir={mostlyDirectionOf(value)}
            className="ink rule"
            style={{ ...factCell, width: '100%', color: colors.ink }}
          >
            {value}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const factCell = {
  padding: '8px 0',
  borderTop: `1px solid ${colors.line}`,
  textAlign: 'left',
  verticalAlign: 'top',
} as const

/** A plain text with its line breaks. */
const MailLines = ({ text }: { text: string }) =>
  text.split(/\r\n|\r|\n/).map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))

/** A rich text, rendered for messages (`content/render/mail-html.ts`). */
export const MailBody = ({ html }: { html: string }) => (
  <div
    className="ink"
    style={{ fontFamily: font, fontSize: 17, lineHeight: 1.6, color: colors.ink }}
    dangerouslySetInnerHTML={{ __html: html }}
  />
)

type NewsletterFooterProps = {
  company: Company
  links: { unsubscribe: string; preferences: string }
  /** The message as a page. */
  browserUrl?: string | undefined
}

/** Why a subscriber gets the message, and the links of every newsletter. */
export const NewsletterFooter = ({ company, links, browserUrl }: NewsletterFooterProps) => (
  <p style={{ margin: 0 }}>
    You received this email because you subscribed to the {company.brand} newsletter.
    <br />
    {browserUrl && (
      <>
        <MailLink href={browserUrl}>View in browser</MailLink> ·{' '}
      </>
    )}
    <MailLink href={links.preferences}>Email preferences</MailLink> ·{' '}
    <MailLink href={links.unsubscribe}>Unsubscribe</MailLink>
  </p>
)
