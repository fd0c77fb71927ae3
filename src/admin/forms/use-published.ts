import { changeInBulk } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm, type Question } from '#admin/dialogs/confirm.tsx'
import { offerUndo, withdrawUndo } from '#admin/dialogs/undo.tsx'
import { fieldLabels, inOrder, readValues } from '#admin/fields/fields.ts'
import { aloneQuestion, bothQuestions, useSecondPerson } from '#admin/session/second-person.tsx'
import { formatZoned, useTimeZone, useToday } from '#admin/time.tsx'
import { isNotReviewed } from '#contract/reviews.ts'
import { isOn } from '#contract/revisions.ts'
import type { WorkingCopy } from '#contract/unpublished.ts'
import { type AskedRecord, advances, type FormResource, type StageFields, stageOf } from './form-resource.ts'

type Values = Record<string, unknown>
type EditedRecord = AskedRecord & { workingCopy?: WorkingCopy | undefined }

/** Whether a record needs a second person before it is published, and the question before it is. @param record null for a new one */
export function usePublishing<Typed extends Values>(
  { trash, fields, asks }: FormResource<Typed>,
  record: EditedRecord | null,
) {
  const secondPerson = useSecondPerson(trash, record?._id)
  const copy = record?.workingCopy

  /** Whether the content differs from the stored one, its flags and times aside. */
  function isEdited(typed: Typed): boolean {
    const stored = record && readValues(fields, copy?.fields ?? record)
    return !stored || fieldLabels(fields).some(({ name }) => !isNotReviewed(name) && !isSame(typed[name], stored[name]))
  }

  async function questionBefore(typed: Typed): Promise<Question | undefined> {
    const publishes = isOn(typed) && (!(record && isOn(record)) || copy !== undefined || isEdited(typed))
    const isAlone = publishes && secondPerson?.isOwner && (!secondPerson.approved || isEdited(typed))
    return bothQuestions(isAlone ? aloneQuestion('Publish') : undefined, await asks?.(record, typed))
  }

  return { secondPerson, isEdited, questionBefore }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder)

type PublishedRecord = StageFields & { _id: string; version: number; slug?: string; path?: string; closesOn?: string }

/** Offers to see a record that a save has published or scheduled, and to take it back. @param onUnpublished called with the record as it then is */
export function usePublished<Values extends object, Stored extends PublishedRecord>(
  { api, publicPath, fields, asks }: FormResource<Values>,
  onUnpublished: (record: Stored) => void,
) {
  const { act } = useAct({ reload: api })
  const zone = useTimeZone()
  const today = useToday()

  async function unpublish(saved: Stored): Promise<string | undefined> {
    const off = { [saved.published === undefined ? 'active' : 'published']: false }
    const question = await asks?.(saved, { ...readValues(fields, saved), ...off })
    if (question && !(await confirm(question))) return undefined
    const changed = await changeInBulk(api, 'unpublish', [{ _id: saved._id, version: saved.version }])
    for (const { version = saved.version } of changed) onUnpublished({ ...saved, ...off, version })
    return changed.length > 0 ? 'Undone' : undefined
  }

  return {
    /** Called after each save, since an offer about an earlier state no longer applies. @param on the path of the screen that opens */
    offer(before: StageFields | null, saved: Stored, on: string | undefined): void {
      const now = Date.now()
      const hasClosed = saved.closesOn !== undefined && saved.closesOn < today
      if (publicPath === undefined || hasClosed || !advances(before, saved, now)) {
        withdrawUndo()
        return
      }
      const planned = stageOf(saved, now) === 'scheduled'
      offerUndo({
        done: planned ? `Scheduled for ${formatZoned(saved.publishAt ?? '', zone)}` : 'Published',
        view: `${publicPath}/${saved.slug ?? saved.path}`,
        undo: () => act(() => unpublish(saved), { done: (told) => told }),
        on,
      })
    },
  }
}
