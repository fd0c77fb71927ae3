import type { Element, Root } from 'hast'
import { droppedFrom } from '#content/markup/dropped.ts'
import { classesOf, elementsNamed } from '#content/markup/elements.ts'
import { isHeavy } from '#content/markup/intricacy.ts'
import { leftInLine, leftInText } from '#content/markup/leftovers.ts'
import { escapeHtml, linesOf } from '#content/markup/plain-text.ts'
import { htmlTree } from '#content/markup/sanitised-tree.ts'
import { parseImageUrl } from '#contract/media.ts'

/** A possible problem in a text. It does not prevent saving. */
export type WritingCheck = {
  text: string
  /** The place: a field of the form, or the element with this index among those of its kind in the texts, or in that of the field `within`. */
  place:
    | { field: string }
    | { element: 'heading' | 'img' | 'missing' | 'pre' | 'a'; index: number; within?: string }
    | null
  /** The id of a picture without alternative text, which may be decorative. */
  picture?: string
}

export type CheckedWriting = {
  title: string
  excerpt?: string
  imageUrl: string
  imageAlt: string
  /** Other lines of the page by their fields. */
  lines?: Record<string, string>
  content: string
  html: string
  /** How many pictures have only a place in the text. */
  missingPictures: number
}

/** Search engines and link previews cut longer titles. */
const longestTitle = 70

/** The possible problems of a record with a page, from its texts alone. */
export function checkWriting({ html, ...writing }: CheckedWriting): WritingCheck[] {
  const { title, excerpt = '', imageUrl, imageAlt, lines = {}, content, missingPictures } = writing
  const tree = htmlTree(html)
  const checks = longTitle(title)
  if (repeatsFirstLine(excerpt, tree))
    checks.push({ text: 'The excerpt repeats the beginning of the text.', place: { field: 'excerpt' } })
  if (imageUrl && !imageAlt.trim())
    checks.push({ text: 'The image has no alternative text.', place: { field: 'imageAlt' }, ...pictureAt(imageUrl) })
  const named = { title, ...(excerpt && { excerpt }), ...lines }
  return [
    ...checks,
    ...Object.entries(named).flatMap(([field, line]) => checkLine(field, line)),
    ...checkTree(tree, { html, content, missingPictures }),
  ]
}

type CheckedText = Pick<CheckedWriting, 'html' | 'content' | 'missingPictures'>

/** The possible problems of one rendered text. */
export const checkText = (text: CheckedText): WritingCheck[] => checkTree(htmlTree(text.html), text)

const checkTree = (tree: Root, { html, content, missingPictures }: CheckedText): WritingCheck[] => [
  ...leftInText(html).map((text) => ({ text, place: null })),
  ...withoutAlt(tree),
  ...missing(missingPictures),
  ...withoutLanguage(tree),
  ...unseenTargets(tree),
  ...droppedIn(content),
]

/** Placeholders that are left over in a line of a record. @param field its name: 'title' */
export const checkLine = (field: string, line: string): WritingCheck[] =>
  leftInLine(field, line).map((text) => ({ text, place: { field } }))

export const longTitle = (title: string): WritingCheck[] =>
  title.length > longestTitle
    ? [
        {
          text: `The title has ${title.length} characters; search engines cut it after about ${longestTitle}.`,
          place: { field: 'title' },
        },
      ]
    : []

/** The links of a rendered text that lead to pages, each once; `index` is that of its first link in the text. */
export function linksIn(html: string): { href: string; index: number }[] {
  const found = new Map<string, number>()
  textLinks(htmlTree(html)).forEach(({ properties }, index) => {
    const href = String(properties.href ?? '').replace(/#.*$/, '')
    if (/^(https?:|\/)/.test(href) && !found.has(href)) found.set(href, index)
  })
  return [...found].map(([href, index]) => ({ href, index }))
}

/** Links as a text, so that the server says where each of them leads. They keep their order. */
export const linksAsText = (hrefs: string[]): string =>
  hrefs.map((href) => `<p><a href="${escapeHtml(href)}">Link</a></p>`).join('\n\n')

/** The links of the text, and the links that visitors do not see, which are only words in the preview. */
const textLinks = (tree: Root) =>
  elementsNamed(tree, 'a', 'span')
    .map(({ element }) => element)
    .filter((link) => (link.tagName === 'a' ? !classesOf(link).includes('anchor') : leadsTo(link) !== undefined))

const leadsTo = ({ properties }: Element) => properties['dataLeadsTo']

const unseenTargets = (tree: Root): WritingCheck[] =>
  textLinks(tree).flatMap((link, index) =>
    leadsTo(link) === undefined
      ? []
      : [{ text: `This link leads to ${leadsTo(link)}`, place: { element: 'a' as const, index } }],
  )

const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function repeatsFirstLine(excerpt: string, tree: Root): boolean {
  const [first = ''] = linesOf(tree).split('\n')
  const [short, long] = [bare(excerpt), bare(first)].sort((one, other) => one.length - other.length)
  return Boolean(short && long) && String(short).length >= 20 && String(long).startsWith(String(short))
}

const withoutAlt = (tree: Root): WritingCheck[] =>
  elementsNamed(tree, 'img').flatMap(({ element }, index) =>
    String(element.properties.alt ?? '').trim() === ''
      ? [
          {
            text: `Image ${index + 1} has no alternative text.`,
            place: { element: 'img' as const, index },
            ...pictureAt(String(element.properties.src)),
          },
        ]
      : [],
  )

const missing = (count: number): WritingCheck[] =>
  Array.from({ length: count }, (_, index) => ({
    text: 'An image is missing: it could not be copied. Drop the file on its placeholder in the text, or delete the placeholder.',
    place: { element: 'missing', index },
  }))

export function pictureAt(address: string): { picture?: string } {
  const ref = parseImageUrl(address)
  return ref ? { picture: ref.hash } : {}
}

const withoutLanguage = (tree: Root): WritingCheck[] =>
  elementsNamed(tree, 'pre').flatMap(({ element }, index) => {
    const code = element.children.find((child): child is Element => child.type === 'element')
    const named = code !== undefined && classesOf(code).some((name) => name.startsWith('language-'))
    return named
      ? []
      : [{ text: `Code block ${index + 1} has no language.`, place: { element: 'pre' as const, index } }]
  })

const droppedIn = (content: string): WritingCheck[] =>
  isHeavy(content) ? [] : droppedFrom(content).map((lost) => ({ text: `Pages will not show ${lost}.`, place: null }))
