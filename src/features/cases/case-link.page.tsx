import { PreviewLinkPage, previewLinkQuery, previewSearch } from '#site/page/preview-link-page.tsx'
import { Still } from '#site/page/still.tsx'
import { useRouter } from '#ui/router.ts'
import type { PageRequest } from '#web/page-route.ts'
import { CaseArticle } from './case-article.tsx'
import type { PreviewedCase } from './cases.contract.ts'

const linkQuery = previewLinkQuery<PreviewedCase>('cases')

export const search = previewSearch
export const queries = (request: PageRequest) => [linkQuery(request)]

export default function CaseLinkPage() {
  return (
    <Still path={useRouter().location.pathname}>
      <PreviewLinkPage query={linkQuery} titleOf={(preview) => preview.case.title}>
        {(preview) => <CaseArticle of={preview.case} />}
      </PreviewLinkPage>
    </Still>
  )
}
