import { Eye } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { droppedFrom } from '#content/markup/dropped.ts'
import { isHeavy } from '#content/markup/intricacy.ts'
import { classNames } from '#ui/class-names.ts'
import { enumerate } from './open-content.ts'
import { useThrottled } from './use-throttled.ts'

type SourceViewProps = {
  labelId: string
  label: string
  source: string
  error?: string | undefined
  /** Why the visual view cannot show the content; empty when the person chose the source. */
  why: string
  bare: boolean
  onChange: (source: string) => void
  onRich: (source: string) => void
}

/** Content as it is stored: Markdown, HTML or both. */
export function SourceView({ labelId, source, error, why, bare, onChange, onRich }: SourceViewProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(source)
  const dropped = useDropped(text)
  const pendingChange = useThrottled(() => {
    if (!area.current) return
    setText(area.current.value)
    onChange(area.current.value)
  })

  const described =
    [error && `${labelId}-error`, dropped.length > 0 && `${labelId}-dropped`].filter(Boolean).join(' ') || undefined
  return (
    <div className={classNames('content-editor', !bare && 'on-deep')}>
      <div className="editor-toolbar justify-between">
        <p className="px-2 text-small text-muted">Markdown source</p>
        <button type="button" className="tool tool-wide" onClick={() => onRich(area.current?.value ?? source)}>
          <Eye aria-hidden="true" />
          Visual editor
        </button>
      </div>
      {why && (
        <p role="status" className="border-b border-line bg-warning-soft px-4 py-2 text-small text-warning">
          {why} This is the source of the text, saved exactly as you see it.
        </p>
      )}
      <p
        id={`${labelId}-dropped`}
        role="status"
        className="text-small text-warning [overflow-wrap:anywhere] not-empty:border-b not-empty:border-line not-empty:bg-warning-soft not-empty:px-4 not-empty:py-2"
      >
        {dropped.length > 0 && `Pages will not show ${enumerate(dropped)}.`}
      </p>
      <textarea
        dir="auto"
        ref={area}
        defaultValue={source}
        aria-labelledby={labelId}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
        spellCheck
        className="editor-source"
        onInput={pendingChange.call}
        onBlur={pendingChange.flush}
        onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key === 's' && pendingChange.flush()}
      />
    </div>
  )
}

/** Lists the parts of a text that pages will not show, a moment after it was typed. */
function useDropped(text: string): string[] {
  const [dropped, setDropped] = useState<string[]>([])
  useEffect(() => {
    const timer = setTimeout(() => setDropped(isHeavy(text) ? [] : droppedFrom(text)), 300)
    return () => clearTimeout(timer)
  }, [text])
  return dropped
}
