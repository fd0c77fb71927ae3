import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { fetchImage, isPdf, isPicture, pdfProblem, saveAfter, uploadMedia } from '#admin/api/uploads.ts'
import { isShown } from '#admin/editor/blocks/picture.ts'
import { nameOfMedia } from '#admin/media/media-thumb.tsx'
import { classNames } from '#ui/class-names.ts'

/** About a file or the address of a picture: it is being added to the text, or it could not be. */
type Note = { of: File | string; text: string; failed: boolean }

/**
 * Adds dropped and pasted files to a text: PDFs as links to their uploads, and pictures of other sites as copies.
 * @param onAdded called once a file is in the text, before the save that awaits it
 */
export function usePastedFiles(onAdded: () => void) {
  const [notes, setNotes] = useState<Note[]>([])
  const note = (of: Note['of'], text?: string, failed = false) =>
    setNotes((present) => [...present.filter((one) => one.of !== of), ...(text ? [{ of, text, failed }] : [])])

  async function add(of: Note['of'], busy: string, work: () => Promise<void>, failure: (why: string) => string) {
    note(of, busy)
    try {
      await work()
      note(of)
    } catch (error) {
      note(of, failure((error as Error).message), true)
    }
  }

  /** Inserts PDFs, and refuses other files with a message. */
  function takeFiles(editor: Editor, files: File[]) {
    // Earlier messages are no longer needed.
    setNotes((present) => present.filter(({ of, failed }) => !failed || typeof of === 'string'))
    for (const file of files) {
      const failure = (why: string) => `${file.name} was not added: ${why}`
      const problem = problemOf(file)
      if (problem) note(file, failure(problem), true)
      else saveAfter(add(file, `Uploading ${file.name}…`, () => insertFile(editor, file), failure))
    }
  }
  async function insertFile(editor: Editor, file: File) {
    const cursor = followCursor(editor)
    try {
      const item = await uploadMedia(file)
      if (editor.isDestroyed) return
      const mark = { type: 'link', attrs: { href: item.url } }
      editor.commands.insertContentAt(cursor.end(), { type: 'text', text: nameOfMedia(item), marks: [mark] })
      onAdded()
    } finally {
      cursor.end()
    }
  }

  /** Has the server copy the pictures of other sites. Those that it cannot fetch stay links. */
  function keepPictures(editor: Editor) {
    for (const src of outsideIn(editor)) {
      if (notes.some(({ of, failed }) => of === src && !failed)) continue
      const failure = (why: string) => `A pasted picture stays a link: ${why} (${URL.parse(src)?.host ?? src})`
      saveAfter(add(src, 'Fetching pasted pictures…', () => keep(editor, src), failure))
    }
  }
  async function keep(editor: Editor, src: string) {
    const { url } = await fetchImage(src)
    replace(editor, src, url)
    onAdded()
  }
  return { notes, takeFiles, keepPictures }
}

function problemOf(file: File): string | undefined {
  if (isPdf(file)) return pdfProblem(file)
  return isPicture(file) ? 'Add one picture at a time, or insert a gallery.' : 'Only pictures and PDFs can be added.'
}

/** Follows the present place of the cursor through later changes. */
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

/** The notes below the text. Several pictures that are being fetched have one line. */
export const PastedFiles = ({ notes }: { notes: Note[] }) => (
  <div role="status" className="text-small not-empty:border-t not-empty:border-line not-empty:px-4 not-empty:py-2">
    {[...new Map(notes.map((note) => [note.text, note])).values()].map(({ text, failed }) => (
      <p key={text} className={classNames('[overflow-wrap:anywhere]', failed ? 'text-warning' : 'text-muted')}>
        {text}
      </p>
    ))}
  </div>
)
