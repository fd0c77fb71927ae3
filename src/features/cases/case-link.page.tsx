import { PreviewLinkPage } from '#site/page/preview-link-page.tsx'
import { Still } from '#site/page/still.tsx'
import { useRouter } from '#ui/router.ts'
import type { PageRequest } from '#web/page-route.ts'
import { CaseArticle } from './case-article.tsx'
import { caseLinkQuery } from './cases.queries.ts'

export const queries = ({ params }: PageRequest) => [caseLinkQuery(params['token'] ?? '')]

export default function CaseLinkPage() {
  return (
    <Still path={useRouter().location.pathname}>
      <PreviewLinkPage query={caseLinkQuery} titleOf={(preview) => preview.case.title}>
        {(preview) => <CaseArticle of={preview.case} />}
      </PreviewLinkPage>
    </Still>
  )
}
