import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FilePlus, ImagePlus, Trash2 } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ComponentProps, type DragEvent, type ReactNode, useDeferredValue, useId, useState } from 'react'
import { adminPageQuery } from '#admin/api/admin-calls.ts'
import { acceptedMedia } from '#admin/api/uploads.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import type { MediaItem } from '#contract/media-library.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { TextInput } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { listPath } from '#web/api-query.ts'
import { MediaThumb, nameOfMedia } from './library-picture.tsx'

type SourceTabsProps = {
  first: 'upload' | 'library'
  upload: ReactNode
  /** Whether the library shows files, too. */
  files?: boolean
  onPick: (item: MediaItem) => void
}

const tab =
  'h-9 border-b-2 border-transparent px-3 text-small font-[560] text-muted hover:text-ink data-[state=active]:border-primary data-[state=active]:text-ink'

export const SourceTabs = ({ first, upload, files = false, onPick }: SourceTabsProps) => (
  <Tabs.Root defaultValue={first} className="grid gap-4">
    <Tabs.List
      aria-label={files ? 'Where the file comes from' : 'Where the image comes from'}
      className="flex gap-1 border-b border-line"
    >
      <Tabs.Trigger value="upload" className={tab}>
        Upload
      </Tabs.Trigger>
      <Tabs.Trigger value="library" className={tab}>
        Library
      </Tabs.Trigger>
    </Tabs.List>
    <Tabs.Content value="upload" tabIndex={-1} className="grid gap-2">
      {upload}
    </Tabs.Content>
    <Tabs.Content value="library" tabIndex={-1}>
      <LibraryPicker files={files} onPick={onPick} />
    </Tabs.Content>
  </Tabs.Root>
)

type SourceDialogProps = Pick<SourceTabsProps, 'files' | 'onPick'> &
  Pick<PictureDropProps, 'onFiles'> & { onClose: () => void }

/** Asks for the picture or the file of a field. */
export const SourceDialog = ({ files = false, onFiles, onPick, onClose }: SourceDialogProps) => (
  <Dialog open wide onClose={onClose} title={files ? 'Choose a file' : 'Choose an image'}>
    <SourceTabs
      first="library"
      files={files}
      upload={
        <PictureDrop
          label={`Choose ${files ? 'a PDF or an image' : 'an image'}, or drop it here`}
          accept={files ? acceptedMedia : undefined}
          onFiles={onFiles}
        />
      }
      onPick={onPick}
    />
  </Dialog>
)

type RemoveButtonProps = { label: string; onPress: () => void }

/** Empties the field of a picture or of a file. */
export const RemoveButton = ({ label, onPress }: RemoveButtonProps) => (
  <Button variant="quiet" size="small" className="w-9 px-0!" aria-label={label} onClick={onPress}>
    <Trash2 aria-hidden="true" className="size-4" />
  </Button>
)

const pageSize = 24
/** The API returns no more at once. */
const mostShown = 480

function LibraryPicker({ files = false, onPick }: Pick<SourceTabsProps, 'files' | 'onPick'>) {
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState(pageSize)
  const search = useDeferredValue(typed.trim())
  const query = useQuery({
    ...adminPageQuery<MediaItem[]>(
      listPath('/api/media', { page: 1, status: files ? undefined : 'pictures', limit, search }),
    ),
    placeholderData: keepPreviousData,
  })
  const items = query.data?.body
  const total = query.data?.total ?? 0
  const many = files ? 'files' : 'images'
  return (
    <div className="grid gap-3">
      <TextInput
        type="search"
        label="Search the library"
        hideLabel
        placeholder="Search the library…"
        value={typed}
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.target.value)
          setLimit(pageSize)
        }}
        // Enter must not submit the form around.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {query.isError ? (
        <p role="alert" className="text-small text-danger">
          The library could not be loaded.
        </p>
      ) : items ? (
        <>
          <p role="status" className="text-small text-muted not-empty:py-6 not-empty:text-center">
            {items.length > 0 ? '' : search ? `No ${many} found.` : `No ${many} uploaded yet.`}
          </p>
          <ul className="grid max-h-[46vh] grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3 overflow-y-auto p-1">
            {items.map((item) => (
              <li key={item._id}>
                <button
                  type="button"
                  onClick={() => onPick(item)}
                  className="block w-full overflow-hidden rounded-control border border-line text-left hover:border-primary"
                >
                  <span className="block aspect-[4/3] overflow-hidden">
                    <MediaThumb item={item} />
                  </span>
                  <span className="block truncate px-2 py-1.5 text-fine">{nameOfMedia(item)}</span>
                </button>
              </li>
            ))}
          </ul>
          {items.length < Math.min(total, mostShown) && (
            <Button
              variant="secondary"
              size="small"
              className="justify-self-center"
              busy={query.isFetching}
              onClick={() => setLimit(limit + pageSize)}
            >
              More
            </Button>
          )}
        </>
      ) : (
        <Spinner />
      )}
    </div>
  )
}

/** The attributes of an element that takes dropped files, and whether files are held over it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  const target = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      // Of two elements around each other only the inner one takes them.
      event.stopPropagation()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { over, target }
}

type FileInputProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { onFiles: (files: File[]) => void }

/** An invisible field for files, which a label or a button opens. */
export const FileInput = ({ onFiles, ...input }: FileInputProps) => (
  <input
    {...input}
    type="file"
    className="sr-only"
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])])
      // Without this, choosing the same file again after a failure would not be a change.
      target.value = ''
    }}
  />
)

type PictureDropProps = FileInputProps & {
  label: string
  /** What it takes. With it, the field is the main part of its screen, and tall. */
  hint?: string
}

export function PictureDrop({ label, hint, accept = 'image/*', ...input }: PictureDropProps) {
  const id = useId()
  const { target } = useFileDrop(input.onFiles)
  const Icon = accept.startsWith('image') ? ImagePlus : FilePlus
  return (
    <label
      htmlFor={id}
      {...target}
      className={classNames(
        'flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-control border border-dashed border-edge px-4 text-small focus-within:outline-2 focus-within:outline-primary hover:border-primary hover:text-primary has-disabled:pointer-events-none has-disabled:opacity-60',
        hint ? 'flex-col py-9 text-center' : 'py-3',
      )}
    >
      <Icon aria-hidden="true" className={hint ? 'size-6' : 'size-4'} strokeWidth={hint ? 1.5 : undefined} />
      {hint ? <span className="text-body font-[560]">{label}</span> : label}
      {hint && <span className="text-muted">{hint}</span>}
      <FileInput {...input} id={id} accept={accept} />
    </label>
  )
}
