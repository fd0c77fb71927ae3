import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { fetchImage, isPdf, isPicture, pdfProblem, saveAfter, uploadImage, uploadMedia } from '#admin/api/uploads.ts'
import { isMissing, isShown } from '#admin/editor/blocks/picture.ts'
import type { KnownFact } from '#admin/editor/paste/facts.ts'
import { nameOfMedia } from '#admin/media/library-picture.tsx'
import { bytesOf } from '#content/markup/embedded.ts'
import type { FrontMatter } from '#content/markup/front-matter.ts'
import { isEmbedded } from '#content/markup/sanitise-schema.ts'
import { classNames } from '#ui/class-names.ts'
import { ApiError } from '#web/http.ts'
import { enumerate } from './read-content.ts'

/** About a file or the address of a picture: it is being added to the text, or it could not be. Or about the text that was pasted. */
type Note = { of: File | string; text: string; failed: boolean }

/** Fills an empty field of the form from a fact about a pasted text. @returns the label of the field; undefined when it has none */
export type TakeFact = (fact: KnownFact) => string | undefined

const places = 'places of pictures'
const pastedText = 'the text'

/**
 * Adds dropped and pasted files to a text: PDFs as links to their uploads, embedded pictures as uploads, and pictures of other sites as copies.
 * @param onAdded called once a file is in the text, before the save that awaits it
 */
export function usePastedFiles(onAdded: () => void, takeFact: TakeFact = () => undefined) {
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

  /** Fills the form from the front matter of a pasted text, and says what it has left out. */
  async function takeFrontMatter(front: FrontMatter) {
    const { readFacts } = await import('#admin/editor/paste/facts.ts')
    const kinds = new Set<string>()
    const facts = readFacts(front).map(({ name, known }) => {
      const label = known && !kinds.has(known.is) ? takeFact(known) : undefined
      if (known && label !== undefined) kinds.add(known.is)
      return { name, label }
    })
    const taken = facts.flatMap(({ label }) => label ?? [])
    const left = facts.flatMap(({ name, label }) => (label === undefined ? name : []))
    const said = [
      taken.length > 0 && `filled in ${enumerate(taken)}`,
      (left.length > 0 || taken.length === 0) && `left out ${enumerate(left) || 'all of it, since it cannot be read'}`,
    ].filter(Boolean)
    note(pastedText, `Front matter: ${said.join('; ')}.`)
  }
  const say = (about: string | undefined) => note(pastedText, about, true)

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

  /** Stores embedded pictures, and has the server copy those of other sites. Those that it cannot fetch stay links. */
  function keepPictures(editor: Editor, which = (_src: string) => true) {
    for (const src of outsideIn(editor).values().filter(which)) {
      if (notes.some(({ of, failed }) => of === src && !failed)) continue
      if (isEmbedded(src)) saveAfter(storeEmbedded(src, (url) => exchange(editor, src, url)))
      else {
        const failure = (why: string) => `A pasted image stays a link: ${why} (${URL.parse(src)?.host ?? src})`
        const keep = async () => exchange(editor, src, (await fetchImage(src)).url)
        saveAfter(add(src, 'Fetching pasted images…', keep, failure))
      }
    }
    noteMissing(editor)
  }
  function exchange(editor: Editor, src: string, own: string) {
    replace(editor, src, own)
    if (own === '') noteMissing(editor)
    onAdded()
  }

  /**
   * Stores an embedded picture.
   * @param exchange gets its address, or an empty one for a picture that the library refuses
   */
  const storeEmbedded = (src: string, exchange: (url: string) => void) => {
    const store = async () => {
      try {
        exchange((await uploadImage(fileOf(src))).url)
      } catch (error) {
        // What is wrong with the picture stays so; another failure does not.
        if (error instanceof ApiError && [413, 415, 422].includes(error.status)) exchange('')
        throw error
      }
    }
    return add(src, 'Adding pasted images…', store, (why) => `A pasted image was not added: ${why}`)
  }

  /** Says how many pictures have left only their places, until they are filled or deleted. */
  function noteMissing({ state: { doc } }: Editor) {
    let count = 0
    doc.descendants((node) => {
      if (node.type.name === 'image' && isMissing(node.attrs)) count++
    })
    if (count === 0) return note(places)
    note(
      places,
      count === 1
        ? '1 image could not be copied. Drop the file here.'
        : `${count} images could not be copied. Drop the files here.`,
      true,
    )
  }
  const hasPlaces = notes.some(({ of }) => of === places)
  return { notes, takeFiles, keepPictures, storeEmbedded, noteMissing, hasPlaces, takeFrontMatter, say }
}

/** @throws Error for an address that holds no picture */
function fileOf(embedded: string): File {
  const bytes = bytesOf(embedded)
  if (!bytes) throw new Error('It cannot be read.')
  const type = /^data:(image\/[\w.+-]+)/i.exec(embedded)?.[1] ?? ''
  return new File([bytes], `Pasted image.${type.split('/')[1]}`, { type })
}

function problemOf(file: File): string | undefined {
  if (isPdf(file)) return pdfProblem(file)
  return isPicture(file) ? 'Add one image at a time, or insert a gallery.' : 'Only images and PDFs can be added.'
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

/** The addresses of the pictures that are not in the library, which pages would show as links or not at all. */
function outsideIn({ state: { doc } }: Editor): Set<string> {
  const found = new Set<string>()
  doc.descendants((node) => {
    if (node.type.name === 'image' && !isMissing(node.attrs) && !isShown(String(node.attrs['src'])))
      found.add(String(node.attrs['src']))
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
