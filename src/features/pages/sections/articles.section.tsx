import { PostGrid } from '#features/blog/post-grid.part.tsx'
import { Section as Band } from '#ui/layout.tsx'
import { listPath } from '#web/api-query.ts'
import type { kind } from './articles.contract.ts'
import type { Shown } from './section.contract.ts'
import { SectionHead } from './section-head.tsx'

export const Section = ({ category, articles }: Shown<typeof kind>) => (
  <Band space="band">
    <SectionHead
      title={category ? `${category} articles` : 'Articles'}
      all={{ to: listPath('/blog', { category }), label: 'All articles' }}
    />
    <div className="mt-8">
      <PostGrid posts={articles} heading="h3" />
    </div>
  </Band>
)
