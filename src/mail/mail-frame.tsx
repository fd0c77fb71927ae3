import type { ReactNode } from 'react'
import { type Accent, accents } from '#contract/accents.ts'
import type { Company } from '#contract/company.ts'
import {
  mailColors as colors,
  mailDisplayFont as displayFont,
  mailFont as font,
  mailTextColors,
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

/** Breaks a word that is wider than a phone. It is inherited, but not by tables of data, which scroll. Older programs know only the second. */
const breaking = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const

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
                <table {...layout} style={{ maxWidth: 600, tableLayout: 'fixed', ...breaking }}>
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
