import { PreviewLinkPage, previewLinkQuery, previewSearch } from '#site/page/preview-link-page.tsx'
import { Still } from '#site/page/still.tsx'
import { useRouter } from '#ui/router.ts'
import type { PageRequest } from '#web/page-route.ts'
import { PageSections } from './page-sections.tsx'
import type { PreviewedPage } from './pages.contract.ts'

const linkQuery = previewLinkQuery<PreviewedPage>('pages')

export const search = previewSearch
export const queries = (request: PageRequest) => [linkQuery(request)]

export default function BuiltPageLink() {
  return (
    <Still path={useRouter().location.pathname}>
      <PreviewLinkPage query={linkQuery} titleOf={({ page }) => page.title}>
        {({ page }) => <PageSections page={page} />}
      </PreviewLinkPage>
    </Still>
  )
}
