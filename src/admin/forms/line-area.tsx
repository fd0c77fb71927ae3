import type { ComponentProps, ClipboardEvent as ReactClipboardEvent } from 'react'
import { classNames } from '#ui/class-names.ts'
import { TextArea } from '#ui/field.tsx'

/** Pastes a text as one line. `execCommand` keeps the history of changes, which Ctrl+Z goes through. */
export function pasteAsLine(event: ClipboardEvent | ReactClipboardEvent<HTMLElement>) {
  event.preventDefault()
  const pasted = event.clipboardData?.getData('text/plain') ?? ''
  const { ownerDocument } = event.target as Node
  ownerDocument?.execCommand('insertText', false, pasted.replace(/\s+/g, ' '))
}

/** A text field without line breaks that grows with its text, so that none of it is cut. */
export const LineArea = ({ className, ...field }: ComponentProps<typeof TextArea>) => (
  <TextArea
    rows={1}
    {...field}
    className={classNames(
      '[&_textarea]:field-sizing-content [&_textarea]:min-h-control [&_textarea]:py-1.5 supports-[field-sizing:content]:[&_textarea]:resize-none',
      className,
    )}
    onKeyDown={(event) => {
      if (event.key === 'Enter') event.preventDefault()
    }}
    onPaste={pasteAsLine}
  />
)
