import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { createStore, useMedia, useStore } from '#admin/hooks.ts'
import { FilterButtons, LinkTabs } from '#admin/lists/filter-buttons.tsx'
import { PreviewPane } from '#admin/preview/preview-pane.tsx'
import { RoleContext } from '#admin/session/use-auth.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { AdminNotFoundScreen, ScreenAccess } from '#admin/shell/screen.tsx'
import { lookup } from '#contract/lookup.ts'
import type { Group } from '#contract/settings.ts'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { FormView, type ViewProps } from './form-view.admin.tsx'
import { PageEditor } from './page-editor.admin.tsx'
import { groups, type SettingsGroup } from './settings.contract.ts'
import { fieldsOf, type Values } from './settings-fields.admin.ts'
import { fieldParameter, groupsOf } from './settings-places.admin.ts'
import { usePreviewOf } from './site-preview.admin.tsx'

export default function SettingsScreen() {
  const { id = '' } = useParams()
  const group = lookup(groups, id)
  const shown = group?.isElsewhere ? undefined : group
  useRecordTitle(shown?.title)
  if (!shown) return <AdminNotFoundScreen />
  return (
    <ScreenAccess screen={{ read: shown.access, write: shown.access }}>
      <LoadedGroup key={id} group={shown} />
    </ScreenAccess>
  )
}

function LoadedGroup({ group }: { group: Group }) {
  const query = useQuery(adminQuery<SettingsGroup>(`/api/settings/${group.id}`))
  if (query.isError) return <ErrorState message="These settings could not be loaded." onRetry={() => query.refetch()} />
  if (!query.isFetchedAfterMount || !query.data) return <Spinner />
  return <GroupForm group={group} stored={query.data} />
}

function GroupForm({ group, stored }: { group: Group; stored: SettingsGroup }) {
  const [parameters] = useSearchParams()
  const found = parameters.get(fieldParameter) ?? undefined
  const [resource] = useState(() => ({
    api: '/api/settings',
    one: 'settings',
    heading: group.title,
    list: '/admin/settings',
    contract: group.input,
    fields: fieldsOf(group, stored),
    single: true,
  }))
  return (
    <ResourceForm<Values, SettingsGroup> resource={resource as never}>
      {(form) => (
        <>
          <Tabs section={group.section} />
          <Views key={found} group={group} form={form as never} found={found} />
        </>
      )}
    </ResourceForm>
  )
}

function Tabs({ section }: { section: string | undefined }) {
  const role = useContext(RoleContext)
  const { id } = useParams()
  const pathOf = (group: string | undefined) => `/admin/settings/${group}`
  const tabs = groupsOf(section, role).map(({ id, title }) => ({ to: pathOf(id), title }))
  return (
    <div className="-mt-1 mb-5">
      <LinkTabs label="Settings" tabs={tabs} shown={pathOf(id)} />
    </div>
  )
}

type View = 'page' | 'form'
/** The view chosen last, for the next group too. */
const chosenView = createStore<View>('page')
const views: { value: View; label: string }[] = [
  { value: 'page', label: 'Edit on page' },
  { value: 'form', label: 'Form' },
]

type ViewsProps = Pick<ViewProps, 'group' | 'form'> & {
  /** The setting that the address names: a search has led to it. */
  found: string | undefined
}

/** The texts of a page are edited on the page or in a form, the other settings in a form. Both have the same values. */
function Views({ found, ...own }: ViewsProps) {
  const [wanted, setWanted] = useState(found)
  const [isUsable, setUsable] = useState(own.group.isOnPage === true)
  const wide = useMedia('(min-width: 64rem)')
  const chosen = useStore(chosenView)
  const choose = (view: View, name?: string) => {
    setWanted(name)
    chosenView.set(view)
  }
  const hasChoice = isUsable && wide
  const choice = hasChoice && (
    <FilterButtons label="Edit" options={views} value={chosen} onChoose={(view) => choose(view as View)} />
  )
  return hasChoice && chosen === 'page' ? (
    <PageView
      {...own}
      wanted={wanted}
      choice={choice}
      onForm={(name) => choose('form', name)}
      onUnusable={() => setUsable(false)}
    />
  ) : (
    <FormView {...own} wanted={wanted} choice={choice} />
  )
}

type PageViewProps = ViewProps & {
  onForm: (name?: string) => void
  /** There is nothing to edit: no such page, or a browser that cannot. */
  onUnusable: () => void
}

/** The first page of a group, whose texts are edited in their places. */
function PageView({ group, form, wanted, choice, onForm, onUnusable }: PageViewProps) {
  const { id, pages, panels, lead } = group
  const [edited, setEdited] = useState<string>()
  const [shown, setShown] = useState<string[]>()
  const labels = Object.fromEntries(
    Object.entries(panels).flatMap(([panel, fields]) =>
      Object.entries(fields).map(([name, { label }]) => [name, `${panel}: ${label}`]),
    ),
  )
  // The page is rendered again only where a text appears or disappears: other changes are made in the frame.
  const empty = Object.keys(labels).filter((name) => name !== edited && form.values[name] === '')
  const preview = usePreviewOf(id, pages[0]?.[0] ?? '/', form, empty.join())
  const isMissing = preview !== undefined && preview.page === undefined
  const giveUp = useEffectEvent(onUnusable)
  useEffect(() => {
    if (isMissing) giveUp()
  }, [isMissing])
  const absent = Object.keys(labels).filter((name) => shown && !shown.includes(name))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="flex-1 basis-80 text-muted">{lead} Click a text to edit it.</p>
        {choice}
      </div>
      <div className="h-[calc(100dvh-var(--admin-bar)-8rem)] min-h-96 overflow-hidden rounded-control border border-line bg-paper">
        <PreviewPane
          close={shown && <Absent count={absent.length} onForm={() => onForm(absent[0] ?? Object.keys(labels)[0])} />}
        >
          {(look) =>
            preview?.page ? (
              <PageEditor
                html={preview.html}
                look={look}
                form={form}
                labels={labels}
                first={wanted}
                onEdit={setEdited}
                onShown={setShown}
                onNeedForm={onForm}
                onUnusable={onUnusable}
              />
            ) : (
              <Spinner />
            )
          }
        </PreviewPane>
      </div>
    </>
  )
}

/** The number of fields that only the form has. */
const Absent = ({ count, onForm }: { count: number; onForm: () => void }) => (
  <p className="ml-auto px-1 text-small text-muted">
    {count === 0 ? 'SEO & sharing is ' : `${count} more ${count === 1 ? 'field' : 'fields'} and SEO & sharing are `}
    <button type="button" className="link" onClick={onForm}>
      in the form
    </button>
    .
  </p>
)
