import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminQuery } from '#admin/api/queries.ts'
import {
  appearanceFields,
  custom,
  type FormField,
  flag,
  scheduleFields,
  text,
  textArea,
  type ValuesOf,
} from '#admin/fields/fields.ts'
import { ChoicesField } from '#admin/forms/checkbox.tsx'
import { EditableFields, FormColumns, FormPanel } from '#admin/forms/form-columns.tsx'
import { Field, Schedule } from '#admin/forms/form-field.tsx'
import { type FormState, namesOf } from '#admin/forms/form-resource.ts'
import { ImageField } from '#admin/forms/image-field.tsx'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { SlugField, useSlugOfTitle } from '#admin/forms/slug-field.tsx'
import type { StoredRecord } from '#admin/forms/use-resource-form.ts'
import { OrderedList } from '#admin/lists/ordered-list.tsx'
import { ContentSettings } from '#admin/search-appearance/content-settings.tsx'
import { TextInput } from '#ui/field.tsx'
import { type CaseStudy, caseInput, type Figure, mostFigures } from './cases.contract.ts'

// One row of the form: the parts of a figure with tabs between them, which the history and a conflict show as a line of text.
const toRow = ({ figure, name, asOf }: Figure) => [figure, name, asOf].join('\t')
function fromRow(row: string): Figure {
  const [figure = '', name = '', asOf = ''] = row.split('\t')
  return { figure, name, asOf }
}
const isFilled = (row: string) => row.trim() !== ''

const figures: FormField<string[]> = {
  label: 'Figures',
  control: 'custom',
  initial: [],
  read: (stored) => ((stored ?? []) as Figure[]).map(toRow),
  write: (rows) => rows.filter(isFilled).map(fromRow),
}
const serviceIds: FormField<string[]> = {
  label: 'Services used',
  control: 'custom',
  initial: [],
  read: (stored) => (stored ?? []) as string[],
  write: (chosen) => chosen,
}

const cases = {
  ...namesOf('case', { one: 'case study', many: 'case studies' }),
  copies: true,
  intro: 'Projects and their results. Each has its own page under /work, with links from the services used.',
  contract: caseInput,
  fields: {
    title: text('Title', { attributes: { placeholder: 'A bill cut by two thirds in six weeks' } }),
    slug: text('Slug'),
    client: text('Client'),
    industry: text('Industry', { attributes: { placeholder: 'Logistics' } }),
    summary: textArea('Summary', {
      attributes: { rows: 2 },
      hint: 'One or two sentences, for the list and for search engines.',
    }),
    problem: textArea('The problem', { attributes: { rows: 6 }, hint: 'An empty line begins a new paragraph.' }),
    solution: textArea('What we did', { attributes: { rows: 10 } }),
    figures,
    quote: textArea('Quotation', { attributes: { rows: 3 }, hint: 'Without quotation marks; the page adds them.' }),
    quoteBy: text('Who said it', { attributes: { placeholder: 'Ananya Rao, Founder' } }),
    serviceIds,
    imageUrl: custom('Picture'),
    imageAlt: custom('Alternative text'),
    active: flag('Active', { initial: true, hint: 'Visitors see an active case study under /work.' }),
    ...scheduleFields,
    ...appearanceFields,
  },
}

export const List = () => (
  <OrderedList<CaseStudy>
    resource={cases}
    nameOf={({ title }) => title}
    detailOf={({ client, industry }) => `${client} · ${industry}`}
    pathOf={({ slug }) => `/work/${slug}`}
  />
)

export const Form = () => (
  <ResourceForm<CaseValues, StoredRecord & CaseStudy> resource={cases} mixed>
    {(form) => <FormColumns main={<Story form={form} />} side={<Settings form={form} />} />}
  </ResourceForm>
)

type CaseValues = ValuesOf<typeof cases.fields>
type FormProps = { form: FormState<CaseValues, CaseStudy> }

function Story({ form }: FormProps) {
  const { values, set, errorAt } = form
  const { write, offer } = useSlugOfTitle(form, { live: form.record?.active === true && form.record })
  return (
    <EditableFields className="grid gap-5">
      <FormPanel>
        <div>
          <Field form={form} name="title" onChange={write} />
          <SlugField form={form} under="/work" offer={offer} />
        </div>
        <Field form={form} name="client" />
        <Field form={form} name="industry" />
        <Field form={form} name="summary" />
        <Field form={form} name="problem" />
        <Field form={form} name="solution" />
      </FormPanel>
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

function Settings({ form }: FormProps) {
  const { values } = form
  const [tab, setTab] = useState('case')
  return (
    <ContentSettings
      form={form}
      own={{ value: 'case', label: 'Case study', content: <CaseFields form={form} /> }}
      usual={{ title: values.title, description: values.summary, picture: values.imageUrl }}
      path={`/work/${values.slug}`}
      open={tab}
      onOpen={setTab}
      submits={form.submits}
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
}

function CaseFields({ form }: FormProps) {
  const { values, set, errorAt } = form
  const { data: services = [] } = useQuery(adminQuery<{ _id: string; title: string }[]>('/api/services'))
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
        <ImageField
          label="Picture"
          shape="wide"
          url={values.imageUrl}
          onChange={(url) => set('imageUrl', url)}
          alt={{ value: values.imageAlt, onChange: (alt) => set('imageAlt', alt) }}
          error={errorAt('imageUrl')}
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
