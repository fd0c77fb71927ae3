import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { offerUndo, withdrawUndo } from '#admin/dialogs/undo.tsx'
import { readValues } from '#admin/fields/fields.ts'
import { formatZoned, useTimeZone } from '#admin/time.tsx'
import type { BulkAnswer } from '#contract/lists.ts'
import { advances, type FormResource, type StageFields, stageOf } from './form-resource.ts'

type PublishedRecord = StageFields & { _id: string; version: number; slug?: string }

/** Offers to see a record that a save has published or scheduled, and to take it back. @param onUnpublished called with the record as it then is */
export function usePublished<Values extends object, Stored extends PublishedRecord>(
  { api, publicPath, fields, asks }: FormResource<Values>,
  onUnpublished: (record: Stored) => void,
) {
  const { act } = useAct({ reload: api })
  const zone = useTimeZone()

  async function unpublish(saved: Stored): Promise<string | undefined> {
    const off = { [saved.published === undefined ? 'active' : 'published']: false }
    const question = await asks?.(saved, { ...readValues(fields, saved), ...off })
    if (question && !(await confirm(question))) return undefined
    const json = { action: 'unpublish', records: [{ _id: saved._id, version: saved.version }] }
    const { changed, failed } = await adminFetch<BulkAnswer>(`${api}/bulk`, { method: 'POST', json })
    for (const { message } of failed) throw new Error(message)
    for (const { version = saved.version } of changed) onUnpublished({ ...saved, ...off, version })
    return changed.length > 0 ? 'Undone' : undefined
  }

  return {
    /** Called after each save, since an offer about an earlier state no longer applies. @param on the path of the screen that opens */
    offer(before: StageFields | null, saved: Stored, on: string | undefined): void {
      const now = Date.now()
      if (publicPath === undefined || !advances(before, saved, now)) {
        withdrawUndo()
        return
      }
      const planned = stageOf(saved, now) === 'scheduled'
      offerUndo({
        done: planned ? `Scheduled for ${formatZoned(saved.publishAt ?? '', zone)}` : 'Published',
        view: `${publicPath}/${saved.slug}`,
        undo: () => act(() => unpublish(saved), { done: (told) => told }),
        on,
      })
    },
  }
}
