import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useContext, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminFetch, adminQuery, downloadFile } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { overlayClass } from '#admin/dialogs/dialog.tsx'
import { type OptionGroup, Options, useCombobox, useDelayed } from '#admin/dialogs/options.tsx'
import { Keys, keysOf, listingKey, listShortcuts } from '#admin/dialogs/shortcuts.tsx'
import { RoleContext, useLogout } from '#admin/session/use-auth.ts'
import { type AdminScreen, navigationGroups } from '#admin/shell/screen.tsx'
import { emailAddress, type MarkedText as MarkedParts } from '#contract/fields.ts'
import { inSentence } from '#contract/labels.ts'
import { may } from '#contract/roles.ts'
import { useMayOpen } from '#ui/link.tsx'
import { MarkedText } from '#ui/marked-text.tsx'
import { listPath } from '#web/api-query.ts'
import { useCompany } from '#web/company-context.tsx'
import { ApiError } from '#web/http.ts'
import { onePerPage, type Place, recentPlaces, rememberPlace, withName, withWords } from './places.ts'

type FoundRecord = {
  entity: string
  label: string
  _id: string
  name: string
  excerpt?: MarkedParts
  inReview?: boolean
  proposed?: string
}

const mostByText = 8

/** Under this heading each place names its kind, which the other headings say. */
const recentTitle = 'Recent'

type FinderDialogProps = { owner: string; screens: AdminScreen[]; onClose: () => void }
type Entry =
  | (Place & { keys?: undefined })
  | (FinderAction & { kind: string; to?: undefined; words?: undefined; page?: undefined })
type Group = OptionGroup<Entry>

/** One box over every screen, action and record. Without a search it shows recent places, then all screens and actions. */
export default function FinderDialog({ owner, screens, onClose }: FinderDialogProps) {
  const role = useContext(RoleContext)
  const navigate = useNavigate()
  const company = useCompany()
  const mayOpen = useMayOpen()
  const actions = useFinderActions()
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed.trim())
  const { data, isFetching, isError } = useQuery({
    ...adminQuery<{ found: FoundRecord[] }>(`/api/finder?search=${encodeURIComponent(search.toWellFormed())}`),
    enabled: search !== '' && may(role, 'staff'),
    placeholderData: keepPreviousData,
  })
  const person = usePerson(search)
  // A person comes last: that answer is later, and the other lines must not move under the pointer.
  const records = typed.trim() === '' || !data ? [] : [...placesIn(data.found, screens), ...person]
  const { data: inner = [] } = useQuery({
    queryKey: ['screen places', role, screens.map(({ path }) => path)],
    queryFn: async () => {
      const places = (await Promise.all(screens.map((screen) => screen.places?.(role) ?? []))).flat()
      return places.map((place) => (place.fullLabel ? { ...place, label: place.fullLabel, kind: 'settings' } : place))
    },
    // The dates of a trainer change.
    staleTime: 0,
  })
  const ownActions = actions.map((action): Entry => ({ ...action, kind: 'action' }))
  const found = (): Entry[] => {
    const named = withName<Entry>([...screenPlaces(screens), ...ownActions, ...inner], typed)
    const byText = onePerPage(withWords(inner, typed, company)).slice(0, mostByText)
    return onePerPage([...named, ...records, ...byText])
  }
  // The role may have changed since.
  const recent = recentPlaces(owner).filter(({ to }) => mayOpen(to))
  const groups: Group[] = typed.trim() === '' ? withoutSearch(recent, screens, ownActions) : [{ options: found() }]
  const isLeaving = useRef(false)

  const go = (place: Entry) => {
    onClose()
    if (place.to === undefined) return place.run()
    isLeaving.current = true
    // No address of a person outside stays in the browser.
    if (place.kind !== personKind) rememberPlace(owner, place)
    navigate(place.to)
  }
  const box = useCombobox(groups, go)
  const state = isError
    ? 'The records could not be searched.'
    : box.count > 0
      ? `${box.count} found`
      : isFetching || search !== typed.trim()
        ? 'Searching…'
        : 'No matches.'
  return (
    <Dialog.Root open onOpenChange={(stays) => !stays && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          aria-describedby={undefined}
          // The new screen decides about the focus.
          onCloseAutoFocus={(event) => isLeaving.current && event.preventDefault()}
          className="fixed top-[10dvh] left-1/2 z-50 flex max-h-[80dvh] w-[min(38rem,calc(100vw-2rem))] -translate-x-1/2 flex-col overflow-hidden rounded-panel border border-line bg-raised shadow-float"
        >
          <Dialog.Title className="sr-only">Find anything</Dialog.Title>
          <div className="flex items-center gap-3 border-b border-line px-4">
            <Search aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
            <input
              dir="auto"
              {...box.field}
              aria-label="Search or jump to"
              placeholder="Search or jump to…"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                box.restart()
              }}
              className="h-14 min-w-0 flex-1 bg-transparent outline-none"
            />
          </div>
          <Options
            {...box.list}
            label="Results"
            className="relative min-h-0 overflow-y-auto p-2"
            optionClass="min-h-11 justify-between gap-4 rounded-control px-3 py-1.5"
          >
            {(place, { title }) => {
              const keys = place.kind === 'action' ? (place.keys ?? keysOf(place.label)) : undefined
              const hasKind = title === undefined || title === recentTitle
              return (
                <>
                  <span className="min-w-0">
                    <span className="block truncate font-[530]">{place.label}</span>
                    {place.to !== undefined && place.excerpt && (
                      <span dir="auto" className="line-clamp-2 text-small text-muted wrap-anywhere">
                        <MarkedText parts={place.excerpt} />
                      </span>
                    )}
                  </span>
                  {keys && <Keys>{keys}</Keys>}
                  {hasKind && !keys && (
                    <span className="shrink-0 text-small text-muted">
                      {place.to !== undefined && place.inReview && 'In review · '}
                      {place.to !== undefined && place.proposed && 'Proposed · '}
                      {place.kind}
                    </span>
                  )}
                </>
              )
            }}
          </Options>
          <p role="status" className={box.count > 0 && !isError ? 'sr-only' : 'px-5 pt-2 pb-5 text-muted'}>
            {state}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const personKind = 'person'
const address = emailAddress()

/** The person with the address that was typed. The call has no address in its path, since paths are logged. */
function usePerson(search: string): Place[] {
  const role = useContext(RoleContext)
  const { data } = useQuery({
    queryKey: ['admin', '/api/persons/find', search],
    queryFn: ({ signal }) =>
      adminFetch<{ key: string }>('/api/persons/find', { method: 'POST', json: { email: search }, signal }).catch(
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null
          throw error
        },
      ),
    enabled: may(role, 'readContacts') && address.safeParse(search).success,
    staleTime: 0,
  })
  return data ? [{ to: `/admin/persons/${data.key}`, label: search, kind: personKind }] : []
}

/** Records of the same name may lead to the same search, which has one line. */
function placesIn(found: FoundRecord[], screens: AdminScreen[]): Place[] {
  const places = new Map<string, Place>()
  for (const { entity, label, _id, name, excerpt, inReview, proposed } of found) {
    const screen = screens.find(({ finds }) => finds === entity)
    if (!screen) continue
    const { path, findsTab: tab } = screen
    const to = path.includes(':id') ? listPath(path.replace(':id', _id), { tab }) : listPath(path, { search: name })
    places.set(to, { to, label: name, kind: inSentence(label), excerpt, inReview, proposed })
  }
  return [...places.values()]
}

const screenPlaces = (screens: AdminScreen[]): Place[] =>
  screens
    .filter(({ path, open }) => !open && !path.includes(':'))
    .map(({ path, title }) => ({ to: path, label: title, kind: path.endsWith('/new') ? 'action' : 'screen' }))

function withoutSearch(recent: Place[], screens: AdminScreen[], actions: Entry[]): Group[] {
  const visited = new Set(recent.map(({ to }) => to))
  const placesOf = (some: AdminScreen[]) => screenPlaces(some).filter(({ to }) => !visited.has(to))
  const known = placesOf(screens)
  const screensOf = (group?: (typeof navigationGroups)[number]) =>
    placesOf(screens.filter(({ nav }) => nav?.group === group)).filter(({ kind }) => kind !== 'action')
  return [
    { title: recentTitle, options: recent },
    { title: 'Screens', options: screensOf() },
    ...navigationGroups.map((title) => ({ title, options: screensOf(title) })),
    { title: 'Actions', options: [...known.filter(({ kind }) => kind === 'action'), ...actions] },
  ].filter(({ options }) => options.length > 0)
}

type FinderAction = { label: string; run: () => void; keys?: string }

const exports = [
  { label: 'Export contacts', path: '/api/contact.csv', fileName: 'contacts.csv' },
  { label: 'Export subscribers', path: '/api/newsletter/subscribers.csv', fileName: 'subscribers.csv' },
]

/** The actions of a role; those that make a record are screens. */
function useFinderActions(): FinderAction[] {
  const role = useContext(RoleContext)
  const logout = useLogout()
  const { act } = useAct()
  const download = ({ label, path, fileName }: (typeof exports)[number]) => ({
    label,
    run: () => void act(() => downloadFile(path, fileName)),
  })
  return [
    ...(may(role, 'writeContacts') ? exports.map(download) : []),
    // The boot script implements the switch in the bar, which works before the client has loaded.
    {
      label: 'Switch between light and dark',
      run: () => document.querySelector<HTMLElement>('[data-scheme-switch]')?.click(),
    },
    { label: 'Keyboard shortcuts', keys: listingKey, run: listShortcuts },
    { label: 'Log out', run: logout },
  ]
}
