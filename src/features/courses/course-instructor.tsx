import type { Person } from '#contract/fields.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'

/** The instructor of a course. */
export const CourseInstructor = ({ instructor }: { instructor: Person }) => (
  <Card className="flex flex-col gap-5 sm:flex-row">
    <Avatar name={instructor.name} url={instructor.avatarUrl} size={72} />
    <div>
      <h3 className="text-h3">{instructor.name}</h3>
      <p className="text-small text-primary">Course Instructor</p>
      {instructor.bio && <p className="mt-3 text-small text-muted">{instructor.bio}</p>}
    </div>
  </Card>
)
