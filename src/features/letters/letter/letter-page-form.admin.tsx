import { useParams } from 'react-router'
import { WritingArea } from '#admin/editor/writing-area.tsx'
import { richText, text, type ValuesOf } from '#admin/fields/fields.ts'
import { formatCount } from '#admin/format.ts'
import { FormColumns, FormPanel } from '#admin/forms/form-columns.tsx'
import type { FormResource, FormState } from '#admin/forms/form-resource.ts'
import { TitleArea } from '#admin/forms/growing-areas.tsx'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { useRenderedContent } from '#admin/preview/use-preview.ts'
import { type Letter, letterPageInput } from '../ground/letters.contract.ts'

const fields = { title: text('Title'), body: richText('Text') }
type PageValues = ValuesOf<typeof fields>
type Form = FormState<PageValues, Letter>

/** The page of a letter that was sent. Its form returns to the letter. */
const pageOf = (id: string): FormResource<PageValues> => ({
  api: '/api/letters',
  one: 'page',
  heading: 'Letter Page',
  list: `/admin/letters/edit/${id}`,
  writePath: (id) => `/api/letters/${id}/page`,
  contract: letterPageInput,
  fields,
})

export default function LetterPageScreen() {
  const { id = '' } = useParams()
  return (
    <ResourceForm resource={pageOf(id)} mixed>
      {(form: Form) => (
        <FormColumns
          main={<PageText form={form} />}
          side={
            <FormPanel>
              <p className="text-small text-muted">
                The page of the letter changes at once, and says on which day it was corrected. The messages that were
                sent stay as they are.
              </p>
            </FormPanel>
          }
        />
      )}
    </ResourceForm>
  )
}

function PageText({ form }: { form: Form }) {
  const { set, values, errorAt, field } = form
  const { rendered, refused } = useRenderedContent(values.body)
  return (
    <WritingArea
      title={(onDone) => <TitleArea {...field('title')} onChange={(title) => set('title', title)} onDone={onDone} />}
      label="Text"
      value={values.body}
      onChange={(body) => set('body', body)}
      error={errorAt('body')}
      length={rendered ? formatCount(rendered.words, 'word') : ''}
      refused={refused}
      toggle={null}
    />
  )
}
