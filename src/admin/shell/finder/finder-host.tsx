import { lazy, Suspense, useEffect } from 'react'
import { matchPath, useLocation } from 'react-router'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { createStore, useStore } from '#admin/hooks.ts'
import { useShownRecord } from '#admin/shell/breadcrumb.tsx'
import type { AdminScreen } from '#admin/shell/screen.tsx'
import { rememberPlace } from './places.ts'

const FinderDialog = lazy(() => import('./finder-dialog.tsx'))

const open = createStore(false)
export const openFinder = () => open.set(true)

/** Opens the finder with Ctrl+K or Cmd+K, and remembers the records that are opened. The layout has one of it. */
export function FinderHost({ owner, screens }: { owner: string; screens: AdminScreen[] }) {
  const shown = useStore(open)
  const { pathname } = useLocation()
  const record = useShownRecord()
  const screen = screens.find(({ path }) => path.endsWith('/edit/:id') && matchPath(path, pathname))
  const kind = screen?.title.replace('Edit ', '')
  useShortcut({ key: 'k', command: true, label: 'Find anything', run: openFinder })
  useEffect(() => {
    if (record && kind) rememberPlace(owner, { to: pathname, label: record, kind })
  }, [owner, record, kind, pathname])
  if (!shown) return null
  return (
    <Suspense>
      <FinderDialog owner={owner} screens={screens} onClose={() => open.set(false)} />
    </Suspense>
  )
}
