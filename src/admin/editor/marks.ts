import { Mark } from '@tiptap/core'
import { colorClasses } from '#content/markup/classes.contract.ts'

export type ColorClass = (typeof colorClasses)[number]

/** Coloured text, stored as a class of the palette, never as a custom colour. */
export const TextColor = Mark.create({
  name: 'textColor',
  addAttributes: () => ({
    color: {
      default: colorClasses[0],
      parseHTML: (element) => colorClasses.find((name) => element.classList.contains(name)),
      renderHTML: ({ color }) => ({ class: color }),
    },
  }),
  parseHTML: () => [{ tag: colorClasses.map((name) => `span.${name}`).join() }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
})

/** Inline elements that the editor keeps although the toolbar has no tool for them, by the names of their marks. */
const keptTags = { highlight: 'mark', subscript: 'sub', superscript: 'sup' }

/** The elements of the marks without attributes, by the names of the marks. */
export const markTags: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  code: 'code',
  ...keptTags,
}

/** @throws for an unknown mark, since without it a part of the text would be lost */
export function tagOfMark(name: string): string {
  const tag = markTags[name]
  if (!tag) throw new Error(`The editor cannot write “${name}”, a mark`)
  return tag
}

export const keptMarks = Object.entries(keptTags).map(([name, tag]) =>
  Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] }),
)
