import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { Field } from '#admin/forms/form-field.tsx'
import { EditableFields, FormPanel, FormTabs } from '#admin/forms/form-layout.tsx'
import type { FormState } from '#admin/forms/form-resource.ts'
import { RecordPicture } from '#admin/forms/image-field.tsx'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { RichField } from '#admin/forms/rich-field.tsx'
import { Schedule } from '#admin/forms/schedule-field.tsx'
import { SlugField, useSlugOfTitle } from '#admin/forms/slug-field.tsx'
import { PreviewedForm, RefusedText } from '#admin/preview/form-preview.tsx'
import { useRenderedContent } from '#admin/preview/rendered.tsx'
import { ContentSettings, usePrePublishCheck } from '#admin/search-appearance/content-settings.tsx'
import { cardOf } from '#admin/search-appearance/use-link-card.ts'
import { useTimeZone, useToday } from '#admin/time.tsx'
import { Cover } from '#ui/content-image.tsx'
import { CohortsCard } from '../cohorts/cohorts-card.shared.admin.tsx'
import { occupiedPath, occupiedWords } from '../cohorts/occupied.admin.ts'
import type { Occupied } from '../cohorts/occupied.contract.ts'
import { type CourseValues, cohortsQuery, courses } from '../ground/course-resource.admin.tsx'
import type { CourseSummary, StaffCourse } from '../ground/courses.contract.ts'
import { InstructorField } from '../instructors/instructor-dialog.admin.tsx'
import type { Instructor } from '../instructors/instructors.contract.ts'
import { CourseDetail } from './course-detail.tsx'

export default function CourseFormScreen() {
  return (
    <ResourceForm resource={courses} mixed>
      {(form: FormState<CourseValues, StaffCourse>) => (
        <PreviewedForm
          main={(toggle) => <Content form={form} toggle={toggle} />}
          settings={<Settings form={form} />}
          page={<CoursePreview values={form.values} stored={form.record} />}
        />
      )}
    </ResourceForm>
  )
}

type FormProps = { form: FormState<CourseValues, StaffCourse> }

function Content({ form, toggle }: FormProps & { toggle: ReactNode }) {
  // Unlike a post's, the slug follows every change of the title, even after it was edited by hand.
  const { write, offer } = useSlugOfTitle(form, { live: false, always: true })
  const [parameters] = useSearchParams()
  const [open, setOpen] = useState(parameters.get('tab') === 'dates' ? 'dates' : 'text')
  const text = (
    <>
      <EditableFields>
        <FormPanel>
          <div>
            <Field form={form} name="title" onChange={write} />
            <SlugField form={form} under="/courses" offer={offer} />
          </div>
          <Field form={form} name="description" />
          <RichField
            form={form}
            name="syllabus"
            takeFact={({ is, value }) => {
              if (is === 'title' && form.values.title === '') write(value)
              else if (is === 'description' && form.values.description === '') form.set('description', value)
              else return undefined
              return form.fields[is].label
            }}
          />
        </FormPanel>
      </EditableFields>
      <div className="flex justify-end">{toggle}</div>
      <EditableFields>
        <FormPanel>
          <Field form={form} name="prerequisites" />
          <Field form={form} name="learningOutcomes" />
        </FormPanel>
      </EditableFields>
    </>
  )
  const dates = (
    <CohortsCard
      courseId={form.record?._id}
      asksBy={form.values.asksBy}
      onSaved={() => form.settle('startDate', null)}
    />
  )
  return (
    <FormTabs
      label="Course"
      open={open}
      onOpen={setOpen}
      submits={form.submits}
      // The editor's bar does.
      sticks={false}
      tabs={[
        { value: 'text', label: 'Text', content: text },
        { value: 'dates', label: 'Dates', content: dates },
      ]}
    />
  )
}

function Settings({ form }: FormProps) {
  const { title, description, syllabus, imageUrl, imageAlt, prerequisites, learningOutcomes } = form.values
  const card = { category: form.values.category }
  const check = usePrePublishCheck({
    ...{ title, imageUrl, imageAlt },
    lines: { description, prerequisites: prerequisites.join('\n'), outcomes: learningOutcomes.join('\n') },
    texts: [{ source: syllabus, rendering: useRenderedContent(syllabus) }],
    card: cardOf(form.values, '/courses', card),
  })
  return (
    <ContentSettings
      form={form}
      own={{ value: 'course', label: 'Course', content: <CourseFields form={form} /> }}
      usual={{ title, description, card }}
      under="/courses"
      check={check}
      publish={
        <>
          <ActiveField form={form} />
          <Schedule form={form} />
          <Field form={form} name="featured" />
        </>
      }
    />
  )
}

/** Says what hangs on a course that is about to leave the site. */
function ActiveField({ form: { record, ...form } }: FormProps) {
  const ends = record?.active === true && !form.values.active
  const { data = [] } = useQuery({ ...adminQuery<Occupied[]>(occupiedPath([String(record?._id)])), enabled: ends })
  const hint = ends && data.length > 0 ? data.map((one) => occupiedWords(one)).join(' ') : undefined
  return <Field form={form} name="active" hint={hint} />
}

function CourseFields({ form }: FormProps) {
  const { set, values, errorAt } = form
  return (
    <EditableFields className="grid gap-5">
      <FormPanel>
        <RecordPicture
          form={form}
          drawn={<Cover slug={values.slug} category={values.category} className="size-full" />}
        />
      </FormPanel>
      <FormPanel>
        <div className="grid grid-cols-2 gap-4">
          <Field form={form} name="price" />
          <Field form={form} name="discountedPrice" />
        </div>
        <Field form={form} name="enrollmentUrl" />
        <Field form={form} name="asksBy" />
        <Field form={form} name="duration" />
        <StartDate form={form} />
        <Field form={form} name="category" />
        <Field form={form} name="level" />
      </FormPanel>
      <FormPanel>
        <InstructorField
          value={values.instructor}
          onChange={(id) => set('instructor', id)}
          error={errorAt('instructor')}
        />
      </FormPanel>
    </EditableFields>
  )
}

/** The day of a course without dates. One with dates has that of the next one. */
function StartDate({ form }: FormProps) {
  const { record, values } = form
  const { data: dates = [] } = useQuery({ ...cohortsQuery(String(record?._id)), enabled: record !== null })
  if (dates.length > 0 && values.startDate === null) return null
  return (
    <Field
      form={form}
      name="startDate"
      hint={dates.length > 0 ? 'When you save, the next date moves to this day.' : undefined}
    />
  )
}

/** The course as its page will show it: the page's own component with the values of the form. */
function CoursePreview({ values, stored }: { values: CourseValues; stored: StaffCourse | null }) {
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
