import { Fragment, type ReactNode } from 'react'
import { type Accent, accents } from '#contract/accents.ts'
import type { Company } from '#contract/company.ts'
import { directionOf } from '#contract/direction.ts'
import {
  mailColors as colors,
  mailDisplayFont as displayFont,
  mailFont as font,
  mailTextColors,
  mailWidth,
} from '#contract/mail-styles.ts'

const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { text-decoration-thickness: 1px; text-underline-offset: 3px; }
@media (max-width: 640px) { .sheet { padding: 28px 22px !important; border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; } .title { font-size: 26px !important; } }
@media (prefers-color-scheme: dark) {
  .paper { background-color: #0c1413 !important; }
  .sheet { background-color: #121d1b !important; border-color: #22302d !important; }
  .ink { color: #eaf0ee !important; }
  .muted { color: #94a5a1 !important; }
  .mark { color: #45c4b4 !important; }
  .rule { border-color: #22302d !important; }
  .button { background-color: #45c4b4 !important; color: #04211d !important; }
}`

/** A custom accent, for mail programs that read a stylesheet. */
const accentStyles = ({ primary, 'on-primary': on }: Accent) => `
.mark { color: ${primary[0]} !important; } .button { background-color: ${primary[0]} !important; }
@media (prefers-color-scheme: dark) { .mark { color: ${primary[1]} !important; } .button { background-color: ${primary[1]} !important; color: ${on[1]} !important; } }`

/** The attributes of a table that is no data. */
const layout = { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, border: 0 }

/** The colours of words where the mail program is dark. */
const textStyles = Object.entries(mailTextColors)
  .map(([name, [, dark]]) => `.${name} { color: ${dark} !important; }`)
  .join(' ')

type MailFrameProps = {
  title: string
  /** The preview that the list of messages shows after the subject. */
  preheader: string
  company: Company
  /** Why the message was sent, and how to stop such messages. */
  footer?: ReactNode
  /** Whether it has a rich text (`MailBody`). */
  rich?: boolean
  children: ReactNode
}

/** The frame of every message: a table with one column, since mail programs support little else. */
export function MailFrame({ title, preheader, company, footer, rich = false, children }: MailFrameProps) {
  const { brand, address, accent } = company
  const styles =
    darkStyles +
    (rich ? `\n@media (prefers-color-scheme: dark) { ${textStyles} }` : '') +
    (accent ? accentStyles(accents[accent]) : '')
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body className="paper" style={{ margin: 0, padding: 0, backgroundColor: colors.paper }}>
        <div
          className="preheader"
          style={{ display: 'none', overflow: 'hidden', maxHeight: 0, maxWidth: 0, opacity: 0 }}
        >
          {preheader}
        </div>
        <table {...layout} className="paper" style={{ backgroundColor: colors.paper }}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '32px 0' }}>
                <table {...layout} style={{ maxWidth: 600 }}>
                  <tbody>
                    <tr>
                      <td style={{ padding: '0 24px 18px', fontFamily: displayFont, fontSize: 20, fontWeight: 700 }}>
                        <span className="mark" style={{ color: colors.primary }} aria-hidden="true">
                          ◗{' '}
                        </span>
                        <span className="ink" style={{ color: colors.ink }}>
                          {brand}
                        </span>
                      </td>
                    </tr>
                    <tr>
                      <td
                        className="sheet"
                        style={{
                          padding: '36px 40px',
                          backgroundColor: colors.raised,
                          border: `1px solid ${colors.line}`,
                          borderRadius: 16,
                        }}
                      >
                        {children}
                      </td>
                    </tr>
                    <tr>
                      <td
                        className="muted"
                        style={{
                          padding: '22px 24px 0',
                          fontFamily: font,
                          fontSize: 13,
                          lineHeight: 1.6,
                          color: colors.muted,
                        }}
                      >
                        {footer}
                        <p style={{ margin: '12px 0 0' }}>
                          {brand}, {address.street}, {address.city} {address.postalCode}, {address.region},{' '}
                          {address.country}
                        </p>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

export const MailTitle = ({ children }: { children: ReactNode }) => (
  <h1
    dir="auto"
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
    dir="auto"
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

/** The main action of a message. */
export const MailButton = ({ href, children }: { href: string; children: ReactNode }) => (
  <p style={{ margin: '24px 0 8px' }}>
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
      overflowWrap: 'anywhere',
    }}
  >
    <MailLines text={children} />
  </blockquote>
)

export type MailFact = { name: string; value: string }

/** A list of names and values. */
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
          <td dir="auto" className="ink rule" style={{ ...factCell, width: '100%', color: colors.ink }}>
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
  overflowWrap: 'anywhere',
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
  /** The reader's own pages. */
  links: { unsubscribe: string; preferences: string }
  /** The message as a page. */
  browserUrl?: string | undefined
}

/** Why a subscriber gets the message, and what they can change. */
export const NewsletterFooter = ({ company, links, browserUrl }: NewsletterFooterProps) => (
  <p style={{ margin: 0 }}>
    You get this because you subscribed to the newsletter of {company.brand}.{' '}
    {browserUrl && (
      <>
        <MailLink href={browserUrl}>Read it in your browser</MailLink> ·{' '}
      </>
    )}
    <MailLink href={links.preferences}>Choose what you get</MailLink> ·{' '}
    <MailLink href={links.unsubscribe}>Unsubscribe</MailLink>
  </p>
)
