import { escapeHtml } from '#content/markup/plain-text.ts'
import { mirrored } from '#content/render/mail-html.ts'
import { directionOf, hasRightToLeft } from '#contract/direction.ts'
import { mailColors } from '#contract/mail-styles.ts'
import { blocksOf, piecesOf, wholeAddress } from './answer-text.contract.ts'

type Tag = 'p' | 'a' | 'ul' | 'ol' | 'li' | 'blockquote' | 'pre'

type HtmlOptions = {
  /** In front of links to pages of ours, which begin with a slash. */
  publicUrl?: string
  /** The attributes of each element, where no stylesheet gives it a look. */
  attributes?: Partial<Record<Tag, string>>
}

const { ink, line, primary } = mailColors
const indented = 'margin:0 0 16px;padding-left:24px'
/** The look of each element in mail programs, for `attributes`. */
export const answerLooks = {
  p: 'style="margin:0 0 16px"',
  a: `class="mark" style="color:${primary};text-decoration:underline"`,
  ul: `style="${indented}"`,
  ol: `style="${indented}"`,
  li: 'style="margin:0 0 6px"',
  blockquote: `class="ink rule" style="margin:0 0 16px;padding:4px 0 4px 18px;border-left:3px solid ${line};color:${ink}"`,
  pre: `style="margin:0 0 16px;font-family:Consolas,Menlo,monospace;font-size:14px;line-height:1.5;white-space:pre-wrap"`,
}

/**
 * An answer as HTML, which shows all that was typed. Where some words run from right to left, each block has its direction, because few mail
 * programs find it.
 */
export function answerHtml(source: string, { publicUrl = '', attributes = {} }: HtmlOptions = {}): string {
  const isLeftToRight = !hasRightToLeft(source)
  const attributesOf = (tag: Tag, words: string) => {
    const given = attributes[tag] ?? ''
    if (isLeftToRight) return given
    const direction = tag === 'pre' ? 'ltr' : (directionOf(words) ?? directionOf(source) ?? 'ltr')
    return `dir="${direction}" ${direction === 'rtl' ? mirrored(given) : given}`.trim()
  }
  const wrap = (tag: Tag, html: string, words: string[]) =>
    `<${[tag, attributesOf(tag, words.join('\n'))].filter(Boolean).join(' ')}>${html}</${tag}>`
  const lineHtml = (line: string): string =>
    piecesOf(withFixedSpaces(line))
      .map((piece) => {
        if (piece.kind === 'bold') return `<strong>${lineHtml(piece.words)}</strong>`
        if (piece.kind === 'typed') return escapeHtml(piece.words)
        const href = escapeHtml(wholeAddress(piece.address, publicUrl))
        return `<a ${[`href="${href}"`, attributes.a].filter(Boolean).join(' ')}>${escapeHtml(piece.words)}</a>`
      })
      .join('')
  const linesHtml = (lines: string[]) => lines.map(lineHtml).join('<br>')
  return blocksOf(source)
    .map(({ tag, lines, items }) => {
      if (items) return wrap(tag, items.map((item) => wrap('li', linesHtml(item), item)).join(''), items.flat())
      return wrap(tag, tag === 'pre' ? escapeHtml(lines.join('\n')) : linesHtml(lines), lines)
    })
    .join('\n')
}

/** Spaces that HTML would drop or join: the indentation of a line, and columns that were set with spaces or tabs. */
const withFixedSpaces = (line: string) =>
  line
    .replaceAll('\t', '    ')
    .replace(
      /^ +| {2,}/g,
      (run, at: number) => '\u00a0'.repeat(run.length - (at === 0 ? 0 : 1)) + (at === 0 ? '' : ' '),
    )
