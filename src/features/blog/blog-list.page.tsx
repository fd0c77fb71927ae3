import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Rss } from 'lucide-react'
import type * as z from 'zod/mini'
import { ListForm } from '#site/list/list-form.tsx'
import { SearchBox } from '#site/list/search-box.tsx'
import { NoResult, SearchResult } from '#site/list/search-result.tsx'
import { classNames } from '#ui/class-names.ts'
import { Container } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { apiQuery, listPath } from '#web/api-query.ts'
import { useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import {
  isNarrowed,
  type ListAddress,
  listParameters,
  readListAddress,
  titleOfPage,
  unknownValue,
  useListAddress,
  writeListAddress,
} from '#web/list-params.ts'
import { PageHero } from '#web/page-frame.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { QueryState } from '#web/query-state.tsx'
import { breadcrumbData } from '#web/structured-data.ts'
import type { postList } from './blog.contract.ts'
import { blogCategories, blogWords } from './blog-words.contract.ts'
import { PostGrid } from './post-grid.part.tsx'

/** Blog page size (section 9). */
const pageSize = 6

const postFilters = { category: blogCategories }
type PostListAddress = ListAddress<keyof typeof postFilters>

const readPostListAddress = (search: URLSearchParams): PostListAddress => readListAddress(search, postFilters)
const postListQuery = ({ page, search, filters }: PostListAddress) =>
  apiQuery<z.infer<typeof postList>>(
    listPath('/api/blogs', { page, limit: pageSize, search, category: filters.category }),
  )

export const search = (given: URLSearchParams) => listParameters(readPostListAddress(given))

export const queries = ({ search }: PageRequest) => [postListQuery(readPostListAddress(search))]

export default function BlogListPage() {
  const words = useWords('blog', blogWords)
  const list = useListAddress('/blog', postFilters)
  const { address } = list
  const query = useQuery({ ...postListQuery(address), placeholderData: keepPreviousData })
  const narrowed = isNarrowed(address)
  const { category } = address.filters
  return (
    <>
      <Head
        title={titleOfPage(category && category !== unknownValue ? `${category} articles` : 'Blog', address)}
        description="Articles on cloud architecture, data, security, AI and software development, written by the people who do the work."
        path={writeListAddress('/blog', { ...address, search: '' })}
        noIndex={address.search !== '' || (address.page > 1 && query.data?.blogs.length === 0)}
        jsonLd={import.meta.env.SSR && [breadcrumbData([{ name: 'Blog', path: '/blog' }])]}
      />
      <PageHero eyebrow="Blog" title={words.title} lead={words.lead} aside={<BlogSearch list={list} />} />
      <Container className="pt-8 pb-section">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <BlogCategories list={list} />
          <a href="/rss.xml" className="link-quiet inline-flex items-center gap-2 text-small text-muted">
            <Rss aria-hidden="true" className="size-4" />
            Follow by RSS
          </a>
        </div>
        <div aria-busy={query.isPlaceholderData} className="mt-8 transition-opacity aria-busy:opacity-60 lg:mt-10">
          <QueryState query={query} failure="Failed to load blog posts">
            {({ blogs, totalPages, total }) =>
              blogs.length === 0 ? (
                <NoResult list={list} title="No posts found" all={['/blog', 'Show all articles']} />
              ) : (
                <>
                  <SearchResult list={list} total={total} names={['article', 'articles']} />
                  <PostGrid posts={blogs} front={!narrowed && address.page === 1} first />
                  <div className="mt-16">
                    <Pagination
                      page={address.page}
                      totalPages={totalPages}
                      hrefFor={(page) => list.hrefWith({ page })}
                      label="Pages of articles"
                      className="border-t border-line pt-6"
                    />
                  </div>
                </>
              )
            }
          </QueryState>
        </div>
      </Container>
    </>
  )
}

/** The search and the categories are two GET forms with the same address; each sends the other one's value too. */
type BlogFormProps = { list: ReturnType<typeof useListAddress<'category'>> }

function BlogSearch({ list }: BlogFormProps) {
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

/** The categories as buttons of a GET form, so that they work without the client. Pressing the chosen one again removes the filter. */
function BlogCategories({ list }: BlogFormProps) {
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
          <button
            key={category}
            type="submit"
            name="category"
            value={chosen ? '' : category}
            aria-pressed={chosen}
            className={tagClass(chosen)}
          >
            {category}
          </button>
        )
      })}
    </ListForm>
  )
}

/** The look of a filter button, filled while it is chosen, and of the link that removes the filter. */
const tagClass = (chosen: boolean) =>
  classNames(
    'inline-flex h-10 items-center rounded-control border px-4 text-small font-[550] whitespace-nowrap transition-colors pointer-coarse:h-11',
    chosen ? 'border-primary bg-primary text-on-primary' : 'border-edge hover:border-primary hover:text-primary',
  )
