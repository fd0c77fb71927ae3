import { type ReactNode, useId } from 'react'
import { FeatureList } from '#ui/feature-list.tsx'
import { CourseInstructor } from './course-instructor.tsx'
import type { ShownCourse } from './courses.queries.ts'
import { Syllabus } from './syllabus.tsx'

const hasText = (rows: string[]) => rows.some((row) => row.trim() !== '')

/** The sections of a course. Empty ones are left out. */
export function CourseSections({ course }: { course: ShownCourse }) {
  const { syllabusHtml, learningOutcomes, prerequisites, instructor } = course
  return (
    <div className="grid gap-14">
      {syllabusHtml.trim() && (
        <Part title="Course Syllabus">
          <Syllabus course={course} />
        </Part>
      )}
      {hasText(learningOutcomes) && (
        <Part title="What You'll Learn">
          <FeatureList items={learningOutcomes} />
        </Part>
      )}
      {hasText(prerequisites) && (
        <Part title="Prerequisites">
          <FeatureList items={prerequisites} />
        </Part>
      )}
      <Part title="Instructor">
        <CourseInstructor instructor={instructor} />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-6 text-h2">
        {title}
      </h2>
      {children}
    </section>
  )
}
