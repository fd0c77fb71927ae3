import type { OfficeScreen } from '#office/office-screen.ts'

/** Every screen of the back office. A new feature adds its lines here. */
export const screens: OfficeScreen[] = [
  { path: '/admin/dashboard', load: () => import('./dashboard/dashboard.admin.tsx'), title: 'Dashboard' },
]
