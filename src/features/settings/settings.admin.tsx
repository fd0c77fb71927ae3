import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useContext, useEffect, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type * as z from 'zod/mini'
import { adminQuery } from '#admin/api/queries.ts'
import type { DescribedGroup } from '#admin/fields/described-settings.ts'
import { type FormField, writeValues } from '#admin/fields/fields.ts'
import { FormPanel } from '#admin/forms/form-columns.tsx'
import type { FormState } from '#admin/forms/form-resource.ts'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { useMedia } from '#admin/hooks.ts'
import { FilterButtons, showInRow } from '#admin/lists/filter-buttons.tsx'
import { PreviewPane, PreviewSheet } from '#admin/preview/preview-pane.tsx'
import { SearchAppearancePanel } from '#admin/search-appearance/search-appearance-panel.tsx'
import { RoleContext } from '#admin/session/permissions.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { AdminNotFoundScreen, ScreenAccess } from '#admin/shell/screen-access.tsx'
import { withDetails } from '#contract/company.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useCompany } from '#web/company-context.tsx'
import { describedGroups, fieldParameter, groupsOf } from './described-groups.admin.ts'
import {
  groupInputs,
  pageInput,
  permissionForGroup,
  type SettingsGroup,
  type SettingsPreview,
  wordsInput,
} from './settings.contract.ts'
import { elementId, SettingsField, SettingsTable } from './settings-field.admin.tsx'
import { fieldsOf, type Values } from './settings-fields.admin.ts'
import { SiteFrame, usePreviewOf } from './site-preview.admin.tsx'

const inputs: Record<string, z.ZodMiniObject> = groupInputs

/** One group of settings with its history, next to previews of its pages. */
export default function SettingsScreen() {
  const { id = '' } = useParams()
  const described = describedGroups[id]
  useRecordTitle(described?.title)
  if (!described) return <AdminNotFoundScreen />
  const permission = permissionForGroup(id)
  return (
    <ScreenAccess screen={{ read: permission, write: permission }}>
      <LoadedGroup key={id} id={id} described={described} />
    </ScreenAccess>
  )
}

function LoadedGroup({ id, described }: { id: string; described: DescribedGroup }) {
  const query = useQuery(adminQuery<SettingsGroup>(`/api/settings/${id}`))
  if (query.isError) return <ErrorState message="These settings could not be loaded." onRetry={() => query.refetch()} />
  if (!query.isFetchedAfterMount || !query.data) return <Spinner />
  return <GroupForm id={id} described={described} group={query.data} />
}

type GroupFormProps = { id: string; described: DescribedGroup; group: SettingsGroup }

function GroupForm({ id, described, group }: GroupFormProps) {
  const [resource] = useState(() => ({
    api: '/api/settings',
    one: 'settings',
    heading: described.title,
    list: '/admin/settings',
    contract:
      inputs[id] ?? (described.hasAppearance ? pageInput : wordsInput)(group.defaults as Record<string, string>),
    fields: fieldsOf(described, group),
    single: true,
  }))
  return (
    <ResourceForm<Values, SettingsGroup> resource={resource as never}>
      {(form) => (
        <>
          <Tabs section={described.section} />
          <Panels id={id} described={described} form={form as never} />
        </>
      )}
    </ResourceForm>
  )
}

function Tabs({ section }: { section: string | undefined }) {
  const row = useRef<HTMLElement>(null)
  const role = useContext(RoleContext)
  const { id: shown } = useParams()
  useEffect(() => showInRow(row.current, `[href$="/${shown}"]`), [shown])
  return (
    <nav ref={row} aria-label="Settings" className="-mt-1 mb-5 flex gap-x-1 overflow-x-auto border-b border-line">
      {groupsOf(section, role).map(([id, { title }]) => (
        <Link
          key={id}
          to={`/admin/settings/${id}`}
          aria-current={id === shown ? 'page' : undefined}
          className="inline-flex min-h-11 items-center border-b-2 border-transparent px-3 text-small font-[550] whitespace-nowrap text-muted hover:text-ink aria-[current]:border-primary aria-[current]:text-ink"
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

type PanelsProps = { id: string; described: DescribedGroup; form: FormState<Values> }

function Panels({ id, described, form }: PanelsProps) {
  const { pages, panels, columns, shows, lead, hasAppearance } = described
  const [path, setPath] = useState(pages[0]?.[0] ?? '/')
  const [open, setOpen] = useState(false)
  const wide = useMedia('(min-width: 80rem)')
  useFocusOnField()
  // The page without its search appearance, for the panel's default values.
  const {
    seoTitle: _,
    seoDescription: __,
    socialImage: ___,
    ...onPage
  } = writeValues(form.fields, form.values) as Values
  const preview = usePreviewOf(id, path, onPage)
  const choosing = pages.length > 1 && (
    <FilterButtons
      label="Page"
      options={pages.map(([value, label]) => ({ value, label }))}
      value={path}
      onChoose={setPath}
    />
  )
  const page = (frame: Pick<Parameters<typeof SiteFrame>[0], 'scheme' | 'style'>) =>
    preview === undefined ? (
      <Spinner />
    ) : preview.page ? (
      <SiteFrame key={path} html={preview.html} shows={shows} {...frame} />
    ) : (
      <p className="p-6 text-muted">
        The site shows this page once it has an entry. Until then the texts are kept here.
      </p>
    )
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-measure text-muted">
            {lead}
            {Object.values(form.fields).some(returnsToDefault) && ' An emptied text returns to its default.'}
          </p>
          {!wide && (
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
      {wide && (
        <div className="sticky top-[calc(var(--admin-bar)+4.75rem)] h-[calc(100dvh-var(--admin-bar)-7rem)] min-h-96 overflow-hidden rounded-control border border-line bg-paper">
          <PreviewPane scaled close={choosing}>
            {page}
          </PreviewPane>
        </div>
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

/** Focuses the field that the address names: a search has led to it. The end of a schedule is a part of its beginning's control. */
function useFocusOnField() {
  const [parameters] = useSearchParams()
  const name = parameters.get(fieldParameter)
  useEffect(() => {
    const place = name === 'unpublishAt' ? 'publishAt' : name
    const field = place === null ? null : document.getElementById(elementId(place))
    field?.scrollIntoView({ block: 'center' })
    field?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
  }, [name])
}

type PageAppearanceProps = {
  path: string
  /** The page's metadata without a search appearance; undefined until it is rendered, and if there is no page. */
  page: SettingsPreview['page']
  form: FormState<Values>
}

/** The search appearance of a page whose texts are settings. */
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
