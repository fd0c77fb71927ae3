import { deleteRow } from '#server/database/rows.ts'
import type { TrashKind } from '#server/record/trash.ts'
import { contactRequests } from './contact.table.ts'

export const contactTrash: TrashKind = {
  table: contactRequests,
  label: 'Contact request',
  nameColumn: 'subject',
  access: { read: 'readContacts', write: 'writeContacts' },
  erase: (trx, id) => deleteRow(trx, contactRequests, id),
}
