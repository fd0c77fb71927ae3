import type { PatchRoutesOnNavigationFunction } from 'react-router'
import { isAdminPath } from '#contract/addresses.ts'

/** Adds the back office to the route table when an address asks for it; visitors never load it. Only hash mode has it. */
export const addAdminRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (!isAdminPath(path)) return
  const { adminRoutes } = await import('./admin-routes.admin.tsx')
  patch(null, adminRoutes())
}
