import { flag, text, textArea } from '#admin/fields/fields.ts'
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
  intro: 'Texts for answers to visitors. Colleagues insert them into an answer.',
  staffOnly: true,
  contract: savedReplyInput,
  fields: {
    name: text('Name'),
    body: textArea('Text', {
      attributes: { rows: 10 },
      hint: `Line breaks stay. **bold**, lists and [links](https://…) are formatted. Filled in when inserted: ${replyWords.join(', ')}`,
    }),
    active: flag('Active', { initial: true, hint: 'Only active ones are offered.' }),
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
