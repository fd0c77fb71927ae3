import { DraftPage } from '#admin/preview/draft-page.tsx'
import type { DraftScreen } from '#site/page/draft-fallback.tsx'
import { PageSections } from './page-sections.tsx'
import type { ShownPage } from './pages.contract.ts'

const note = 'Only staff can see this page until it is active.'

const PageDraft: DraftScreen = ({ children }) => (
  <DraftPage<ShownPage> api="/api/pages/by-path" list="/admin/pages" note={note} otherwise={children}>
    {(page) => <PageSections page={page} />}
  </DraftPage>
)
export default PageDraft
