import { ButtonLink } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/states.tsx'
import { isNarrowed, type useListAddress } from '#web/list-params.ts'

type List = ReturnType<typeof useListAddress<string>>

type SearchResultProps = {
  list: List
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

/** A list, or a part of it, that has no record. A part leads back to the list. */
export const NoResult = ({
  list: { address },
  title,
  all,
}: {
  list: List
  title: string
  all: [to: string, label: string]
}) => (
  <EmptyState title={title}>
    <p>Try adjusting your search or filter criteria</p>
    {(isNarrowed(address) || address.page > 1) && (
      <ButtonLink to={all[0]} variant="secondary" className="mt-5">
        {all[1]}
      </ButtonLink>
    )}
  </EmptyState>
)
