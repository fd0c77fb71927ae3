import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { fetchImage } from '#admin/api/uploads.ts'
import { saveAfter } from '#admin/api/use-image-upload.ts'
import { isShown } from '#admin/editor/blocks/picture.ts'

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
  <div role="status" className="text-small not-empty:border-t not-empty:border-line not-empty:px-4 not-empty:py-2">
    {fetching.length > 0 && <p className="text-muted">Fetching pasted pictures…</p>}
    {failed.map(({ src, why }) => (
      <p key={src} className="text-warning [overflow-wrap:anywhere]">
        A pasted picture stays a link: {why} ({URL.parse(src)?.host ?? src})
      </p>
    ))}
  </div>
)
