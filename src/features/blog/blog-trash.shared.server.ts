import type { TrashKind } from '#server/record/trash.ts'
import { blogs } from './blog.table.ts'
import { erasePost } from './blog-writes.server.ts'
import { deleteNotification } from './notification/notification-changes.server.ts'

export const blogTrash: TrashKind = {
  table: blogs,
  label: 'Blog post',
  nameColumn: 'title',
  isPublic: true,
  hasSlug: true,
  async erase(trx, id) {
    await deleteNotification(trx, id)
    return erasePost(trx, id)
  },
}
