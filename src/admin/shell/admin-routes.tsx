import { type ReactNode, useContext } from 'react'
import { Navigate, type RouteObject, useRouteError } from 'react-router'
import { formatNumber } from '#admin/format.ts'
import { LoadingScreen } from '#ui/spinner.tsx'
import { Head } from '#web/head.tsx'
import { ErrorScreen } from '#web/page-frame.tsx'
import { AdminLayout } from './admin-layout.tsx'
import { AttentionContext } from './attention.ts'
import { AdminNotFoundScreen, type AdminScreen, isGuarded, ScreenAccess } from './screen.tsx'

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

const RouteError = () => <ErrorScreen error={useRouteError()} />

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

/** Renders a screen and sets the window's title, which begins with the number of pending records. */
function ScreenTitle({ title, children }: { title: string; children: ReactNode }) {
  const waiting = Object.values(useContext(AttentionContext)).reduce((sum, { count = 0 }) => sum + count, 0)
  return (
    <>
      <Head title={`${waiting > 0 ? `(${formatNumber(waiting)}) ` : ''}${title} · Admin`} />
      {children}
    </>
  )
}
