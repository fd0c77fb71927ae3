import { Link } from '#ui/link.tsx'
import type { useListAddress } from '#web/list-params.ts'

type SearchResultProps = {
  list: ReturnType<typeof useListAddress<string>>
  /** Absent when there are more matches than a search counts. */
  total: number | undefined
  /** The records: `article` and `articles`. */
  names: [one: string, many: string]
}

/** Says what a list was searched for and how much was found, and leads back to the list. */
export function SearchResult({ list, total, names: [one, many] }: SearchResultProps) {
  const { search } = list.address
  if (!search) return null
  return (
    <p role="status" className="mb-6 flex flex-wrap items-baseline gap-x-5 gap-y-1 wrap-anywhere">
      {`${total ?? 'Many'} ${total === 1 ? one : many} for ‘${search}’`}
      <Link to={list.hrefWith({ search: '' })} preventScrollReset className="link text-small pointer-coarse:py-2.5">
        Clear search
      </Link>
    </p>
  )
}
