import { Bold, Link2, List } from 'lucide-react'
import type { ComponentProps } from 'react'
import { TextArea } from '#ui/field.tsx'
import { type Mark, markText } from './marked-text.ts'

const buttons = [
  { mark: 'bold', label: 'Bold', icon: Bold },
  { mark: 'list', label: 'List', icon: List },
  { mark: 'link', label: 'Link', icon: Link2 },
] as const

function press(button: HTMLElement, mark: Mark) {
  const field = button.closest('[data-marked]')?.querySelector('textarea')
  if (!field) return
  const { from, to, text, start, end } = markText(field.value, field.selectionStart, field.selectionEnd, mark)
  field.focus()
  field.setSelectionRange(from, to)
  // Unlike a new value, it can be undone with the keyboard.
  document.execCommand('insertText', false, text)
  field.setSelectionRange(start, end)
}

/** A text with a few marks of Markdown, which three buttons write. */
export const MarkedTextArea = (props: ComponentProps<typeof TextArea>) => (
  <div
    data-marked=""
    className="relative [&_label]:flex [&_label]:min-h-8 [&_label]:items-center [&_label]:pr-28 pointer-coarse:[&_label]:min-h-11 pointer-coarse:[&_label]:pr-36"
  >
    <TextArea {...props} />
    <fieldset aria-label="Formatting" className="absolute top-0 right-0 flex">
      {buttons.map(({ mark, label, icon: Icon }) => (
        <button
          key={mark}
          type="button"
          aria-label={label}
          title={label}
          className="grid size-8 place-items-center rounded-control text-muted hover:bg-primary-soft hover:text-primary pointer-coarse:size-11"
          onClick={({ currentTarget }) => press(currentTarget, mark)}
        >
          <Icon aria-hidden="true" className="size-4" />
        </button>
      ))}
    </fieldset>
  </div>
)
