import { Eye, MessageSquarePlus } from 'lucide-react'
import { type ClipboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { saveAfter } from '#admin/api/uploads.ts'
import { FieldRemarks, useRemarkButton } from '#admin/remarks/remarks.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { droppedFrom } from '#content/markup/dropped.ts'
import { embeddedIn, shorten } from '#content/markup/embedded.ts'
import { frontMatterOf } from '#content/markup/front-matter.ts'
import { isHeavy, isTooIntricate } from '#content/markup/intricacy.ts'
import { classNames } from '#ui/class-names.ts'
import { PastedFiles, type TakeFact, usePastedFiles } from './pasted-files.tsx'
import { enumerate } from './read-content.ts'
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
  takeFact?: TakeFact | undefined
  field?: string | undefined
}

/** Content as it is stored: Markdown, HTML or both. */
export function SourceView({
  labelId,
  label,
  source,
  error,
  why,
  bare,
  onChange,
  onRich,
  takeFact,
  field,
}: SourceViewProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(source)
  const dropped = useDropped(text)
  const remark = useRemarkButton(field)
  const pendingChange = useThrottled(() => {
    if (!area.current) return
    setText(area.current.value)
    onChange(area.current.value)
  })
  const pasted = usePastedFiles(pendingChange.flush, takeFact)
  useStoredPictures(text, (src) =>
    saveAfter(
      pasted.storeEmbedded(src, (url) => {
        if (url === '' || !area.current) return
        replaceIn(area.current, src, url)
        pendingChange.call()
      }),
    ),
  )

  /** The front matter of a text fills the form, and is not inserted. */
  function takePasted(event: ClipboardEvent<HTMLTextAreaElement>) {
    const { value, selectionStart } = event.currentTarget
    const front = frontMatterOf(event.clipboardData.getData('text/plain'))
    if (!front || value.slice(0, selectionStart).trim() !== '') return
    event.preventDefault()
    // The only way that the browser can undo.
    document.execCommand('insertText', false, front.text.trimStart())
    pasted.takeFrontMatter(front)
  }

  const described =
    [error && `${labelId}-error`, dropped.length > 0 && `${labelId}-dropped`].filter(Boolean).join(' ') || undefined
  return (
    <div className={classNames('content-editor', !bare && 'on-deep')}>
      <div className="editor-toolbar justify-between">
        <p className="mr-auto px-2 text-small text-muted">Markdown source</p>
        {remark && (
          <button type="button" className="tool tool-wide" onClick={remark}>
            <MessageSquarePlus aria-hidden="true" />
            Remark
          </button>
        )}
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
        onPaste={takePasted}
        onBlur={pendingChange.flush}
        onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key === 's' && pendingChange.flush()}
      />
      {field && !bare && <FieldRemarks field={field} label={label} />}
      <PastedFiles notes={pasted.notes} />
    </div>
  )
}

/** Replaces an address in a text. The cursor keeps its place. */
function replaceIn(area: HTMLTextAreaElement, address: string, by: string) {
  for (let at = area.value.indexOf(address); at >= 0; at = area.value.indexOf(address))
    area.setRangeText(by, at, at + address.length, 'preserve')
}

/** Stores the pictures that a text embeds, each once, a moment after it was typed or pasted. @param store gets the address of one */
function useStoredPictures(text: string, store: (address: string) => void) {
  const known = useRef(new Set<string>())
  const readOnly = useReadOnly()
  const look = useEffectEvent(() => {
    const shortened = shorten(text)
    if (readOnly || shortened.addresses.length === 0 || isHeavy(shortened.text) || isTooIntricate(shortened.text))
      return
    const { pictures } = embeddedIn(shortened.text)
    for (const address of pictures.map((at) => shortened.addresses[at] ?? '')) {
      if (known.current.has(address)) continue
      known.current.add(address)
      store(address)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when the text has changed
  useEffect(() => {
    const timer = setTimeout(look, 300)
    return () => clearTimeout(timer)
  }, [text])
}

/** Lists the parts of a text that pages will not show, a moment after it was typed. */
function useDropped(text: string): string[] {
  const [dropped, setDropped] = useState<string[]>([])
  useEffect(() => {
    const timer = setTimeout(() => setDropped(isHeavy(text) ? [] : droppedFrom(shorten(text).text)), 300)
    return () => clearTimeout(timer)
  }, [text])
  return dropped
}
