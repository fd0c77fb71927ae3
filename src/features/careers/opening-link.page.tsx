import { PreviewLinkPage, previewLinkQuery, previewSearch } from '#site/page/preview-link-page.tsx'
import { Still } from '#site/page/still.tsx'
import { useRouter } from '#ui/router.ts'
import type { PageRequest } from '#web/page-route.ts'
import { HowWeHire } from './how-we-hire.tsx'
import { OpeningArticle } from './opening-article.tsx'
import type { PreviewedOpening } from './openings.contract.ts'

const linkQuery = previewLinkQuery<PreviewedOpening>('openings')

export const search = previewSearch
export const queries = (request: PageRequest) => [linkQuery(request)]

export default function OpeningLinkPage() {
  return (
    <Still path={useRouter().location.pathname}>
      <PreviewLinkPage query={linkQuery} titleOf={({ opening }) => opening.title}>
        {({ opening }) => <OpeningArticle of={opening} hiring={<HowWeHire />} />}
      </PreviewLinkPage>
    </Still>
  )
}
