import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminQuery } from '#admin/api/queries.ts'
import { RefusedText } from '#admin/preview/form-preview.tsx'
import { useRenderedContent } from '#admin/preview/use-preview.ts'
import { useTimeZone, useToday } from '#admin/use-time-zone.ts'
import { CourseDetail } from './course-detail.tsx'
import type { CourseValues } from './course-resource.admin.tsx'
import type { CourseSummary, StaffCourse } from './courses.contract.ts'
import type { Instructor } from './instructors/instructors.contract.ts'

/** The course as its page will show it: the page's own component with the values of the form. */
export function CoursePreview({ values, stored }: { values: CourseValues; stored: StaffCourse | null }) {
  const { rendered, refused } = useRenderedContent(values.syllabus)
  const { data: instructors = [] } = useQuery(adminQuery<Instructor[]>('/api/instructors'))
  const instructor =
    instructors.find(({ _id }) => _id === values.instructor) ?? instructors.find(({ isDefault }) => isDefault)
  const today = useToday()
  const timeZone = useTimeZone()
  const [updatedAt] = useState(() => new Date().toISOString())
  const { title, imageUrl, price, discountedPrice, category, level } = values
  const cohorts = stored?.cohorts
  const startDate = cohorts ? (stored.startDate ?? '') : values.startDate
  return (
    <>
      {refused && <RefusedText>{refused}</RefusedText>}
      <CourseDetail
        course={{
          ...values,
          _id: stored?._id ?? '',
          title: title || 'Untitled',
          category: (category || 'Category') as CourseSummary['category'],
          level: level as CourseSummary['level'],
          imageUrl: imageUrl || undefined,
          price: Number(price),
          discountedPrice: Number(discountedPrice) || undefined,
          startDate: startDate || undefined,
          upcoming: startDate >= today,
          asksBy: values.asksBy === 'request' && !cohorts ? 'request' : undefined,
          cohorts,
          timeZone,
          instructor: instructor ?? { name: '', bio: '' },
          syllabusHtml: rendered?.html ?? '',
          headings: rendered?.headings ?? [],
          updatedAt,
        }}
      />
    </>
  )
}
