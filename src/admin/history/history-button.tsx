import { History } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { HistoryDialogProps } from './history-dialog.tsx'

const HistoryDialog = lazy(() => import('./history-dialog.tsx'))

/** Opens the history of a record; in a form's bar. */
export function HistoryButton<Values extends object>(props: Omit<HistoryDialogProps<Values>, 'onClose'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="px-2.5!"
        aria-haspopup="dialog"
        title="What this was before"
        onClick={() => setOpen(true)}
      >
        <History aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">History</span>
      </Button>
      {open && (
        <Suspense>
          <HistoryDialog {...(props as unknown as HistoryDialogProps<object>)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
