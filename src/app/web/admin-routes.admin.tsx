import '#admin/shell/admin.css'
import { createAdminRoutes } from '#admin/shell/admin-routes.tsx'
import { screens } from '#app/screens.admin.tsx'

/** What the client loads when an address asks for the back office: its stylesheet and its routes. Each screen's code comes with the screen. */
export const adminRoutes = () => createAdminRoutes(screens)
