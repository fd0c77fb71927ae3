import type { Editor } from '@tiptap/react'
import { useRef, useState } from 'react'
import { isPdf, mediaProblem, uploadMedia } from '#admin/api/uploads.ts'
import { saveAfter } from '#admin/api/use-image-upload.ts'
import { nameOfMedia } from '#admin/media/media-thumb.tsx'

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
  if (isPdf(file)) return mediaProblem(file)
  return file.type.startsWith('image/')
    ? 'Add one picture at a time, or insert a gallery.'
    : 'Only pictures and PDFs can be added.'
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
  <div role="status" className="text-small not-empty:border-t not-empty:border-line not-empty:px-4 not-empty:py-2">
    {sending.map(({ id, name, error }) => (
      <p key={id} className={error ? 'text-warning [overflow-wrap:anywhere]' : 'text-muted [overflow-wrap:anywhere]'}>
        {error ? `${name} was not added: ${error}` : `Uploading ${name}…`}
      </p>
    ))}
  </div>
)
