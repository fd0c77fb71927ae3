import { convert } from 'html-to-text'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { RenderMail } from '#server/mail/mail.ts'

const files = import.meta.glob<object>('../../features/**/*.mail.tsx', { eager: true })
const templates = new Map<string, unknown>(Object.values(files).flatMap((file) => Object.entries(file)))

/** Renders a template, by the name of its component. `text` of its props is the plain form of a part that is shown line by line as it was typed. */
export const renderMail: RenderMail = async (name, props) => {
  const typed = 'text' in props ? props.text : ''
  const html = `<!DOCTYPE html>${renderToStaticMarkup(createElement(templates.get(name) as FunctionComponent<object>, props))}`
  const text = convert(html, {
    wordwrap: 78,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      { selector: 'blockquote', options: { trimEmptyLines: false } },
      { selector: 'div.preheader', format: 'skip' },
      { selector: 'p.picture', format: 'skip' },
      { selector: '[aria-hidden]', format: 'skip' },
      { selector: 'table.data', format: 'dataTable', options: { uppercaseHeaderCells: false } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'h3', options: { uppercase: false } },
      { selector: 'img', format: 'alt' },
      { selector: 'div.typed', format: 'typed' },
    ],
    formatters: {
      typed: (_part, _walk, builder) => {
        builder.openBlock({ leadingLineBreaks: 2, isPre: true })
        builder.addLiteral(typed)
        builder.closeBlock({ trailingLineBreaks: 2 })
      },
      alt: (image, _walk, builder) => image.attribs['alt'] && builder.addInline(`[${image.attribs['alt']}]`),
    },
  })
  return { html, text: `${text.trim()}\n` }
}
