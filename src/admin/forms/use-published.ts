import { useQueryClient } from '@tanstack/react-query'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { invalidateAdmin } from '#admin/api/queries.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { offerUndo, withdrawUndo } from '#admin/dialogs/undo.tsx'
import { readValues } from '#admin/fields/fields.ts'
import { useTimeZone } from '#admin/use-time-zone.ts'
import { formatZoned } from '#admin/zoned-time.ts'
import type { BulkAnswer } from '#contract/bulk.ts'
import { notify } from '#ui/toasts.ts'
import type { FormResource } from './form-resource.ts'
import { advances, type Staged, stageOf } from './stage.ts'

type Published = Staged & { _id: string; version: number; slug?: string }

/**
 * Offers to see a record that a save has published or scheduled, and to take it back.
 * @param onUnpublished called with the record as it then is
 */
export function usePublished<Values extends object, Stored extends Published>(
  { api, publicPath, fields, asks }: FormResource<Values>,
  onUnpublished: (record: Stored) => void,
) {
  const client = useQueryClient()
  const zone = useTimeZone()

  async function unpublish(saved: Stored): Promise<void> {
    const off = { [saved.published === undefined ? 'active' : 'published']: false }
    try {
      const question = await asks?.(saved, { ...readValues(fields, saved), ...off })
      if (question && !(await confirm(question))) return
      const records = [{ _id: saved._id, version: saved.version }]
      const json = { action: 'unpublish', records }
      const { changed, failed } = await adminFetch<BulkAnswer>(`${api}/bulk`, { method: 'POST', json })
      for (const { message } of failed) notify('error', message)
      for (const { version = saved.version } of changed) {
        onUnpublished({ ...saved, ...off, version })
        notify('success', 'Undone')
      }
    } catch (error) {
      notify('error', (error as Error).message)
    }
    await invalidateAdmin(client, api)
  }

  return {
    /** Called after each save, since an offer about an earlier state no longer applies. @param on the path of the screen that opens */
    offer(before: Staged | null, saved: Stored, on: string | undefined): void {
      const now = Date.now()
      if (publicPath === undefined || !advances(before, saved, now)) {
        withdrawUndo()
        return
      }
      const planned = stageOf(saved, now) === 'planned'
      offerUndo({
        done: planned ? `Scheduled for ${formatZoned(saved.publishAt ?? '', zone)}` : 'Published',
        view: `${publicPath}/${saved.slug}`,
        undo: () => unpublish(saved),
        on,
      })
    },
  }
}
