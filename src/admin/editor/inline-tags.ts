import { Mark } from '@tiptap/core'

/** Inline elements that the editor keeps although the toolbar does not make them, by the names of their marks. */
export const inlineTags = { highlight: 'mark', subscript: 'sub', superscript: 'sup' } as const

export const isInlineTag = (name: string): name is keyof typeof inlineTags => name in inlineTags

export const inlineTagMarks = Object.entries(inlineTags).map(([name, tag]) =>
  Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] }),
)
