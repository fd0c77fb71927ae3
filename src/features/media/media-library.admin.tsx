import { useQueryClient } from '@tanstack/react-query'
import { Upload, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { invalidateAdmin } from '#admin/api/admin-calls.ts'
import { acceptedMedia, mediaProblem, uploadMedia } from '#admin/api/uploads.ts'
import { formatCount } from '#admin/format.ts'
import { StatusFilter } from '#admin/lists/filter-buttons.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import { MediaThumb, nameOfMedia } from '#admin/media/library-picture.tsx'
import { FileInput, useFileDrop } from '#admin/media/picture-sources.tsx'
import { useDraftsOnly, useReadOnly } from '#admin/session/use-auth.ts'
import type { MediaItem } from '#contract/media-library.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/states.tsx'
import { MediaDetailDialog } from './media-detail.admin.tsx'

const kinds = [
  { value: '', label: 'All' },
  { value: 'pictures', label: 'Images' },
  { value: 'files', label: 'Files' },
  { value: 'unused', label: 'Unused' },
  { value: 'undescribed', label: 'No alternative text', rare: true },
]

/** Everything that has been uploaded, as a grid. Files can be dropped anywhere on it. */
export default function MediaLibraryScreen() {
  const list = usePagedList<MediaItem>({ api: '/api/media', filters: ['status'], limit: 48 })
  const { sending, dismiss, start } = useMediaUploads()
  const [opened, setOpened] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const readOnly = useReadOnly()
  const draftsOnly = useDraftsOnly()
  const { over, target } = useFileDrop((files) => readOnly || start(files))
  return (
    <ListScreen
      title="Media"
      what="media"
      empty={<EmptyState title="Nothing uploaded yet" />}
      list={list}
      filters={<StatusFilter label="Show" list={list} statuses={kinds} />}
      actions={
        !readOnly && (
          <>
            <Button size="small" onClick={() => input.current?.click()}>
              <Upload aria-hidden="true" className="size-4" />
              Upload
            </Button>
            <FileInput
              ref={input}
              multiple
              accept={acceptedMedia}
              aria-label="Upload images or PDFs"
              tabIndex={-1}
              onFiles={start}
            />
          </>
        )
      }
      body={{
        ...target,
        className: classNames('rounded-control', over && 'outline-2 outline-offset-8 outline-primary outline-dashed'),
      }}
      drawRows={(items) => (
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
          {items.map((item) => (
            <li key={item._id}>
              <MediaCard item={item} onOpen={() => setOpened(item._id)} />
            </li>
          ))}
        </ul>
      )}
      below={opened && <MediaDetailDialog id={opened} onClose={() => setOpened(null)} onReplaced={setOpened} />}
    >
      <p className="mb-4 text-small text-muted">
        {!readOnly && 'Drop images (up to 10 MB) or PDFs (up to 20 MB) here. '}
        {!draftsOnly && 'You can replace items in use, but not delete them.'}
      </p>
      <MediaUploads sending={sending} dismiss={dismiss} />
    </ListScreen>
  )
}

function MediaCard({ item, onOpen }: { item: MediaItem; onOpen: () => void }) {
  const { width, height, used, kind, alt, decorative } = item
  const facts = [width && height ? `${width} × ${height}` : 'PDF', used > 0 ? formatCount(used, 'use') : 'unused']
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="block w-full overflow-hidden rounded-control border border-line bg-raised text-left transition-colors hover:border-primary"
    >
      <span className="block aspect-[4/3] overflow-hidden border-b border-line">
        <MediaThumb item={item} />
      </span>
      <span className="block px-3 py-2">
        <span className="block truncate text-small font-[560]">{nameOfMedia(item)}</span>
        <span className="block truncate text-fine text-muted tabular-nums">{facts.join(' · ')}</span>
        {kind === 'picture' && alt === '' && !decorative && (
          <span className="block truncate text-fine text-warning">No alternative text</span>
        )}
      </span>
    </button>
  )
}

type Sending = { id: number; name: string; progress: number; error?: string | undefined }

function useMediaUploads() {
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

function MediaUploads({ sending, dismiss }: Pick<ReturnType<typeof useMediaUploads>, 'sending' | 'dismiss'>) {
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
            <progress value={progress} max={1} aria-label={`Upload of ${name}`} className="h-1.5 w-32" />
          )}
        </li>
      ))}
    </ul>
  )
}
