import type { Editor } from '@tiptap/react'
import { useRef, useState } from 'react'
import { fetchImage, isPdf, isPicture, pdfProblem, saveAfter, uploadMedia } from '#admin/api/uploads.ts'
import { isShown } from '#admin/editor/blocks/picture.ts'
import { nameOfMedia } from '#admin/media/media-thumb.tsx'

/** The look of the messages below the text. */
const notes = 'text-small not-empty:border-t not-empty:border-line not-empty:px-4 not-empty:py-2'

type Sending = { id: number; name: string; error?: string | undefined }

/**
 * PDFs that are dropped or pasted into a text become links to the uploaded files; other files are refused with a message.
 * @param onLinked called once a link is in the text, before the save that waits for it
 */
export function useDroppedFiles(onLinked: () => void) {
  const [sending, setSending] = useState<Sending[]>([])
  const last = useRef(0)

  function take(editor: Editor, files: File[]) {
    const taken = files.map((file) => ({ file, id: ++last.current, error: problemOf(file) }))
    // Earlier messages are no longer needed.
    setSending((present) => [
      ...present.filter(({ error }) => !error),
      ...taken.map(({ file: { name }, id, error }) => ({ id, name, ...(error && { error }) })),
    ])
    for (const { file, id, error } of taken) if (!error) saveAfter(send(editor, id, file))
  }

  async function send(editor: Editor, id: number, file: File) {
    const place = followCursor(editor)
    try {
      const item = await uploadMedia(file)
      if (!editor.isDestroyed) {
        const mark = { type: 'link', attrs: { href: item.url } }
        editor.commands.insertContentAt(place.end(), { type: 'text', text: nameOfMedia(item), marks: [mark] })
        onLinked()
      }
      setSending((present) => present.filter((one) => one.id !== id))
    } catch (cause) {
      place.end()
      const error = (cause as Error).message
      setSending((present) => present.map((one) => (one.id === id ? { ...one, error } : one)))
    }
  }
  return { sending, take }
}

function problemOf(file: File): string | undefined {
  if (isPdf(file)) return pdfProblem(file)
  return isPicture(file) ? 'Add one picture at a time, or insert a gallery.' : 'Only pictures and PDFs can be added.'
}

/** Where the cursor is now, whatever is typed meanwhile. */
function followCursor(editor: Editor): { end: () => number } {
  let at = editor.state.selection.to
  const follow = ({ transaction }: { transaction: { mapping: { map: (place: number) => number } } }) => {
    at = transaction.mapping.map(at)
  }
  editor.on('transaction', follow)
  return {
    end() {
      editor.off('transaction', follow)
      return at
    },
  }
}

export const DroppedFiles = ({ sending }: { sending: Sending[] }) => (
  <div role="status" className={notes}>
    {sending.map(({ id, name, error }) => (
      <p key={id} className={error ? 'text-warning [overflow-wrap:anywhere]' : 'text-muted [overflow-wrap:anywhere]'}>
        {error ? `${name} was not added: ${error}` : `Uploading ${name}…`}
      </p>
    ))}
  </div>
)

type Failure = { src: string; why: string }

/**
 * The server copies pictures pasted from other sites; those that it cannot fetch stay links, with the reason.
 * @param onKept called once a picture is in the text, before the save that waits for it
 */
export function useOutsidePictures(onKept: () => void) {
  const [fetching, setFetching] = useState<string[]>([])
  const [failed, setFailed] = useState<Failure[]>([])

  function keepPictures(editor: Editor) {
    for (const src of outsideIn(editor)) if (!fetching.includes(src)) saveAfter(keep(editor, src))
  }
  async function keep(editor: Editor, src: string) {
    setFetching((present) => [...present, src])
    setFailed((present) => present.filter((one) => one.src !== src))
    try {
      const { url } = await fetchImage(src)
      replace(editor, src, url)
      onKept()
    } catch (error) {
      setFailed((present) => [...present, { src, why: (error as Error).message }])
    }
    setFetching((present) => present.filter((one) => one !== src))
  }
  return { fetching, failed, keepPictures }
}

/** The addresses of the pictures that pages would show as links. */
function outsideIn({ state: { doc } }: Editor): Set<string> {
  const found = new Set<string>()
  doc.descendants((node) => {
    if (node.type.name === 'image' && !isShown(String(node.attrs['src']))) found.add(String(node.attrs['src']))
  })
  return found
}

function replace(editor: Editor, src: string, own: string) {
  if (editor.isDestroyed) return
  const { tr, doc } = editor.state
  doc.descendants((node, at) => {
    if (node.type.name === 'image' && node.attrs['src'] === src) tr.setNodeAttribute(at, 'src', own)
  })
  if (tr.docChanged) editor.view.dispatch(tr)
}

export const OutsidePictures = ({ fetching, failed }: { fetching: string[]; failed: Failure[] }) => (
  <div role="status" className={notes}>
    {fetching.length > 0 && <p className="text-muted">Fetching pasted pictures…</p>}
    {failed.map(({ src, why }) => (
      <p key={src} className="text-warning [overflow-wrap:anywhere]">
        A pasted picture stays a link: {why} ({URL.parse(src)?.host ?? src})
      </p>
    ))}
  </div>
)
