/**
 * The classes of rich text: the editor sets them, the server allows them, and `src/ui/prose.css` styles them. Classes instead of inline styles
 * let each colour scheme define its own look.
 */

export const alignments = ['left', 'center', 'right', 'justify'] as const
export type Alignment = (typeof alignments)[number]
export const alignClass = <A extends Alignment>(alignment: A) => `align-${alignment}` as const
export const alignClasses = ['align-left', 'align-center', 'align-right', 'align-justify'] as const

/** The most steps of indentation of a block. */
export const maxIndent = 8
/** @param level 1 to `maxIndent` */
export const indentClass = (level: number) => `indent-${level}`
export const indentClasses = Array.from({ length: maxIndent }, (_, index) => indentClass(index + 1))

/** The widths of a picture below the full width: half of the text's width, or all of it. */
export const pictureSizes = ['small', 'text'] as const
export type PictureSize = (typeof pictureSizes)[number]
export const pictureSizeClass = <S extends PictureSize>(size: S) => `picture-${size}` as const
export const pictureSizeClasses = ['picture-small', 'picture-text'] as const

/** The text colours, each readable in both colour schemes. */
export const colorClasses = [
  'color-teal',
  'color-marigold',
  'color-red',
  'color-green',
  'color-blue',
  'color-grey',
] as const
