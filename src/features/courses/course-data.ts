import type { Company } from '#contract/company.ts'
import { breadcrumbData } from '#web/breadcrumb-data.ts'
import type { ShownCourse } from './courses.queries.ts'
import { coursePrice } from './price.tsx'

/** A course as search engines read it (schema.org). */
export function courseData(course: ShownCourse, company: Company): object[] {
  const path = `/courses/${course.slug}`
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
        availability: 'https://schema.org/InStock',
      },
      hasCourseInstance: course.startDate && {
        '@type': 'CourseInstance',
        courseMode: 'Online',
        startDate: course.startDate.slice(0, 10),
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
