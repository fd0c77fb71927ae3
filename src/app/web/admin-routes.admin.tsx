import '#admin/shell/admin.css'
import { screens } from '#app/screens.admin.tsx'
import { createOfficeRoutes } from '#admin/shell/admin-routes.tsx'

/** What the client loads when an address asks for the back office: its stylesheet and its routes. Each screen's code comes with the screen. */
export const officeRoutes = () => createOfficeRoutes(screens)
