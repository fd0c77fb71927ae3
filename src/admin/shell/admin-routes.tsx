import { Navigate, type RouteObject } from 'react-router'
import { ErrorScreen } from '#web/error-screen.tsx'
import { LoadingScreen } from '#site/shell/site-layout.tsx'
import { OfficeLayout } from './admin-layout.tsx'
import { OfficeMissing } from './not-found-screen.tsx'
import type { OfficeScreen } from './screen.ts'
import { OfficeTitle } from './screen-title.tsx'

const routeOf = ({ path, load, title }: OfficeScreen): RouteObject => ({
  path,
  lazy: async () => {
    const { default: Screen } = await load()
    return {
      element: (
        <OfficeTitle title={title}>
          <Screen />
        </OfficeTitle>
      ),
    }
  },
})

/** The back office's part of the route table: the sign-in screens as they are, all others behind the guard and below the navigation. */
export const createOfficeRoutes = (screens: OfficeScreen[]): RouteObject[] => [
  { path: '/subscribers', element: <Navigate to="/admin/subscribers" replace /> },
  { path: '/admin', element: <Navigate to="/admin/dashboard" replace /> },
  ...screens
    .filter(({ open }) => open)
    .map((screen) => ({ ...routeOf(screen), HydrateFallback: LoadingScreen, ErrorBoundary: ErrorScreen })),
  {
    element: <OfficeLayout screens={screens} />,
    HydrateFallback: LoadingScreen,
    ErrorBoundary: ErrorScreen,
    children: [
      {
        ErrorBoundary: ErrorScreen,
        children: [...screens.filter(({ open }) => !open).map(routeOf), { path: '/admin/*', Component: OfficeMissing }],
      },
    ],
  },
]
