import { CircleCheck, CircleDashed, Star, StarOff, Trash2 } from 'lucide-react'
import type { BulkAction } from './use-bulk.ts'

type Words = { on: [label: string, done: string]; off: [label: string, done: string] }
type Actions = (BulkAction<object> & { danger?: string })[]

const opposite = (action: string) => () => action

/** Publishing and its opposite, in the words that the entity has for them. */
export const publishActions = ({ on, off }: Words): Actions => [
  { action: 'publish', label: on[0], done: on[1], icon: CircleCheck, undo: opposite('unpublish') },
  { action: 'unpublish', label: off[0], done: off[1], icon: CircleDashed, undo: opposite('publish') },
]

export const featureActions: Actions = [
  { action: 'feature', label: 'Feature', done: 'featured', icon: Star, undo: opposite('unfeature') },
  { action: 'unfeature', label: 'Unfeature', done: 'not featured any more', icon: StarOff, undo: opposite('feature') },
]

/** Moves records to the trash. @param consequence a sentence on what follows */
export const deleteAction = (consequence: string): Actions[number] => ({
  action: 'delete',
  label: 'Delete',
  done: 'deleted',
  icon: Trash2,
  undo: opposite('restore'),
  danger: consequence,
})

export const activeWords: Words = { on: ['Activate', 'activated'], off: ['Deactivate', 'deactivated'] }
