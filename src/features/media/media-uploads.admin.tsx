import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { invalidateAdmin } from '#admin/api/queries.ts'
import { mediaProblem, uploadMedia } from '#admin/api/uploads.ts'

/** An upload to the library, with its progress or its error. */
type Sending = { id: number; name: string; progress: number; error?: string | undefined }

/** Puts files into the library, one after the other. */
export function useMediaUploads() {
  const client = useQueryClient()
  const [sending, setSending] = useState<Sending[]>([])
  const count = useRef(0)
  const before = useRef(Promise.resolve())
  const change = (id: number, to: Partial<Sending> | null) =>
    setSending((all) => all.flatMap((one) => (one.id !== id ? [one] : to ? [{ ...one, ...to }] : [])))

  async function send(id: number, file: File) {
    try {
      const problem = mediaProblem(file)
      if (problem) throw new Error(problem)
      await uploadMedia(file, { onProgress: (progress) => change(id, { progress }) })
      change(id, null)
      await invalidateAdmin(client, '/api/media')
    } catch (error) {
      change(id, { error: (error as Error).message })
    }
  }

  return {
    sending,
    dismiss: (id: number) => change(id, null),
    start(files: File[]) {
      for (const file of files) {
        const id = ++count.current
        setSending((all) => [...all, { id, name: file.name, progress: 0 }])
        before.current = before.current.then(() => send(id, file))
      }
    },
  }
}

/** The files that are being sent, and those that could not be. */
export function MediaUploads({ sending, dismiss }: Pick<ReturnType<typeof useMediaUploads>, 'sending' | 'dismiss'>) {
  return (
    <ul aria-label="Uploads" className="mb-4 grid gap-2 empty:hidden">
      {sending.map(({ id, name, progress, error }) => (
        <li
          key={id}
          className="flex items-center gap-3 rounded-control border border-line bg-raised px-4 py-2 text-small"
        >
          <span className="min-w-0 flex-1 truncate">{name}</span>
          {error ? (
            <>
              <span role="alert" className="text-danger">
                {error}
              </span>
              <button
                type="button"
                aria-label={`Dismiss ${name}`}
                onClick={() => dismiss(id)}
                className="-mr-2 grid size-9 place-items-center text-muted hover:text-ink"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </>
          ) : (
            <progress value={progress} max={1} aria-label={`Upload of ${name}`} className="h-1.5 w-32 accent-primary" />
          )}
        </li>
      ))}
    </ul>
  )
}
