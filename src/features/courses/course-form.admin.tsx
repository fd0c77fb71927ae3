import { ContentEditor } from '#admin/editor/content-editor.tsx'
import { Checkbox } from '#admin/forms/checkbox.tsx'
import { FormColumns, FormPanel } from '#admin/forms/form-columns.tsx'
import { ImageField } from '#admin/forms/image-field.tsx'
import { type FormFields, ResourceForm } from '#admin/forms/resource-form.tsx'
import { slugOf } from '#admin/forms/slug.ts'
import { StringListField } from '#admin/forms/string-list-field.tsx'
import { InstructorField } from '#features/courses/instructors/instructor-field.admin.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { type CourseValues, courses } from './course-resource.admin.tsx'
import { courseCategories, courseLevels } from './courses.contract.ts'

export default function CourseFormScreen() {
  return (
    <ResourceForm resource={courses}>
      {(fields) => <FormColumns main={<Content {...fields} />} side={<Settings {...fields} />} />}
    </ResourceForm>
  )
}

type Fields = FormFields<CourseValues>

function Content({ field, set, values, errorAt }: Fields) {
  const rows = (name: 'prerequisites' | 'learningOutcomes') => ({
    value: values[name],
    onChange: (next: string[]) => set(name, next),
    error: errorAt(name),
    errors: values[name].map((_, index) => errorAt(`${name}.${index}`)),
  })
  return (
    <>
      <FormPanel>
        <TextInput
          label="Title"
          required
          {...field('title')}
          // Each edit of the title makes the slug anew, also over one that was typed (unlike a post's).
          onChange={({ target }) => {
            set('title', target.value)
            set('slug', slugOf(target.value))
          }}
        />
        <TextInput label="Slug" required hint={`/courses/${values.slug || '…'}`} {...field('slug')} />
        <TextArea label="Description" rows={4} required {...field('description')} />
        <ContentEditor
          label="Syllabus"
          value={values.syllabus}
          onChange={(syllabus) => set('syllabus', syllabus)}
          error={errorAt('syllabus')}
        />
      </FormPanel>
      <FormPanel>
        <StringListField label="Prerequisites" one="Prerequisite" {...rows('prerequisites')} />
        <StringListField label="Learning Outcomes" one="Learning Outcome" {...rows('learningOutcomes')} />
      </FormPanel>
    </>
  )
}

function Settings({ field, set, values, errorAt }: Fields) {
  return (
    <>
      <FormPanel>
        <Checkbox label="Active" hint="Visitors see an active course." {...field('active')} />
        <Checkbox label="Featured" hint="Shown on the start page." {...field('featured')} />
      </FormPanel>
      <FormPanel>
        <ImageField
          label="Course Image"
          url={values.imageUrl}
          onChange={(url) => set('imageUrl', url)}
          alt={{ value: values.imageAlt, onChange: (alt) => set('imageAlt', alt) }}
          error={errorAt('imageUrl')}
        />
      </FormPanel>
      <FormPanel>
        <div className="grid grid-cols-2 gap-4">
          <TextInput
            label="Price (₹)"
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            required
            {...field('price')}
          />
          <TextInput
            label="Discounted Price (₹)"
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            {...field('discountedPrice')}
          />
        </div>
        <TextInput label="Enrollment URL" type="url" required placeholder="https://" {...field('enrollmentUrl')} />
        <TextInput label="Duration" required placeholder="8 weeks" {...field('duration')} />
        <TextInput label="Start Date" type="date" {...field('startDate')} />
        <Select label="Category" required {...field('category')}>
          <option value="">Select a category</option>
          {courseCategories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </Select>
        <Select label="Level" required {...field('level')}>
          {courseLevels.map((level) => (
            <option key={level}>{level}</option>
          ))}
        </Select>
      </FormPanel>
      <FormPanel>
        <InstructorField
          value={values.instructor}
          onChange={(id) => set('instructor', id)}
          error={errorAt('instructor')}
        />
      </FormPanel>
    </>
  )
}
