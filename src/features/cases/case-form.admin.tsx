import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { ChoicesField } from '#admin/forms/controls.tsx'
import { Approval, Field } from '#admin/forms/form-field.tsx'
import { EditableFields, FormPanel } from '#admin/forms/form-layout.tsx'
import type { FormState } from '#admin/forms/form-resource.ts'
import { RecordPicture } from '#admin/forms/image-field.tsx'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { RichField } from '#admin/forms/rich-field.tsx'
import { Schedule } from '#admin/forms/schedule-field.tsx'
import { SlugField, useSlugOfTitle } from '#admin/forms/slug-field.tsx'
import type { StoredRecord } from '#admin/forms/use-resource-form.ts'
import { PreviewedForm, RefusedText } from '#admin/preview/form-preview.tsx'
import { useRenderedContent } from '#admin/preview/rendered.tsx'
import { ContentSettings, usePrePublishCheck } from '#admin/search-appearance/content-settings.tsx'
import { cardOf } from '#admin/search-appearance/use-link-card.ts'
import { TextInput } from '#ui/field.tsx'
import { CaseArticle, CaseCover, drawingOf } from './case-article.tsx'
import { type CaseValues, cases, filledFigures, fromRow, isFilled, toRow } from './case-resource.admin.ts'
import { type CaseStudy, type Figure, mostFigures } from './cases.contract.ts'

export default function CaseFormScreen() {
  return (
    <ResourceForm<CaseValues, StoredRecord & CaseStudy> resource={cases} mixed>
      {(form) => (
        <PreviewedForm
          main={(toggle) => (
            <>
              <StoryTexts form={form} />
              <div className="flex justify-end">{toggle}</div>
              <StoryResults form={form} />
            </>
          )}
          settings={<Settings form={form} />}
          page={<CasePreview values={form.values} />}
        />
      )}
    </ResourceForm>
  )
}

type FormProps = { form: FormState<CaseValues, CaseStudy> }

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
      <FormPanel title="Results">
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
  const { title, client, summary, quote, problem, solution, imageUrl, imageAlt } = values
  const card = { category: values.industry, drawing: useDrawing(values) }
  const check = usePrePublishCheck({
    ...{ title, imageUrl, imageAlt },
    lines: { client, summary, quote },
    texts: [
      { source: problem, rendering: useRenderedContent(problem) },
      { source: solution, rendering: useRenderedContent(solution) },
    ],
    card: cardOf(values, '/work', card),
  })
  return (
    <ContentSettings
      form={form}
      own={{ value: 'case', label: 'Case study', content: <CaseFields form={form} /> }}
      usual={{ title, description: summary, card }}
      under="/work"
      check={check}
      publish={
        <>
          <Field form={form} name="active" />
          <Approval form={form} />
          <Schedule form={form} />
        </>
      }
    />
  )
}

function CaseFields({ form }: FormProps) {
  const { values, set } = form
  const services = useServices()
  const drawing = useDrawing(values)
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
          drawn={<CaseCover of={drawing} frame="plain" className="size-full" />}
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
        <legend className="sr-only">{`Result ${index + 1}`}</legend>
        {input('figure', 'Number', { placeholder: '−62%' })}
        {input('name', 'Label', { placeholder: 'of the monthly cloud bill' })}
        {input('asOf', 'As of', { type: 'date' })}
      </fieldset>
    )
  })
}

type Service = { _id: string; title: string; category: string }

const useServices = () => useQuery(adminQuery<Service[]>('/api/services')).data ?? []

/** The parts of a case study that its page and its drawn cover show, which the form holds as rows and ids. */
const shownParts = ({ figures, serviceIds }: CaseValues, services: Service[]) => ({
  figures: filledFigures(figures),
  services: services
    .filter(({ _id }) => serviceIds.includes(_id))
    .map(({ _id, title, category }) => ({ title, category, anchor: _id })),
})

const useDrawing = (values: CaseValues) => drawingOf({ ...values, ...shownParts(values, useServices()) })

/** The case study as its page will show it: the page's own component with the values of the form. */
function CasePreview({ values }: { values: CaseValues }) {
  const { title, client, industry, problem, solution, imageUrl } = values
  const services = useServices()
  const texts = [useRenderedContent(problem, 1), useRenderedContent(solution, 1)]
  const [problemHtml = '', solutionHtml = ''] = texts.map(({ rendered }) => rendered?.html ?? '')
  const refused = texts.find((text) => text.refused)?.refused
  const [updatedAt] = useState(() => new Date().toISOString())
  return (
    <>
      {refused && <RefusedText>{refused}</RefusedText>}
      <CaseArticle
        of={{
          ...values,
          _id: '',
          title: title || 'Untitled',
          client: client || 'Client',
          industry: industry || 'Industry',
          imageUrl: imageUrl || undefined,
          ...shownParts(values, services),
          problemHtml,
          solutionHtml,
          updatedAt,
        }}
      />
    </>
  )
}
