/**
 * The classes that rich text may carry: what the editor sets, what the server lets through, and what `src/ui/prose.css` draws.
 * Classes, not styles, so that both colour schemes decide what they look like.
 */

export const alignments = ['left', 'center', 'right', 'justify'] as const
export type Alignment = (typeof alignments)[number]
export const alignClass = <A extends Alignment>(alignment: A) => `align-${alignment}` as const
export const alignClasses = ['align-left', 'align-center', 'align-right', 'align-justify'] as const

/** How far a block can be set in, in steps. */
export const maxIndent = 8
/** @param level 1 to `maxIndent` */
export const indentClass = (level: number) => `indent-${level}`
export const indentClasses = [
  'indent-1',
  'indent-2',
  'indent-3',
  'indent-4',
  'indent-5',
  'indent-6',
  'indent-7',
  'indent-8',
] as const

/** The palette for words, each readable in both schemes. */
export const colorClasses = [
  'color-teal',
  'color-marigold',
  'color-red',
  'color-green',
  'color-blue',
  'color-grey',
] as const
