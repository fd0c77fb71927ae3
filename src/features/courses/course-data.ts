import type { Company } from '#contract/company.ts'
import { breadcrumbData } from '#web/head.tsx'
import type { ShownCourse } from './courses.queries.ts'
import { nextStartOf } from './next-start.ts'
import { coursePrice } from './price.tsx'

/** A course as search engines read it (schema.org). Free seats and online teaching are unknown, so they are omitted. */
export function courseData(course: ShownCourse, company: Company): object[] {
  const path = `/courses/${course.slug}`
  const nextStart = nextStartOf(course)
  return [
    {
      '@type': 'Course',
      name: course.title,
      description: course.description,
      url: path,
      image: course.imageUrl,
      provider: { '@type': 'Organization', name: company.brand, url: '/' },
      educationalLevel: course.level,
      about: course.category,
      teaches: course.learningOutcomes.filter(isFilled),
      coursePrerequisites: course.prerequisites.filter(isFilled),
      offers: {
        '@type': 'Offer',
        category: 'Paid',
        price: coursePrice(course).now,
        priceCurrency: 'INR',
        url: course.enrollmentUrl,
      },
      hasCourseInstance: nextStart && {
        '@type': 'CourseInstance',
        startDate: nextStart,
        instructor: { '@type': 'Person', name: course.instructor.name },
      },
    },
    breadcrumbData([
      { name: 'Courses', path: '/courses' },
      { name: course.title, path },
    ]),
  ]
}

const isFilled = (row: string) => row.trim() !== ''
