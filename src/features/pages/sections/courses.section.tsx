import { CourseGrid } from '#features/courses/ground/course-grid.part.tsx'
import { Section as Band } from '#ui/layout.tsx'
import { listPath } from '#web/api-query.ts'
import type { kind } from './courses.contract.ts'
import type { Shown } from './section.contract.ts'
import { SectionHead } from './section-head.tsx'

export const Section = ({ category, courses }: Shown<typeof kind>) => (
  <Band space="band">
    <SectionHead
      title={category ? `${category} courses` : 'Courses'}
      all={{ to: listPath('/courses', { category }), label: 'All courses' }}
    />
    <div className="mt-8">
      <CourseGrid courses={courses} heading="h3" />
    </div>
  </Band>
)
