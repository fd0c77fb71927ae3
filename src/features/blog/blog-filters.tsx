import { ListForm } from '#site/list/list-form.tsx'
import { SearchBox } from '#site/list/search-box.tsx'
import { Link } from '#ui/link.tsx'
import { Tag, tagClass } from '#ui/tag.tsx'
import type { useListAddress } from '#web/list-params.ts'
import { blogCategories } from './blog-categories.contract.ts'

/** The search and the categories are two GET forms with the same address; each sends the other one's value too. */
type BlogFormProps = { list: ReturnType<typeof useListAddress<'category'>> }

export function BlogSearch({ list }: BlogFormProps) {
  const { search, filters } = list.address
  return (
    <search>
      <ListForm list={list}>
        <SearchBox label="Search articles" placeholder="Search articles..." value={search} />
        {filters.category && <input type="hidden" name="category" value={filters.category} />}
      </ListForm>
    </search>
  )
}

/** Pressing the chosen category again removes the filter. */
export function BlogCategories({ list }: BlogFormProps) {
  const { search, filters } = list.address
  return (
    <ListForm list={list} aria-label="Filter by category" className="flex flex-wrap gap-2">
      {search && <input type="hidden" name="search" value={search} />}
      <Link
        to={list.hrefWith({ filters: { category: '' } })}
        preventScrollReset
        aria-current={filters.category ? undefined : 'true'}
        className={tagClass(!filters.category)}
      >
        All<span className="sr-only"> articles</span>
      </Link>
      {blogCategories.map((category) => {
        const chosen = category === filters.category
        return (
          <Tag key={category} name="category" value={chosen ? '' : category} chosen={chosen}>
            {category}
          </Tag>
        )
      })}
    </ListForm>
  )
}
