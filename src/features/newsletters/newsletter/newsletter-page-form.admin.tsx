import type { ComponentProps, ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Question } from '#admin/dialogs/confirm.tsx'
import { WritingArea } from '#admin/editor/content-editor.tsx'
import type { TakeFact } from '#admin/editor/pasted-files.tsx'
import { richText, text, type ValuesOf } from '#admin/fields/fields.ts'
import { formatCount } from '#admin/format.ts'
import { TitleArea } from '#admin/forms/controls.tsx'
import { FormColumns, FormPanel } from '#admin/forms/form-layout.tsx'
import type { FormResource, FormState } from '#admin/forms/form-resource.ts'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { useRenderedContent } from '#admin/preview/rendered.tsx'
import { useAloneQuestion, useNeedsSecondPerson } from '#admin/session/second-person.tsx'
import { type Newsletter, newsletterPageInput } from '../ground/newsletters.contract.ts'

const fields = { title: text('Title'), body: richText('Text') }
type PageValues = ValuesOf<typeof fields>

/** Its form returns to the newsletter. */
const pageOf = (id: string, alone: Question | undefined): FormResource<PageValues> => ({
  api: '/api/newsletters',
  one: 'page',
  heading: 'web version',
  list: `/admin/newsletters/edit/${id}`,
  writePath: (id) => `/api/newsletters/${id}/page`,
  contract: newsletterPageInput,
  fields,
  asks: async () => alone,
})

export default function NewsletterPageScreen() {
  const { id = '' } = useParams()
  const isRuled = useNeedsSecondPerson('newsletters')
  const alone = useAloneQuestion('newsletters', 'Nobody can review a correction before it is published.')
  return (
    <ResourceForm resource={pageOf(id, alone)} mixed>
      {(form: FormState<PageValues, Newsletter>) => (
        <FormColumns
          main={<NewsletterText form={form} toggle={null} />}
          side={
            <FormPanel>
              <p className="text-small text-muted">
                Your changes go live when you save, with the date of the correction. Emails already sent stay as they
                are.
              </p>
              {isRuled && !alone && (
                <p role="status" className="rounded-control bg-accent-soft px-3 py-2 text-small text-accent-ink">
                  Newsletters need the approval of a second person, so only an owner can correct this page.
                </p>
              )}
            </FormPanel>
          }
        />
      )}
    </ResourceForm>
  )
}

type TitleProps = Omit<ComponentProps<typeof TitleArea>, 'onChange' | 'onDone'>
type NewsletterTextProps = {
  form: Pick<FormState<PageValues>, 'set' | 'values' | 'errorAt' | 'savingState'> & {
    field: (name: 'title') => TitleProps
  }
  takeFact?: TakeFact | undefined
  /** What an empty title means, where it may be empty. */
  titleHint?: string
  toggle: ReactNode
}

/** The title and the text of a newsletter or its page. */
export function NewsletterText({ form, takeFact, titleHint, toggle }: NewsletterTextProps) {
  const { savingState, set, values, errorAt, field } = form
  const { rendered, refused } = useRenderedContent(values.body)
  return (
    <WritingArea
      savingState={savingState}
      title={(onDone) => (
        <TitleArea
          {...field('title')}
          required={titleHint === undefined}
          hint={titleHint}
          onChange={(title) => set('title', title)}
          onDone={onDone}
        />
      )}
      label="Text"
      field="body"
      value={values.body}
      onChange={(body) => set('body', body)}
      error={errorAt('body')}
      length={rendered ? formatCount(rendered.words, 'word') : ''}
      refused={refused}
      takeFact={takeFact}
      toggle={toggle}
    />
  )
}
