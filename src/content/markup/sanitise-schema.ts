import type { Options as Schema } from 'rehype-sanitize'
import { alignClasses, alignments, colorClasses, indentClasses, pictureSizeClasses } from './classes.contract.ts'

/** The prefix of every id in content, so that content cannot shadow an element of the page or a property of `window` or `document`. */
export const idPrefix = 'c-'

const richText = [...alignClasses, ...indentClasses, ...colorClasses]
const classes = (...more: (string | RegExp)[]): [string, ...(string | RegExp)[]] => ['className', ...richText, ...more]
const number = (name: string, pattern = /^\d{1,5}$/): [string, RegExp] => [name, pattern]
const cell: (string | [string, ...(string | RegExp)[]])[] = [
  number('colSpan', /^\d{1,3}$/),
  number('rowSpan', /^\d{1,3}$/),
  ['align', ...alignments],
]

/** Elements whose text is separate from what is around it. */
export const blockNames =
  'p div section h1 h2 h3 h4 h5 h6 blockquote pre hr ul ol li dl dt dd details summary figure figcaption table caption colgroup col thead tbody tfoot tr th td'.split(
    ' ',
  )
/** Elements whose text continues the line. */
export const inlineNames =
  'a abbr b bdi bdo br cite code del dfn em i img input ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  )

/** These are removed with their content, which is not text or has special parsing rules. Other unknown elements leave their content. */
export const strippedNames =
  'script style template noscript noembed noframes iframe frameset object embed applet svg math title textarea select option button audio video canvas xmp plaintext'.split(
    ' ',
  )

/** The allow-list of content. Anything else is removed. */
export const schema: Schema = {
  tagNames: [...blockNames, ...inlineNames],
  strip: strippedNames,
  ancestors: {
    ...Object.fromEntries(
      ['caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'].map((name) => [name, ['table']]),
    ),
    summary: ['details'],
  },
  attributes: {
    '*': ['id', 'title', 'lang', ['dir', 'ltr', 'rtl', 'auto'], classes()],
    a: [
      'href',
      'dataFootnoteRef',
      'dataFootnoteBackref',
      'ariaDescribedBy',
      'ariaLabel',
      classes('data-footnote-backref'),
    ],
    blockquote: ['cite'],
    code: [classes(/^language-[\w+#.-]{1,30}$/)],
    col: [number('span'), number('width')],
    colgroup: [number('span')],
    del: ['cite', 'dateTime'],
    details: ['open'],
    img: ['src', 'alt', number('width'), number('height'), classes(...pictureSizeClasses)],
    input: [['type', 'checkbox'], 'checked'],
    ins: ['cite', 'dateTime'],
    li: [number('value', /^-?\d{1,5}$/), classes('task-list-item')],
    ol: [number('start', /^-?\d{1,5}$/), 'reversed', ['type', '1', 'a', 'A', 'i', 'I']],
    q: ['cite'],
    section: ['dataFootnotes', classes('footnotes')],
    td: cell,
    th: [...cell, ['scope', 'col', 'row', 'colgroup', 'rowgroup']],
    time: ['dateTime'],
    ul: [classes('contains-task-list')],
  },
  required: {},
  clobber: ['id', 'ariaDescribedBy'],
  clobberPrefix: idPrefix,
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['http', 'https'], cite: ['http', 'https'] },
  allowComments: false,
  allowDoctypes: false,
}

const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:']
const fileSchemes = ['http:', 'https:']

/**
 * Normalises an address the way browsers read it (they ignore tabs, line ends and outer spaces, and treat `\` as `/`): a path stays as it is,
 * anything else becomes an absolute URL.
 * @returns null for forbidden schemes such as `javascript:` and `data:`
 */
export function safeAddress(address: string, kind: 'link' | 'file'): string | null {
  const cleaned = address.replace(/^[\0-\x20\s]+|[\t\n\r]+|[\0-\x20\s]+$/g, '')
  const withoutScheme = /^[\\/]{2}/.test(cleaned)
  if (!withoutScheme && !/^[a-z][a-z\d+.-]*:/i.test(cleaned)) return cleaned
  const url = URL.parse(withoutScheme ? `https:${cleaned}` : cleaned)
  return url && (kind === 'link' ? linkSchemes : fileSchemes).includes(url.protocol) ? url.href : null
}

/** Whether an address has a picture in it: `data:image/png;base64,…`. */
export const isEmbedded = (address: string): boolean => /^data:image\//i.test(address)

/** Whether an address made by `safeAddress` leads to another site than `siteOrigin` (`https://www.example.com`). */
export const leadsAway = (address: string, siteOrigin?: string) =>
  /^https?:/.test(address) && URL.parse(address)?.origin !== siteOrigin
