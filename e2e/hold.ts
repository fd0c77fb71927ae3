import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Makes the notification about a post or newsletter as old as if its hold were over: with a short hold a busy machine would leave no time to undo one.
 * The queue has to be woken, which each further message does.
 */
export function endHold(column: 'blogId' | 'newsletterId', id: string): void {
  const database = new DatabaseSync(join(process.env['E2E_DATA_DIR'] ?? '', 'atrium.sqlite'), { timeout: 30_000 })
  const now = new Date().toISOString()
  database.prepare(`update notifications set holdUntil = ? where ${column} = ?`).run(now, id)
  database
    .prepare(`update deliveries set dueAt = ? where subjectId = (select id from notifications where ${column} = ?)`)
    .run(now, id)
  database.close()
}
