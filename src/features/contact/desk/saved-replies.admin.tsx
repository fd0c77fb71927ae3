import { flag, markedText, text } from '#admin/fields/fields.ts'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { OrderedList } from '#admin/lists/ordered-list.tsx'
import { replyWords, type SavedReply, savedReplyInput } from './saved-replies.contract.ts'

const savedReplies = {
  api: '/api/savedReplies',
  one: 'saved reply',
  many: 'saved replies',
  trash: 'savedReplies',
  heading: 'saved reply',
  list: '/admin/savedReplies',
  intro: 'Texts that you insert into replies.',
  staffOnly: true,
  contract: savedReplyInput,
  fields: {
    name: text('Name'),
    body: markedText('Text', {
      attributes: { rows: 10 },
      hint: `Filled in when inserted: ${replyWords.join(', ')}`,
    }),
    active: flag('Active', { initial: true, hint: 'Inactive ones are not offered.' }),
  },
}

export const List = () => (
  <OrderedList<SavedReply>
    resource={savedReplies}
    nameOf={({ name }) => name}
    detailOf={({ body }) => body.slice(0, 200)}
  />
)

export const Form = () => <ResourceForm resource={savedReplies} />
