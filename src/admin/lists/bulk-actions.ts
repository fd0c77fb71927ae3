import { CircleCheck, CircleDashed, Star, StarOff, Trash2 } from 'lucide-react'
import type { BulkAction } from './use-bulk.ts'

type Words = { on: [label: string, done: string]; off: [label: string, done: string] }
type Actions = BulkAction<object>[]

const opposite = (action: string) => () => action

/** Publishing and unpublishing, with the entity's labels. */
export const publishActions = ({ on, off }: Words): Actions => [
  { action: 'publish', label: on[0], done: on[1], icon: CircleCheck, undo: opposite('unpublish') },
  { action: 'unpublish', label: off[0], done: off[1], icon: CircleDashed, undo: opposite('publish') },
]

export const featureActions: Actions = [
  { action: 'feature', label: 'Feature', done: 'featured', icon: Star, undo: opposite('unfeature') },
  { action: 'unfeature', label: 'Unfeature', done: 'no longer featured', icon: StarOff, undo: opposite('feature') },
]

/**
 * Moves records to the trash.
 * @param consequence a sentence on the consequences
 * @param further consequences for these specific records
 */
export const deleteAction = <Row extends object>(
  consequence: string,
  further: (rows: Row[]) => Promise<string | undefined> = async () => undefined,
): BulkAction<Row> => ({
  action: 'delete',
  label: 'Delete',
  done: 'deleted',
  icon: Trash2,
  undo: opposite('restore'),
  danger: true,
  asks: async (rows, many) => ({
    question: `Are you sure you want to delete ${many}?`,
    detail: [consequence, await further(rows)].filter(Boolean).join(' '),
    action: 'Delete',
  }),
})

export const activeWords: Words = { on: ['Activate', 'activated'], off: ['Deactivate', 'deactivated'] }
