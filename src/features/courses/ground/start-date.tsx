import { FormattedDate } from '#ui/date.tsx'
import type { CourseSummary } from './courses.contract.ts'
import { fullBefore } from './courses.queries.ts'

/** '11 Jan 2027 (6 Dec is full)': the next day on which someone can start. */
export function StartDate({ course }: { course: Pick<CourseSummary, 'startDate' | 'cohorts'> }) {
  const { startDate } = course
  const full = fullBefore(course)
  return (
    startDate && (
      <>
        <FormattedDate iso={startDate} />
        {full && <span className="font-normal text-muted"> ({full})</span>}
      </>
    )
  )
}
