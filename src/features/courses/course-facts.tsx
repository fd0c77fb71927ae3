import { FormattedDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import type { ShownCourse } from './courses.queries.ts'
import { nextStartOf } from './next-start.ts'

/** The facts that show whether a course fits, in a row. */
export function CourseFacts({ course }: { course: ShownCourse }) {
  const { title, instructor, duration, level, startDate } = course
  const nextStart = nextStartOf(course)
  const facts = [
    { name: 'Instructor', value: instructor.name },
    { name: 'Duration', value: duration },
    { name: 'Level', value: level },
    {
      name: 'Starts',
      value: nextStart ? <FormattedDate iso={nextStart} /> : startDate && <AskForDates title={title} />,
    },
  ].filter(({ value }) => value)
  return (
    <dl className="mt-9 flex flex-wrap gap-x-10 gap-y-4 border-t border-line pt-5">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-fine text-muted">{name}</dt>
          <dd className="text-small font-[560]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The last start has passed, and the next one is not set. */
const AskForDates = ({ title }: { title: string }) => (
  <Link className="link" to={`/contact?${new URLSearchParams({ subject: `Next dates: ${title}` })}`}>
    Ask for the next date
  </Link>
)
