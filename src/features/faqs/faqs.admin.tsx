import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { choices, custom, flag, scheduleFields, text, textArea } from '#admin/fields/fields.ts'
import { Field } from '#admin/forms/form-field.tsx'
import { FormColumns, FormPanel } from '#admin/forms/form-layout.tsx'
import { namesOf } from '#admin/forms/form-resource.ts'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { Schedule } from '#admin/forms/schedule-field.tsx'
import { OrderedList } from '#admin/lists/ordered-list.tsx'
import { Select } from '#ui/field.tsx'
import { type Faq, faqInput, faqPlaces } from './faqs.contract.ts'

const faqs = {
  ...namesOf('faq', { one: 'FAQ', many: 'FAQs' }),
  intro: 'Questions and answers, shown on Home, Services, Courses or a course page.',
  contract: faqInput,
  fields: {
    question: text('Question'),
    answer: textArea('Answer', { attributes: { rows: 8 } }),
    places: choices('Shown on', faqPlaces),
    courseId: custom('Course page'),
    active: flag('Active', { initial: true, hint: 'Visitors see only active FAQs.' }),
    ...scheduleFields,
  },
}

type Course = { _id: string; title: string }
const coursesQuery = adminQuery<Course[]>('/api/courses/adminCourses?limit=1000')

function placesOf({ places, courseId }: Faq, courses: Course[]): string {
  const course = courseId && (courses.find(({ _id }) => _id === courseId)?.title ?? 'A deleted course')
  const names = [...places.map((place) => faqPlaces[place]), course].filter(Boolean)
  return names.length > 0 ? names.join(', ') : 'Not shown yet'
}

export function List() {
  const { data: courses = [] } = useQuery(coursesQuery)
  return (
    <OrderedList<Faq>
      resource={faqs}
      nameOf={({ question }) => question}
      detailOf={(question) => placesOf(question, courses)}
    />
  )
}

export function Form() {
  const { data: courses = [] } = useQuery(coursesQuery)
  return (
    <ResourceForm resource={faqs}>
      {(form) => (
        <FormColumns
          main={
            <FormPanel>
              <Field form={form} name="question" />
              <Field form={form} name="answer" />
            </FormPanel>
          }
          side={
            <FormPanel>
              <Field form={form} name="places" />
              <Select
                label="Course page"
                value={form.values.courseId}
                onChange={({ target }) => form.set('courseId', target.value)}
              >
                <option value="">None</option>
                {courses.map(({ _id, title }) => (
                  <option key={_id} value={_id}>
                    {title}
                  </option>
                ))}
              </Select>
              <Field form={form} name="active" />
              <Schedule form={form} />
            </FormPanel>
          }
        />
      )}
    </ResourceForm>
  )
}
