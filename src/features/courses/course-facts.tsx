import { FormattedDate } from '#ui/date.tsx'
import type { ShownCourse } from './courses.queries.ts'

/** The facts that show whether a course fits, in a row. */
export function CourseFacts({ course: { instructor, duration, level, startDate } }: { course: ShownCourse }) {
  const facts = [
    { name: 'Instructor', value: instructor.name },
    { name: 'Duration', value: duration },
    { name: 'Level', value: level },
    { name: 'Starts', value: startDate && <FormattedDate iso={startDate} /> },
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
