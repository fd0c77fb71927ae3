import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { savedReplies } from '../ground/contact.table.ts'
import { savedReply, savedReplyInput } from './saved-replies.contract.ts'

export const savedReplyEntity = orderedEntity(savedReplies, {
  label: 'Saved reply',
  plural: 'Saved replies',
  record: savedReply,
  input: savedReplyInput,
  access: { read: 'readContacts', write: 'writeContacts' },
})
