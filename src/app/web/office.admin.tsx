import '#admin/shell/admin.css'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import {
  createHashRouter,
  generatePath,
  type LoaderFunctionArgs,
  Outlet,
  RouterProvider,
  redirect,
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
} from 'react-router'
import { createAdminRoutes } from '#admin/shell/admin-layout.tsx'
import { screens } from '#app/screens.admin.tsx'
import { type Router, RouterContext } from '#ui/router.ts'
import { LoadingScreen } from '#ui/spinner.tsx'
import { matchPage, type OfficeProps } from './routes.tsx'

/** The back office, loaded when an address is in it: its stylesheet, its router and its routes. Each screen's code is loaded with the screen. */
export function Office({ onLeave }: OfficeProps) {
  const [router] = useState(() =>
    createHashRouter([
      {
        element: <ProvideRouter />,
        HydrateFallback: LoadingScreen,
        children: [
          ...createAdminRoutes(screens),
          ...Object.entries(formerScreens).map(([former, path]) => ({ path: former, loader: leadTo(path) })),
          { path: '*', element: <Leave onLeave={onLeave} />, loader: loadPublicPage },
        ],
      },
    ]),
  )
  useEffect(() => () => router.dispose(), [router])
  return <RouterProvider router={router} />
}

/** The addresses of screens in bookmarks and in messages that were sent before the screens had their present names. */
const formerScreens = {
  '/admin/as-of': '/admin/site-preview',
  '/admin/figures': '/admin/analytics',
  '/admin/letters/*': '/admin/newsletters/*',
  '/admin/questions/*': '/admin/faqs/*',
  '/admin/course-requests': '/admin/registrations',
  '/admin/courses/:id/people': '/admin/courses/:id/registrations',
}

const leadTo =
  (path: string) =>
  ({ request, params }: LoaderFunctionArgs) =>
    redirect(generatePath(path, params) + new URL(request.url).search)

/** The current screen stays until the code of the public page is there. */
const loadPublicPage = async ({ request }: LoaderFunctionArgs) => {
  await matchPage(new URL(request.url).pathname)?.route.load()
  return null
}

/** An address outside the back office. */
function Leave({ onLeave }: OfficeProps) {
  const type = useNavigationType()
  useLayoutEffect(() => onLeave(type === 'POP'), [onLeave, type])
  return null
}

/** Gives the address to the components that both sides use. */
function ProvideRouter() {
  const navigate = useNavigate()
  const router: Router = {
    mode: 'hash',
    location: useLocation(),
    params: {},
    isReturn: useNavigationType() === 'POP',
    isPending: useNavigation().state !== 'idle',
    navigate: useCallback<Router['navigate']>(
      (to, { replace = false, preventScrollReset = false } = {}) => navigate(to, { replace, preventScrollReset }),
      [navigate],
    ),
  }
  return (
    <RouterContext value={router}>
      <Outlet />
    </RouterContext>
  )
}
