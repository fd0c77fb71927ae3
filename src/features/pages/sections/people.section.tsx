import { PeopleList } from '#site/page/people-list.tsx'
import type { kind } from './people.contract.ts'
import type { Shown } from './section.contract.ts'
import { Titled } from './titled.tsx'

export const Section = ({ title, people }: Shown<typeof kind>) => (
  <Titled title={title}>
    <PeopleList people={people} heading={title ? 'h3' : 'h2'} />
  </Titled>
)
