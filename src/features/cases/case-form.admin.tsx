import type { ReactNode } from 'react'
import { ChoicesField } from '#admin/forms/checkbox.tsx'
import { EditableFields, FormPanel } from '#admin/forms/form-columns.tsx'
import { Field, Schedule } from '#admin/forms/form-field.tsx'
import type { FormState } from '#admin/forms/form-resource.ts'
import { RecordPicture } from '#admin/forms/image-field.tsx'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { RichField } from '#admin/forms/rich-field.tsx'
import { SlugField, useSlugOfTitle } from '#admin/forms/slug-field.tsx'
import type { StoredRecord } from '#admin/forms/use-resource-form.ts'
import { PreviewedForm } from '#admin/preview/form-preview.tsx'
import { ContentSettings } from '#admin/search-appearance/content-settings.tsx'
import { TextInput } from '#ui/field.tsx'
import { CaseCover, drawingOf } from './case-picture.tsx'
import { CasePreview, shownParts, useServices } from './case-preview.admin.tsx'
import { type CaseValues, cases, fromRow, isFilled, toRow } from './case-resource.admin.ts'
import { type CaseStudy, type Figure, mostFigures } from './cases.contract.ts'

export default function CaseFormScreen() {
  return (
    <ResourceForm<CaseValues, StoredRecord & CaseStudy> resource={cases} mixed>
      {(form) => (
        <PreviewedForm
          main={(toggle) => <Story form={form} toggle={toggle} />}
          settings={<Settings form={form} />}
          page={<CasePreview values={form.values} />}
        />
      )}
    </ResourceForm>
  )
}

type FormProps = { form: FormState<CaseValues, CaseStudy> }

function Story({ form, toggle }: FormProps & { toggle: ReactNode }) {
  return (
    <>
      <StoryTexts form={form} />
      <div className="flex justify-end">{toggle}</div>
      <StoryResults form={form} />
    </>
  )
}

function StoryTexts({ form }: FormProps) {
  const { write, offer } = useSlugOfTitle(form, { live: form.record?.active === true && form.record })
  return (
    <EditableFields>
      <FormPanel>
        <div>
          <Field form={form} name="title" onChange={write} />
          <SlugField form={form} under="/work" offer={offer} />
        </div>
        <Field form={form} name="client" />
        <Field form={form} name="industry" />
        <Field form={form} name="summary" />
        <RichField form={form} name="problem" short />
        <RichField form={form} name="solution" short />
      </FormPanel>
    </EditableFields>
  )
}

function StoryResults({ form }: FormProps) {
  const { values, set, errorAt } = form
  return (
    <EditableFields className="grid gap-5">
      <FormPanel title="What it led to">
        <FiguresField
          value={values.figures}
          onChange={(rows) => set('figures', rows)}
          errorAt={(place, name) => errorAt(`figures.${place}.${name}` as 'figures')}
        />
      </FormPanel>
      <FormPanel>
        <Field form={form} name="quote" />
        <Field form={form} name="quoteBy" />
      </FormPanel>
    </EditableFields>
  )
}

const Settings = ({ form }: FormProps) => (
  <ContentSettings
    form={form}
    own={{ value: 'case', label: 'Case study', content: <CaseFields form={form} /> }}
    usual={{ title: form.values.title, description: form.values.summary }}
    under="/work"
    publish={
      <EditableFields>
        <FormPanel>
          <Field form={form} name="active" />
          <Schedule form={form} />
        </FormPanel>
      </EditableFields>
    }
  />
)

function CaseFields({ form }: FormProps) {
  const { values, set } = form
  const services = useServices()
  return (
    <EditableFields className="grid gap-5">
      <FormPanel>
        <ChoicesField
          label="Services used"
          named={Object.fromEntries(services.map(({ _id, title }) => [_id, title]))}
          value={values.serviceIds}
          onChange={(chosen) => set('serviceIds', chosen)}
        />
      </FormPanel>
      <FormPanel>
        <RecordPicture
          form={form}
          shape="wide"
          drawn={
            <CaseCover
              of={drawingOf({ ...values, ...shownParts(values, services) })}
              frame="plain"
              className="size-full"
            />
          }
        />
      </FormPanel>
    </EditableFields>
  )
}

type FiguresFieldProps = {
  value: string[]
  onChange: (rows: string[]) => void
  /** @param place among the rows that are not empty */
  errorAt: (place: number, name: keyof Figure) => string | undefined
}

/** Rows for up to three figures. Empty rows are not stored. */
function FiguresField({ value, onChange, errorAt }: FiguresFieldProps) {
  const rows = Array.from({ length: mostFigures }, (_, index) => value[index] ?? '')
  return rows.map((row, index) => {
    const figure = fromRow(row)
    const place = rows.slice(0, index).filter(isFilled).length
    const input = (name: keyof Figure, label: string, attributes: object = {}) => (
      <TextInput
        label={label}
        value={figure[name]}
        onChange={({ target }) => onChange(rows.with(index, toRow({ ...figure, [name]: target.value })))}
        error={isFilled(row) ? errorAt(place, name) : undefined}
        {...attributes}
      />
    )
    return (
      <fieldset key={index} className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)_10rem]">
        <legend className="sr-only">{`Figure ${index + 1}`}</legend>
        {input('figure', 'Figure', { placeholder: '−62 %' })}
        {input('name', 'What it counts', { placeholder: 'of the monthly cloud bill' })}
        {input('asOf', 'As of', { type: 'date' })}
      </fieldset>
    )
  })
}
