import { OrderedList } from '#admin/lists/ordered-list.tsx'
import { cases } from './case-resource.admin.ts'
import type { CaseStudy } from './cases.contract.ts'

export default function CaseListScreen() {
  return (
    <OrderedList<CaseStudy>
      resource={cases}
      nameOf={({ title }) => title}
      detailOf={({ client, industry }) => `${client} · ${industry}`}
      pathOf={({ slug }) => `/work/${slug}`}
    />
  )
}
