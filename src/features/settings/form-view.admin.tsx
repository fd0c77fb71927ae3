import { Eye } from 'lucide-react'
import { type FocusEvent, type ReactNode, useEffect, useState } from 'react'
import type { FormField } from '#admin/fields/fields.ts'
import { FormPanel } from '#admin/forms/form-layout.tsx'
import type { FormState } from '#admin/forms/form-resource.ts'
import { useMedia } from '#admin/hooks.ts'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { PreviewColumn, type PreviewLook, PreviewSheet } from '#admin/preview/preview-pane.tsx'
import { SearchAppearancePanel } from '#admin/search-appearance/search-appearance-panel.tsx'
import { withDetails } from '#contract/company.ts'
import type { Group } from '#contract/settings.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useCompany } from '#web/company-context.tsx'
import type { SettingsPreview } from './settings.contract.ts'
import { elementId, SettingsField, SettingsTable } from './settings-field.admin.tsx'
import type { Values } from './settings-fields.admin.ts'
import { FollowingFrame, usePreviewOf } from './site-preview.admin.tsx'

export type ViewProps = {
  group: Group
  form: FormState<Values>
  /** The setting to focus first. */
  wanted: string | undefined
  choice: ReactNode
}

/** A group of settings as a form, next to a preview of its pages that follows the focused field. */
export function FormView({ group, form, wanted, choice }: ViewProps) {
  const { id, pages, panels, columns, shows, pageFor, lead, hasAppearance } = group
  const [path, setPath] = useState(pages[0]?.[0] ?? '')
  const [open, setOpen] = useState(false)
  const wide = useMedia('(min-width: 80rem)')
  const [focused, setFocused] = useState<string>()
  const onFocus = ({ target }: FocusEvent) => {
    const name = target.closest(`[id^="${elementId('')}"]`)?.id.slice(elementId('').length)
    if (name === undefined) return
    setFocused(name)
    setPath((path) => pageFor?.(name) ?? path)
  }
  useEffect(() => focusSetting(wanted), [wanted])
  const preview = usePreviewOf(id, path, form)
  const hasPreview = pages.length > 0
  const choosing = pages.length > 1 && (
    <FilterButtons
      label="Page"
      options={pages.map(([value, label]) => ({ value, label }))}
      value={path}
      onChoose={setPath}
    />
  )
  const page = (look: PreviewLook) =>
    preview === undefined ? (
      <Spinner />
    ) : preview.page ? (
      <FollowingFrame key={path} html={preview.html} shows={shows} focused={focused} {...look} />
    ) : (
      <p className="p-6 text-muted">This page is public once it has an entry. Your texts are kept until then.</p>
    )
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
      {/** biome-ignore lint/a11y/noStaticElementInteractions: it only listens to its fields */}
      <div onFocus={onFocus} className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-measure flex-1 basis-72 text-muted">
            {lead}
            {Object.values(form.fields).some(returnsToDefault) && ' Leave blank for the default.'}
          </p>
          {choice}
          {!wide && hasPreview && (
            <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
              <Eye aria-hidden="true" className="size-4" />
              Preview
            </Button>
          )}
        </div>
        {columns ? (
          <SettingsTable columns={columns} panels={panels} form={form} />
        ) : (
          Object.entries(panels).map(([title, fields]) => (
            <FormPanel key={title} title={title}>
              {Object.keys(fields).map((name) => (
                <SettingsField key={name} name={name} form={form} />
              ))}
            </FormPanel>
          ))
        )}
        {hasAppearance && <PageAppearance path={path} page={preview?.page} form={form} />}
      </div>
      {wide && hasPreview && (
        <PreviewColumn scaled close={choosing}>
          {page}
        </PreviewColumn>
      )}
      {open && !wide && (
        <PreviewSheet onClose={() => setOpen(false)} returnTo={null}>
          {page}
        </PreviewSheet>
      )}
    </div>
  )
}

const returnsToDefault = ({ standard, mayBeEmpty }: Pick<FormField, 'standard' | 'mayBeEmpty'>) =>
  standard !== undefined && !mayBeEmpty

/** Focuses the field of a setting. The end of a schedule is a part of its beginning's control. */
function focusSetting(name: string | undefined) {
  const place = name === 'unpublishAt' ? 'publishAt' : name
  const field = place === undefined ? null : document.getElementById(elementId(place))
  if (!field) return
  const focus = () => {
    const control = field.querySelector<HTMLElement>('input, textarea, button')
    if (!control) return
    field.scrollIntoView({ block: 'center' })
    control.focus({ preventScroll: true })
    loading.disconnect()
  }
  // The code of a control may be loading.
  const loading = new MutationObserver(focus)
  loading.observe(field, { childList: true, subtree: true })
  focus()
  return () => loading.disconnect()
}

type PageAppearanceProps = {
  path: string
  /** The page's metadata without a search appearance; undefined until it is rendered, and if there is no page. */
  page: SettingsPreview['page']
  form: FormState<Values>
}

function PageAppearance({ path, page, form: { values, set, errorAt } }: PageAppearanceProps) {
  const company = useCompany()
  const textOf = (name: string) => String(values[name] ?? '')
  return (
    <SearchAppearancePanel
      values={{
        seoTitle: textOf('seoTitle'),
        seoDescription: textOf('seoDescription'),
        socialImage: textOf('socialImage'),
      }}
      usual={{ title: page?.title ?? '', description: page?.description ?? '', picture: '' }}
      path={path}
      set={set}
      errorAt={errorAt}
      shown={(text) => withDetails(text, company)}
    />
  )
}
