import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMedia } from '#admin/hooks.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { PreviewColumn, type PreviewLook, PreviewSheet, type PreviewView } from './preview-pane.tsx'

type PreviewedFormProps = {
  /** The text of the form. `toggle` is the button of the preview. */
  main: (toggle: ReactNode) => ReactNode
  settings: ReactNode
  /** The public page with the values of the form. It is mounted while the preview is open. */
  page?: ReactNode
  /** Renders the frame of the message about the page, if there is one. */
  mail?: (frame: PreviewLook) => ReactNode
  /** For a form without a page: the views of its message. */
  views?: PreviewView[]
}

/**
 * The text at the left, the settings at the right. When the preview is open, it takes the right column; in a window without room
 * for that it takes the whole window.
 */
export function PreviewedForm({ main, settings, page, ...shown }: PreviewedFormProps) {
  const [open, setOpen] = useState(false)
  const wide = useMedia('(width >= 80rem)')
  const previewed = open && wide
  const [before, setBefore] = useState<HTMLElement | null>(null)
  const frame = (look: PreviewLook) => (
    <PreviewFrame title="Preview" {...look}>
      {page}
    </PreviewFrame>
  )
  const Icon = open ? EyeOff : Eye
  const toggle = (
    <Button
      variant="secondary"
      size="small"
      aria-pressed={open}
      // Before the button takes the focus.
      onPointerDown={() => setBefore(document.activeElement as HTMLElement | null)}
      onClick={() => setOpen(!open)}
    >
      <Icon aria-hidden="true" className="size-4" />
      {open ? 'Hide preview' : 'Show preview'}
    </Button>
  )
  // Both layouts have the same tree, so that the editor keeps its cursor and its undo history.
  return (
    <div
      className={classNames(
        'grid items-start gap-6',
        previewed ? 'xl:grid-cols-2' : 'lg:grid-cols-[minmax(0,1fr)_21rem]',
      )}
    >
      <div className="grid min-w-0 gap-5">
        {main(toggle)}
        {previewed && settings}
      </div>
      {previewed ? (
        <PreviewColumn {...shown}>{frame}</PreviewColumn>
      ) : (
        // It is as tall as the text, so that its tabs stick all along it.
        <div className="self-stretch">{settings}</div>
      )}
      {open && !wide && (
        <PreviewSheet onClose={() => setOpen(false)} returnTo={before} {...shown}>
          {frame}
        </PreviewSheet>
      )}
    </div>
  )
}

/** At the start of a page: why a text cannot be rendered. */
export const RefusedText = ({ children }: { children: string }) => (
  <p role="alert" className="bg-warning-soft px-6 py-3 text-small text-warning">
    {children}
  </p>
)
