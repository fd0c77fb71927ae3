import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDelayed } from '#admin/dialogs/options.tsx'
import { Approval, Field } from '#admin/forms/form-field.tsx'
import { EditableFields, FormPanel } from '#admin/forms/form-layout.tsx'
import type { FormState } from '#admin/forms/form-resource.ts'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { Schedule } from '#admin/forms/schedule-field.tsx'
import type { StoredRecord } from '#admin/forms/use-resource-form.ts'
import { useMedia } from '#admin/hooks.ts'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { ContentSettings, usePrePublishCheck } from '#admin/search-appearance/content-settings.tsx'
import { cardOf } from '#admin/search-appearance/use-link-card.ts'
import { classNames } from '#ui/class-names.ts'
import { SectionsEditor } from './form/sections-editor.admin.tsx'
import { PagePreview } from './page-preview.admin.tsx'
import { type PageValues, pages } from './page-resource.admin.ts'
import type { Page } from './pages.contract.ts'

export default function PageFormScreen() {
  return (
    <ResourceForm<PageValues, StoredRecord & Page> resource={pages} mixed>
      {(form) => <PageForm form={form} />}
    </ResourceForm>
  )
}

type FormProps = { form: FormState<PageValues, Page> }

const sides = [
  { value: '', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
]

/** The sections and the settings at the left, the page at the right; in a narrow window one of the two. */
function PageForm({ form }: FormProps) {
  const { values, set, errorAt, isRefused, submits } = form
  const wide = useMedia('(width >= 64rem)')
  const [side, setSide] = useState('')
  const [open, setOpen] = useState<number>()
  const [selected, setSelected] = useState<number>()
  const shows = (one: string) => wide || side === one

  function select(at: number | undefined) {
    setOpen(at)
    setSelected(at)
  }
  const left = useLeaving(values)
  const sections = (
    <SectionsEditor
      sections={values.sections}
      onChange={(next) => set('sections', next)}
      open={open}
      onOpen={select}
      onFocus={setSelected}
      left={left}
      error={errorAt('sections')}
      errorAt={(path) => errorAt(path as 'sections')}
      isRefused={(path) => isRefused(path as 'sections')}
      submits={submits}
    />
  )
  return (
    <>
      {!wide && (
        <div className="mb-4">
          <FilterButtons label="Shown" options={sides} value={side} onChoose={setSide} />
        </div>
      )}
      <div className={classNames('grid items-start gap-6', wide && 'grid-cols-[minmax(0,27rem)_minmax(0,1fr)]')}>
        {/* It stays in the document, so that nothing typed and no cursor is lost. */}
        <div hidden={!shows('')} className="min-w-0">
          <EditableFields className="mb-5">
            <FormPanel>
              <Field form={form} name="title" />
              <Field form={form} name="path" />
            </FormPanel>
          </EditableFields>
          <Settings form={form} sections={sections} />
        </div>
        {shows('preview') && (
          <PagePreview
            values={values}
            selected={selected}
            onSelect={(at) => {
              setSide('')
              select(at)
            }}
          />
        )}
      </div>
    </>
  )
}
