import { Mark } from '@tiptap/core'
import { colorClasses } from '#content/markup/classes.contract.ts'

export type ColorClass = (typeof colorClasses)[number]

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    textColor: {
      /** Gives the selected text a colour of the palette. */
      setTextColor: (color: ColorClass) => ReturnType
      unsetTextColor: () => ReturnType
    }
  }
}

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
  addCommands() {
    return {
      setTextColor:
        (color) =>
        ({ commands }) =>
          commands.setMark(this.name, { color }),
      unsetTextColor:
        () =>
        ({ commands }) =>
          commands.unsetMark(this.name),
    }
  },
})

/** Inline elements that the editor keeps although the toolbar does not make them, by the names of their marks. */
export const inlineTags = { highlight: 'mark', subscript: 'sub', superscript: 'sup' } as const

export const isInlineTag = (name: string): name is keyof typeof inlineTags => name in inlineTags

export const inlineTagMarks = Object.entries(inlineTags).map(([name, tag]) =>
  Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] }),
)
