import type { Company } from '#contract/company.ts'
import { isFilled } from '#ui/feature-list.tsx'
import { addressData, breadcrumbData, languageCodes, organisationNamed } from '#web/structured-data.ts'
import type { CohortState } from '../ground/cohort-words.contract.ts'
import type { PublicCohort } from '../ground/cohorts.contract.ts'
import { openCohorts, type ShownCourse } from '../ground/courses.queries.ts'
import { coursePrice, type Prices, priced } from '../ground/prices.contract.ts'
import { readTimetable, zoneOf } from './timetable.ts'

/** A course as search engines read it (schema.org). Unknown facts of a course without dates are omitted. Open dates come before full ones. */
export function courseData(course: ShownCourse, company: Pick<Company, 'brand' | 'address'>): object[] {
  const path = `/courses/${course.slug}`
  const nextStart = course.upcoming ? course.startDate : undefined
  return [
    {
      '@type': 'Course',
      name: course.title,
      description: course.description,
      url: path,
      image: course.imageUrl,
      provider: organisationNamed(company.brand),
      educationalLevel: course.level,
      about: course.category,
      teaches: course.learningOutcomes.filter(isFilled),
      coursePrerequisites: course.prerequisites.filter(isFilled),
      offers: { ...offerOf(course), url: course.enrollmentUrl },
      hasCourseInstance: course.cohorts
        ? openCohorts(course)
            .toSorted((one, other) => Number(one.state === 'full') - Number(other.state === 'full'))
            .map((date) => instanceOf(course, date, company))
        : nextStart && { '@type': 'CourseInstance', startDate: nextStart, instructor: instructorOf(course) },
    },
    breadcrumbData([
      { name: 'Courses', path: '/courses' },
      { name: course.title, path },
    ]),
  ]
}

const offerOf = (prices: Prices) => {
  const { now: price } = coursePrice(prices)
  return { '@type': 'Offer', category: price === 0 ? 'Free' : 'Paid', price, priceCurrency: 'INR' }
}

const instructorOf = ({ instructor }: ShownCourse) => ({ '@type': 'Person', name: instructor.name })

const modes = { online: 'Online', place: 'Onsite', both: 'Blended' }
const availability: Partial<Record<CohortState, string>> = {
  open: 'InStock',
  few: 'LimitedAvailability',
  full: 'SoldOut',
}
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function instanceOf(course: ShownCourse, date: PublicCohort, { address }: Pick<Company, 'address'>) {
  const { startsOn, endsOn, mode, place, language, enrolBy, enrolVia, enrollmentUrl, state } = date
  const { timeZone = 'UTC' } = course
  const path = `/courses/${course.slug}`
  return {
    '@type': 'CourseInstance',
    name: course.title,
    startDate: startsOn,
    endDate: endsOn,
    courseMode: modes[mode],
    courseSchedule: schedulesOf(date, timeZone),
    inLanguage: languageCodes(language),
    location: [
      ...(mode === 'online'
        ? []
        : [{ '@type': 'Place', name: place ?? address.city, address: place ?? addressData(address) }]),
      ...(mode === 'place' ? [] : [{ '@type': 'VirtualLocation', url: path }]),
    ],
    instructor: instructorOf(course),
    offers: {
      ...offerOf(priced(course, date)),
      availability: `https://schema.org/${availability[state]}`,
      availabilityEnds: enrolBy ?? startsOn,
      url: enrolVia === 'link' ? (enrollmentUrl ?? course.enrollmentUrl) : path,
    },
  }
}

/** The times of a date, by week or by day; undefined where its timetable cannot be read. Google asks how often they repeat, which needs the last day. */
function schedulesOf({ startsOn, endsOn, timetable }: PublicCohort, timeZone: string) {
  const slots = readTimetable(timetable, zoneOf({ startsOn }, timeZone))
  const count = endsOn && Temporal.PlainDate.from(startsOn).until(endsOn).days + 1
  return slots?.map(({ days, start, end }) => ({
    '@type': 'Schedule',
    startDate: startsOn,
    endDate: endsOn,
    ...(days.length > 0
      ? {
          ...{ repeatFrequency: 'Weekly', repeatCount: count && Math.ceil(count / 7) },
          byDay: days.map((number) => `https://schema.org/${weekdays[number - 1]}`),
        }
      : { repeatFrequency: 'Daily', repeatCount: count }),
    startTime: start,
    endTime: end,
    duration: Temporal.PlainTime.from(start).until(end).toString(),
    scheduleTimezone: timeZone,
  }))
}
