import '#office/office.css'
import { screens } from '#features/all.admin.tsx'
import { createOfficeRoutes } from '#office/office-routes.tsx'

/** What the client loads when an address asks for the back office: its stylesheet and its routes. Each screen's code comes with the screen. */
export const officeRoutes = () => createOfficeRoutes(screens)
