import { History } from 'lucide-react'
import { lazy } from 'react'
import { DialogButton } from '#admin/dialogs/dialog-button.tsx'
import type { HistoryDialogProps } from './history-dialog.tsx'

const HistoryDialog = lazy(() => import('./history-dialog.tsx'))

/** Opens the history of a record; in a form's bar. */
export const HistoryButton = <Values extends object>(props: Omit<HistoryDialogProps<Values>, 'onClose'>) => (
  <DialogButton
    icon={History}
    label="History"
    title="Earlier versions"
    dialog={(onClose) => <HistoryDialog {...(props as unknown as HistoryDialogProps<object>)} onClose={onClose} />}
  />
)
