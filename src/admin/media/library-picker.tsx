import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { adminPageQuery } from '#admin/api/queries.ts'
import type { MediaItem } from '#contract/media-library.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { listPath } from '#web/api-query.ts'
import { MediaThumb, nameOfMedia } from './media-thumb.tsx'

const pageSize = 24
/** The API answers no more at once. */
const mostShown = 480

const texts = {
  pictures: { nothingFound: 'No picture found.', nothingThere: 'No picture has been uploaded yet.' },
  files: { nothingFound: 'No PDF found.', nothingThere: 'No PDF has been uploaded yet.' },
}

type LibraryPickerProps = { kind?: keyof typeof texts; onPick: (item: MediaItem) => void }

/** Searches the pictures or the files of the library and chooses one. */
export function LibraryPicker({ kind = 'pictures', onPick }: LibraryPickerProps) {
  const { nothingFound, nothingThere } = texts[kind]
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState(pageSize)
  const search = useDeferredValue(typed.trim())
  const query = useQuery({
    ...adminPageQuery<MediaItem[]>(listPath('/api/media', { page: 1, status: kind, limit, search })),
    placeholderData: keepPreviousData,
  })
  const items = query.data?.body
  const total = query.data?.total ?? 0
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
            {items.length > 0 ? '' : search ? nothingFound : nothingThere}
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
