import { adminPath, eventKind, maybe, told } from '#server/hooks/event-kind.ts'
import { tellsPublication } from '#server/record/publication-events.ts'
import { courses } from '../ground/courses.table.ts'

export const coursePublished = eventKind({
  name: 'course.published',
  label: 'A course becomes public',
  group: 'Content',
  data: told.object(
    {
      _id: told.text('The id of the course.'),
      title: told.text('The title.'),
      slug: told.text('The last part of its address.'),
      description: told.text('The summary.'),
      category: told.text('The category.'),
      level: told.text('The level.'),
      duration: told.text('How long it takes, in words.'),
      startsOn: maybe(told.day('The start date.')),
      url: told.address('The page of the course.'),
      adminUrl: told.address('The form of the course in the back office.'),
    },
    'A course that visitors did not see is public now: switched on, at the time of its schedule, or back from the trash. A change of a public one, and an import, are no event.',
  ),
  ofCourse: true,
  example: {
    _id: '01938e00-5b7d-7f31-8c44-a2e5d6f70913',
    title: 'Kubernetes in practice',
    slug: 'kubernetes-in-practice',
    description: 'Three days with a cluster of your own.',
    category: 'Cloud',
    level: 'Intermediate',
    duration: '3 days',
    startsOn: '2027-03-15',
    url: 'https://www.example.com/courses/kubernetes-in-practice',
    adminUrl: 'https://www.example.com/#/admin/courses/edit/01938e00-5b7d-7f31-8c44-a2e5d6f70913',
  },
  line: ({ title }) => `New course: ${title}`,
  link: 'url',
})

tellsPublication(courses, coursePublished, async (_trx, row) => {
  const { id: _id, title, slug, description, category, level, duration, startDate: startsOn } = row
  const addresses = { url: `/courses/${encodeURIComponent(slug)}`, adminUrl: adminPath(`courses/edit/${_id}`) }
  const data = { _id, title, slug, description, category, level, duration, startsOn, ...addresses }
  return { data, courseId: _id, recordId: _id }
})
