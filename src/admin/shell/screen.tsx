import { useQueries } from '@tanstack/react-query'
import { type LucideIcon, Shapes } from 'lucide-react'
import { type ComponentType, createContext, type ReactNode, useContext, useId } from 'react'
import { matchPath } from 'react-router'
import { adminPageQuery, adminQuery } from '#admin/api/admin-calls.ts'
import { capitalised } from '#admin/format.ts'
import { DraftsOnlyContext, ReadOnlyContext, RoleContext } from '#admin/session/use-auth.ts'
import type { Place } from '#admin/shell/finder/places.ts'
import { may, onlyDrafts, type Permission, type Role } from '#contract/roles.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState, LostLine } from '#ui/states.tsx'
import { Head } from '#web/head.tsx'

/** The groups of the navigation, in their order. Screens without a group come first. */
export const navigationGroups = ['Marketing', 'System'] as const

type Navigation = {
  label: string
  icon: LucideIcon
  group?: (typeof navigationGroups)[number]
  /** Roles with this permission have no entry: they reach the screen from another one, under its own title. */
  unless?: Permission
}

type Screen = {
  /** React Router's path pattern, starting with `/admin/`. */
  path: string
  load: () => Promise<{ default: ComponentType }>
  title: string
  /** Its entry in the navigation, which has the order of the registry within each group. */
  nav?: Navigation
  /** The path of the screen whose entry in the navigation is lit, where the address does not say so. */
  partOf?: string
  /** The call that answers `warnings`, in sentences. The entry in the navigation marks them with a dot. */
  warnings?: string
  /** The call that lists pending records of this screen; its total is next to the label and in the window's title. */
  waiting?: string
  /** The entity of the records that the finder opens here: in a form (`:id` in the path), or in a list that it searches for the name. */
  finds?: string
  /** The part of a form that the finder opens, as its address names it. */
  findsTab?: string
  /** Further targets of the finder, for a role: those of a parameter in the path, or parts of the screen. */
  places?: (role: Role) => Promise<Place[]>
}

/** A screen behind the sign-in. It is shown to roles with `read`; without `write` they see no controls that change records. */
export type GuardedScreen = Screen & { read: Permission; write: Permission; open?: undefined }

export type AdminScreen =
  | GuardedScreen
  /** Shown without a sign-in and without the navigation, such as the sign-in itself. */
  | (Screen & { open: true })

export const isGuarded = (screen: AdminScreen): screen is GuardedScreen => !screen.open

/** The screen of an address. @param to a path, with or without a query */
export const screenAt = (screens: AdminScreen[], to: string): AdminScreen | undefined =>
  screens.find(({ path }) => matchPath(path, to.replace(/[?#].*$/, '')))

/** Whether a role may open an address, for every link of the back office: the screens say so, as they do for `ScreenAccess`. */
export const opensFor = (screens: AdminScreen[], role: Role) => (to: string) => {
  const screen = screenAt(screens, to)
  return !screen || !isGuarded(screen) || may(role, screen.read)
}

/** The screens that a role may open, with the entries of its navigation. */
export const screensFor = (screens: AdminScreen[], role: Role): GuardedScreen[] =>
  screens.flatMap((screen) => {
    if (!isGuarded(screen) || !may(role, screen.read)) return []
    const { nav, ...others } = screen
    if (nav?.unless === undefined) return [screen]
    return [may(role, nav.unless) ? others : { ...screen, title: nav.label }]
  })

type Load = Screen['load']
type ResourceScreens = {
  /** The name of one record: 'product'. Its plural with an s is the path. */
  one: string
  /** The names of one record and of many, if they are not `one` and that plural. */
  names?: { one: string; many: string }
  /** The title of the list and its entry in the navigation, if they are not `many`. */
  label?: string
  icon?: LucideIcon
  group?: Navigation['group']
} /** @param create the screen of a new record, if it is not the form at once */ & (
  | { list: Load; form: Load; create?: Load }
  /** A small entity has both in one file. */
  | { load: () => Promise<{ List: ComponentType; Form: ComponentType }> }
)

export const content = { read: 'staff', write: 'writeContent' } as const

/** The title of a screen, which is also its entry in the navigation. */
export const listed = (title: string, icon: LucideIcon, group?: 'Marketing' | 'System') => ({
  title,
  nav: { label: title, icon, ...(group && { group }) },
})

export const inMarketing = (title: string, icon: LucideIcon) => listed(title, icon, 'Marketing')
export const inSystem = (title: string, icon: LucideIcon) => listed(title, icon, 'System')

export const screen = (
  name: string,
  access: Pick<GuardedScreen, 'read' | 'write'>,
  title: string | Pick<GuardedScreen, 'title' | 'nav'>,
  load: AdminScreen['load'],
  more?: Partial<GuardedScreen>,
): GuardedScreen => ({
  path: `/admin/${name}`,
  load,
  ...(typeof title === 'string' ? { title } : title),
  ...access,
  ...more,
})

/** A screen without a sign-in. */
export const open = (name: string, title: string, load: AdminScreen['load']): AdminScreen => ({
  path: `/admin/${name}`,
  load,
  title,
  open: true,
})

export function resourceScreens({
  one,
  names = { one, many: `${one}s` },
  label = capitalised(names.many),
  icon = Shapes,
  group,
  ...screens
}: ResourceScreens): GuardedScreen[] {
  const { list, form } =
    'list' in screens
      ? screens
      : {
          list: async () => ({ default: (await screens.load()).List }),
          form: async () => ({ default: (await screens.load()).Form }),
        }
  const create = 'create' in screens && screens.create ? screens.create : form
  const path = `/admin/${one}s`
  return [
    { path, load: list, title: label, nav: { label, icon, ...(group && { group }) }, ...content },
    { path: `${path}/new`, load: create, title: `New ${names.one}`, ...content, read: 'writeContent' },
    { path: `${path}/edit/:id`, load: form, title: `Edit ${names.one}`, finds: `${one}s`, ...content },
  ]
}

type ScreenAccessProps = { screen: Pick<GuardedScreen, 'read' | 'write'>; children: ReactNode }

export function ScreenAccess({ screen: { read, write }, children }: ScreenAccessProps) {
  const role = useContext(RoleContext)
  if (!may(role, read)) {
    return (
      <NoScreen title="No access">Your role ({role}) cannot open this screen. An owner can change your role.</NoScreen>
    )
  }
  return (
    <ReadOnlyContext value={!may(role, write)}>
      <DraftsOnlyContext value={onlyDrafts(role, write)}>{children}</DraftsOnlyContext>
    </ReadOnlyContext>
  )
}

export const AdminNotFoundScreen = () => (
  <>
    <Head title="Page not found · Admin" />
    <NoScreen title="Page not found" drawing={<LostLine className="w-64" />}>
      This screen does not exist.
    </NoScreen>
  </>
)

type NoScreenProps = { title: string; drawing?: ReactNode; children: ReactNode }

const NoScreen = ({ children, ...state }: NoScreenProps) => (
  <EmptyState as="h1" {...state}>
    <p>{children}</p>
    <ButtonLink to="/admin/dashboard" variant="secondary" size="small" className="mt-4">
      Go to the dashboard
    </ButtonLink>
  </EmptyState>
)

export function Panel({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-control border border-line bg-raised p-5">
      <h2 id={id} className="text-h2">
        {title}
      </h2>
      <p className="mt-1 mb-4 text-muted">{lead}</p>
      {children}
    </section>
  )
}

/** Milliseconds between two counts, also in a tab in the background, which shows the count in its title. */
export const waitingInterval = 20_000
/** Milliseconds between two requests for warnings. */
const warningInterval = 300_000

/** The pending work, by the path of its screen: the number of records, and the first warning, in a sentence. */
export type Attention = Record<string, { count?: number; warning?: string | undefined }>
export const AttentionContext = createContext<Attention>({})

/** Counts the pending records of screens with a `waiting` call, and reads the warnings of those with a `warnings` call. */
export function useAttention(screens: AdminScreen[]): Attention {
  // A call in the background must not open the sign-in dialog.
  const quiet = true
  const counted = screens.filter(({ waiting }) => waiting !== undefined)
  const counts = useQueries({
    queries: counted.map(({ waiting = '' }) => ({
      ...adminPageQuery<unknown>(waiting, { quiet }),
      refetchInterval: waitingInterval,
      refetchIntervalInBackground: true,
    })),
  })
  const warned = screens.filter(({ warnings }) => warnings !== undefined)
  const states = useQueries({
    queries: warned.map(({ warnings = '' }) => ({
      ...adminQuery<{ warnings: string[] }>(warnings, { quiet }),
      refetchInterval: warningInterval,
    })),
  })
  return Object.fromEntries([
    ...counted.map(({ path }, index) => [path, { count: counts[index]?.data?.total ?? 0 }]),
    ...warned.map(({ path }, index) => [path, { warning: states[index]?.data?.warnings[0] }]),
  ])
}
