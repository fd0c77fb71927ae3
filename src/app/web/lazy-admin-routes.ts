import type { PatchRoutesOnNavigationFunction } from 'react-router'

/** Brings the back office into the route table when an address asks for it; until then no visitor loads any of it. Hash mode alone has it. */
export const addAdminRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (!/^\/(admin|subscribers)(\/|$)/.test(path)) return
  const { adminRoutes } = await import('./admin-routes.admin.tsx')
  patch(null, adminRoutes())
}
