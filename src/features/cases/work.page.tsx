import { useQuery } from '@tanstack/react-query'
import { CallToAction } from '#site/page/call-to-action.tsx'
import { NotFoundScreen } from '#site/page/not-found.tsx'
import { Still } from '#site/page/still.tsx'
import { Section } from '#ui/layout.tsx'
import { useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import { QueryState } from '#web/query-state.tsx'
import { breadcrumbData, listData } from '#web/structured-data.ts'
import { CaseEntries } from './case-entries.part.tsx'
import type { CaseSummary } from './cases.contract.ts'
import { workQuery } from './cases.queries.ts'
import { workWords } from './work-words.contract.ts'

export const queries = () => [workQuery()]

export default function WorkPage() {
  const query = useQuery(workQuery())
  return (
    <QueryState query={query} failure="Failed to load case studies" whole>
      {(all) => (all ? <Work all={all} /> : <NotFoundScreen />)}
    </QueryState>
  )
}

function Work({ all }: { all: CaseSummary[] }) {
  const words = useWords('work', workWords)
  return (
    <Still path="/work">
      <Head
        title="Our Work"
        path="/work"
        description="The problems our clients had, how we solved them, and the results in figures."
        jsonLd={[
          breadcrumbData([{ name: 'Our Work', path: '/work' }]),
          listData(all.map(({ title, slug }) => ({ title, path: `/work/${slug}` }))),
        ]}
      />
      <PageHero title={words.title} lead={words.lead} />
      <Section space="none" className="pb-band">
        <CaseEntries cases={all} first />
      </Section>
      <CallToAction words={words} />
    </Still>
  )
}
