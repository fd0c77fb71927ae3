import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext, useEffect } from 'react'
import { Navigate, Outlet, type RouteObject, ScrollRestoration, useLocation, useRouteError } from 'react-router'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { ConfirmHost } from '#admin/dialogs/confirm.tsx'
import { ShortcutsHost } from '#admin/dialogs/shortcuts.tsx'
import { UndoHost } from '#admin/dialogs/undo.tsx'
import { formatNumber } from '#admin/format.ts'
import { useAdminScale, useFrameFocus } from '#admin/hooks.ts'
import { SessionGate } from '#admin/session/session-gate.tsx'
import { type AuthUser, getIdentity, RoleContext, useAuth } from '#admin/session/use-auth.ts'
import { FinderHost } from '#admin/shell/finder/finder-host.tsx'
import { TimeZoneContext } from '#admin/time.tsx'
import { isAtDomain } from '#contract/identity.ts'
import type { Role } from '#contract/roles.ts'
import { Container } from '#ui/layout.tsx'
import { MayOpenContext, PreloadContext } from '#ui/link.tsx'
import { LoadingScreen, Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { loadToasts, notify } from '#ui/toasts.ts'
import { useCompany } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { ErrorScreen, SkipLink, useFocusOnNavigation } from '#web/page-frame.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { AdminNavigation } from './navigation.tsx'
import {
  AdminNotFoundScreen,
  type AdminScreen,
  AttentionContext,
  isGuarded,
  opensFor,
  ScreenAccess,
  screenAt,
  screensFor,
  useAttention,
} from './screen.tsx'

/** The sign-in guard and the frame of every screen behind it: navigation, breadcrumb, screen and dialogs. */
function AdminLayout({ screens }: { screens: AdminScreen[] }) {
  const auth = useAuth()
  const { domain } = useCompany()
  const { pathname, search } = useLocation()
  useAdminScale()
  if (auth.state === 'loading') return <Spinner />
  if (auth.state === 'out') return <Navigate to="/admin/login" replace state={{ from: pathname + search }} />
  if (!isAtDomain(auth.state.email, domain)) return <TurnedAway domain={domain} />
  if (auth.state.needsSecondFactor)
    return <Navigate to="/admin/second-factor" replace state={{ from: pathname + search }} />
  // Another person who signs in does not see the previous person's open screen.
  return <Frame key={auth.state.uid} user={auth.state} screens={screens} />
}

/** For an account without access: it is signed out, since the sign-in screen would send it back here. */
function TurnedAway({ domain }: { domain: string }) {
  useEffect(() => {
    notify('error', `Only ${domain} email addresses are allowed`)
    getIdentity().then((identity) => identity.forget())
  }, [domain])
  return <Spinner />
}

/** The role decides on the screens, and the time zone on how they show times. Both are requested with the first screen. */
function Frame({ user, screens }: { user: AuthUser; screens: AdminScreen[] }) {
  const { data, isError, refetch } = useQuery(adminQuery<{ role: Role; timeZone: string }>('/api/users/me'))
  return (
    <>
      {data ? (
        <RoleContext value={data.role}>
          <TimeZoneContext value={data.timeZone}>
            <MayOpenContext value={opensFor(screens, data.role)}>
              <Office user={user} screens={screensFor(screens, data.role)} />
            </MayOpenContext>
          </TimeZoneContext>
        </RoleContext>
      ) : isError ? (
        <ErrorState message="The back office could not be opened." onRetry={() => refetch()} />
      ) : (
        <Spinner />
      )}
      <SessionGate user={user} />
    </>
  )
}

function Office({ user, screens }: { user: AuthUser; screens: AdminScreen[] }) {
  useFocusOnNavigation('main')
  useFrameFocus()
  useEffect(() => {
    // The next toast loads it again.
    loadToasts().catch(() => {})
  }, [])
  const attention = useAttention(screens)
  const preload = (to: string) => {
    screenAt(screens, to)
      ?.load()
      .catch(() => {})
  }
  return (
    <PreloadContext value={preload}>
      <AttentionContext value={attention}>
        <SkipLink to="main" />
        <div className="lg:flex">
          <AdminNavigation user={user} screens={screens} />
          <Container className="min-w-0">
            <Breadcrumb screens={screens} />
            <main id="main" tabIndex={-1} className="min-h-[70svh] pt-4 pb-16">
              <Outlet />
            </main>
          </Container>
        </div>
      </AttentionContext>
      <ConfirmHost />
      <UndoHost />
      <FinderHost owner={user.uid} screens={screens} />
      <ShortcutsHost />
      <ScrollRestoration />
    </PreloadContext>
  )
}

const routeOf = (screen: AdminScreen): RouteObject => ({
  path: screen.path,
  lazy: async () => {
    const { default: Screen } = await screen.load()
    return {
      element: (
        <ScreenTitle title={screen.title}>
          {isGuarded(screen) ? (
            <ScreenAccess screen={screen}>
              <Screen />
            </ScreenAccess>
          ) : (
            <Screen />
          )}
        </ScreenTitle>
      ),
    }
  },
})

const RouteError = () => (
  <ErrorScreen
    error={useRouteError()}
    advice="Something went wrong on this screen. Loading it again often helps. If it does not, send the line below to the person who runs your server."
    back={{ to: '/admin/dashboard', text: 'Go to the dashboard' }}
  />
)

/** The routes of the back office: public screens such as the sign-in as they are, all others behind the guard and below the navigation. */
export const createAdminRoutes = (screens: AdminScreen[]): RouteObject[] => [
  { path: '/subscribers', element: <Navigate to="/admin/subscribers" replace /> },
  { path: '/admin', element: <Navigate to="/admin/dashboard" replace /> },
  ...screens
    .filter((screen) => !isGuarded(screen))
    .map((screen) => ({ ...routeOf(screen), HydrateFallback: LoadingScreen, ErrorBoundary: RouteError })),
  {
    element: <AdminLayout screens={screens} />,
    HydrateFallback: LoadingScreen,
    ErrorBoundary: RouteError,
    children: [
      {
        ErrorBoundary: RouteError,
        children: [...screens.filter(isGuarded).map(routeOf), { path: '/admin/*', Component: AdminNotFoundScreen }],
      },
    ],
  },
]

function ScreenTitle({ title, children }: { title: string; children: ReactNode }) {
  const waiting = Object.values(useContext(AttentionContext)).reduce((sum, { count = 0 }) => sum + count, 0)
  return (
    <>
      <Head title={`${waiting > 0 ? `(${formatNumber(waiting)}) ` : ''}${title} · Admin`} />
      {children}
    </>
  )
}
