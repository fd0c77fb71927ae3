import type { useListAddress } from '#site/list-address.ts'
import { SearchBox } from '#site/search-box.tsx'
import { TagButton } from '#ui/tag.tsx'
import { blogCategories } from './blog-categories.contract.ts'

/** Search and categories: two GET forms, each of which keeps what the other one set. */
export function BlogFilters({ list }: { list: ReturnType<typeof useListAddress<'category'>> }) {
  const { search, filters } = list.address
  return (
    <div className="flex flex-col gap-5 lg:flex-row-reverse lg:items-center lg:justify-between">
      <search>
        <form action="/blog" method="get" onSubmit={list.onSubmit} className="lg:w-88">
          <SearchBox label="Search articles" placeholder="Search articles..." value={search} />
          {filters.category && <input type="hidden" name="category" value={filters.category} />}
        </form>
      </search>
      <form action="/blog" method="get" onSubmit={list.onSubmit} aria-label="Filter by category" className="flex flex-wrap gap-2">
        {search && <input type="hidden" name="search" value={search} />}
        {blogCategories.map((category) => {
          const chosen = category === filters.category
          return (
            <TagButton key={category} type="submit" name="category" value={chosen ? '' : category} chosen={chosen}>
              {category}
            </TagButton>
          )
        })}
      </form>
    </div>
  )
}
