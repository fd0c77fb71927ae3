import type { Element, Nodes, Root } from 'hast'
import { Fragment, type ReactNode } from 'react'
import type { Company } from '#contract/company.ts'
import { mailFont } from '#contract/mail-styles.ts'
import { MailFrame, MailLines, MailLink, MailQuote, MailText } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    contactAnswer: ContactAnswerProps
  }
}

/** An answer to a visitor. `tree` is the sanitised form of `text`; without it the text is shown as it was typed. */
export type ContactAnswerProps = {
  company: Company
  subject: string
  text: string
  tree: Root | undefined
  publicUrl: string
  file: { name: string; url: string } | undefined
  /** The visitor's message. */
  quote: { name: string; text: string; at: string } | undefined
}

export function ContactAnswer({ company, subject, text, tree, publicUrl, file, quote }: ContactAnswerProps) {
  return (
    <MailFrame title={subject} preheader={(tree ? textOf(tree).trim() : text).slice(0, 140)} company={company}>
      {tree ? (
        <Blocks nodes={tree.children} publicUrl={publicUrl} />
      ) : (
        <MailText>
          <MailLines text={text} />
        </MailText>
      )}
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

const listStyle = { margin: '0 0 16px', paddingLeft: 24, fontFamily: mailFont, fontSize: 17, lineHeight: 1.6 }
const codeFont = "ui-monospace, Consolas, 'Courier New', monospace"

/** Mail programs know few elements, so the others give only their text. */
const inline = /^(strong|em|b|i|u|s|del|sub|sup)$/

type TreeProps = { nodes: Nodes[]; publicUrl: string }

function Blocks({ nodes, publicUrl }: TreeProps): ReactNode {
  return nodes.map((node, index) => {
    if (node.type === 'text') return node.value.trim() ? <MailText key={index}>{node.value}</MailText> : null
    if (node.type !== 'element') return null
    return <Block key={index} element={node} publicUrl={publicUrl} />
  })
}

function Block({ element, publicUrl }: { element: Element; publicUrl: string }): ReactNode {
  const { tagName, children } = element
  const content = <Inline nodes={children} publicUrl={publicUrl} />
  if (/^(p|summary|dt|dd)$/.test(tagName)) return <MailText>{content}</MailText>
  if (/^h[1-6]$/.test(tagName))
    return (
      <MailText>
        <strong>{content}</strong>
      </MailText>
    )
  if (tagName === 'ul' || tagName === 'ol') {
    const List = tagName
    return (
      <List className="ink" style={listStyle}>
        {elementsOf(children).map((item, index) => (
          <li key={index} style={{ margin: '0 0 6px' }}>
            <Inline nodes={item.children} publicUrl={publicUrl} />
          </li>
        ))}
      </List>
    )
  }
  if (tagName === 'blockquote') return <MailQuote>{textOf(element).trim()}</MailQuote>
  if (tagName === 'pre')
    return (
      <pre
        className="ink"
        style={{ margin: '0 0 16px', fontFamily: codeFont, fontSize: 14, lineHeight: 1.5, whiteSpace: 'pre-wrap' }}
      >
        {textOf(element)}
      </pre>
    )
  if (tagName === 'hr') return <hr className="rule" style={{ margin: '20px 0', border: 0, borderTop: '1px solid' }} />
  if (tagName === 'tr') {
    const cells = elementsOf(children).map((cell) => textOf(cell).trim())
    return <MailText>{cells.join(' · ')}</MailText>
  }
  if (inline.test(tagName) || /^(br|a|code|img|span)$/.test(tagName))
    return (
      <MailText>
        <Inline nodes={[element]} publicUrl={publicUrl} />
      </MailText>
    )
  return <Blocks nodes={children} publicUrl={publicUrl} />
}

function Inline({ nodes, publicUrl }: TreeProps): ReactNode {
  return nodes.map((node, index) => {
    if (node.type === 'text') return node.value
    if (node.type !== 'element') return null
    const { tagName, properties, children } = node
    const content = <Inline nodes={children} publicUrl={publicUrl} />
    if (tagName === 'a') {
      const href = absolute(String(properties['href'] ?? ''), publicUrl)
      return href ? (
        <MailLink key={index} href={href}>
          {content}
        </MailLink>
      ) : (
        <Fragment key={index}>{content}</Fragment>
      )
    }
    if (tagName === 'code')
      return (
        <code key={index} style={{ fontFamily: codeFont }}>
          {content}
        </code>
      )
    if (tagName === 'img') return <Fragment key={index}>{String(properties['alt'] ?? '')}</Fragment>
    if (tagName === 'br') return <br key={index} />
    if (inline.test(tagName)) {
      const Name = tagName as 'strong'
      return <Name key={index}>{content}</Name>
    }
    if (tagName === 'ul' || tagName === 'ol') return <Block key={index} element={node} publicUrl={publicUrl} />
    return <Fragment key={index}>{content}</Fragment>
  })
}

const elementsOf = (nodes: Nodes[]) => nodes.filter((node) => node.type === 'element')

const textOf = (node: Nodes): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : ''

/** A link of a message needs the site's address in front of a path. */
function absolute(href: string, publicUrl: string): string | undefined {
  const url = href === '' ? null : URL.parse(href, `${publicUrl}/`)
  return url && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : undefined
}
