import '#admin/shell/admin.css'
import { createAdminRoutes } from '#admin/shell/admin-routes.tsx'
import { screens } from '#app/screens.admin.tsx'

/** Loaded when an address is in the back office: its stylesheet and its routes. Each screen's code is loaded with the screen. */
export const adminRoutes = () => createAdminRoutes(screens)
