import { OrderedList } from '#admin/lists/ordered-list.tsx'
import { pages } from './page-resource.admin.ts'
import type { Page } from './pages.contract.ts'

export default function PageListScreen() {
  return (
    <OrderedList<Page>
      resource={pages}
      nameOf={({ title }) => title}
      detailOf={({ path }) => `/${path}`}
      pathOf={({ path }) => `/${path}`}
    />
  )
}
