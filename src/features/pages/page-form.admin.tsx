import { type ReactNode, useEffect, useState } from 'react'
import { Approval, Field } from '#admin/forms/form-field.tsx'
import { EditableFields } from '#admin/forms/form-layout.tsx'
import type { FormState } from '#admin/forms/form-resource.ts'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { Schedule } from '#admin/forms/schedule-field.tsx'
import { SlugField, useSlugOfTitle } from '#admin/forms/slug-field.tsx'
import type { StoredRecord } from '#admin/forms/use-resource-form.ts'
import { useMedia } from '#admin/hooks.ts'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { ContentSettings } from '#admin/search-appearance/content-settings.tsx'
import { cardOf } from '#admin/search-appearance/use-link-card.ts'
import { useMay } from '#admin/session/use-auth.ts'
import { EventCard } from '#features/courses/cohorts/cohorts-card.shared.admin.tsx'
import { classNames } from '#ui/class-names.ts'
import { SectionsEditor } from './form/sections-editor.admin.tsx'
import { useUnseen } from './form/unseen.admin.ts'
import { usePageCheck } from './page-checks.admin.ts'
import { PagePreview } from './page-preview.admin.tsx'
import { type PageValues, pages } from './page-resource.admin.ts'
import type { Page } from './pages.contract.ts'
import { lookOf } from './section-values.ts'

/** @param given the values of a new page that begins with a template */
export default function PageFormScreen({ given }: { given?: Partial<PageValues> }) {
  return (
    <ResourceForm<PageValues, StoredRecord & Page> resource={pages} given={given} mixed>
      {(form) => <PageForm form={form} />}
    </ResourceForm>
  )
}

type FormProps = { form: FormState<PageValues, StoredRecord & Page> }

const sides = [
  { value: '', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
]

/** The position of the section of a field: 3 of `sections.3.cards.0.title`. */
const sectionIn = (field: string) => {
  const [, at] = /^sections\.(\d+)/.exec(field) ?? []
  return at === undefined ? undefined : Number(at)
}

/** The sections and the settings at the left, the page at the right; in a narrow window one of the two. */
function PageForm({ form }: FormProps) {
  const { values, set, errorAt, isRefused, submits, record } = form
  const isWide = useMedia('(width >= 64rem)')
  const previews = useMay('writeContent')
  const wide = isWide && previews
  const [side, setSide] = useState('')
  const [tab, setTab] = useState('sections')
  const [open, setOpen] = useState<number>()
  const [selected, setSelected] = useState<number>()
  const shows = (one: string) => wide || side === one
  const { write, offer } = useSlugOfTitle(form, { live: record?.active === true && record, name: 'path' })
  const unseenAt = useUnseen(values.sections)
  // The title of a template is there to be overwritten.
  useEffect(() => {
    const field = document.activeElement
    if (!record && field instanceof HTMLInputElement && field.name === 'title') field.select()
  }, [record])

  /** The opening of a page that is not public yet has the title of the page, until it is given another one. */
  function writeTitle(title: string) {
    const at = values.sections.findIndex(({ kind }) => kind === 'opening')
    const opening = values.sections[at]
    const follows = opening && !record?.active && (opening['title'] ?? '') === values.title
    write(title)
    if (follows) set('sections', values.sections.with(at, { ...opening, title }))
  }
  function select(at: number | undefined) {
    setOpen(at)
    setSelected(at)
  }
  const sections = (
    <>
      <SectionsEditor
        sections={values.sections}
        title={values.title}
        onChange={(next) => set('sections', next)}
        open={open}
        onOpen={select}
        onFocus={setSelected}
        unseenAt={unseenAt}
        error={errorAt('sections')}
        errorAt={(path) => errorAt(path as 'sections')}
        isRefused={(path) => isRefused(path as 'sections')}
        submits={submits}
      />
      {record?.sections.some(({ kind }) => kind === 'event') && (
        <EventCard pageId={record._id} version={record.version} />
      )}
    </>
  )
  return (
    <>
      {!isWide && previews && (
        <div className="mb-4">
          <FilterButtons label="Shown" options={sides} value={side} onChoose={setSide} />
        </div>
      )}
      <div
        className={classNames(
          'grid items-start gap-6',
          !previews && 'max-w-3xl',
          wide && 'grid-cols-2 xl:grid-cols-[minmax(0,27rem)_minmax(0,1fr)]',
        )}
      >
        {/* It stays in the document, so that nothing typed and no cursor is lost. */}
        <div hidden={!shows('')} className="min-w-0">
          <EditableFields className="mb-4">
            <Field form={form} name="title" onChange={writeTitle} />
            <SlugField form={form} under="" offer={offer} name="path" />
          </EditableFields>
          <Settings
            form={form}
            sections={sections}
            tab={tab}
            onTab={setTab}
            onGoToField={(field) => select(sectionIn(field))}
          />
        </div>
        {shows('preview') && (
          <div
            className={classNames(
              'overflow-hidden rounded-control border border-line bg-paper',
              wide
                ? 'sticky top-[calc(var(--admin-bar)+4.75rem)] h-[calc(100dvh-var(--admin-bar)-7rem)] min-h-96'
                : 'h-[calc(100dvh-var(--admin-bar)-11rem)] min-h-96',
            )}
          >
            <PagePreview
              values={values}
              id={record?._id}
              selected={selected}
              onSelect={(at) => {
                setSide('')
                setTab('sections')
                select(at)
              }}
            />
          </div>
        )}
      </div>
    </>
  )
}

type SettingsProps = FormProps & {
  sections: ReactNode
  tab: string
  onTab: (tab: string) => void
  onGoToField: (field: string) => void
}

function Settings({ form, sections, tab, onTab, onGoToField }: SettingsProps) {
  const { values, set, errorAt, submits } = form
  const { title, path } = values
  const { description, imageUrl } = lookOf(values.sections)
  const look = { ...values, slug: path, imageUrl }
  const check = usePageCheck(values, cardOf(look, '', {}))
  return (
    <ContentSettings
      form={{ values: look, set, errorAt, submits }}
      own={{ value: 'sections', label: 'Sections', content: sections }}
      usual={{ title, description, card: {} }}
      under=""
      open={tab}
      onOpen={onTab}
      onGoToField={onGoToField}
      check={check}
      publish={
        <>
          <Field form={form} name="active" />
          <Approval form={form} />
          <Schedule form={form} />
          <Field form={form} name="listed" />
        </>
      }
    />
  )
}
