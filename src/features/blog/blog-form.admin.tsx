import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import type { WritingCheck } from '#admin/checks/use-checks.ts'
import { WritingArea } from '#admin/editor/content-editor.tsx'
import type { TakeFact } from '#admin/editor/pasted-files.tsx'
import { formatCount } from '#admin/format.ts'
import { TitleArea } from '#admin/forms/controls.tsx'
import { Approval, Field } from '#admin/forms/form-field.tsx'
import { EditableFields, FormPanel } from '#admin/forms/form-layout.tsx'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { ScheduleField, TimeInput } from '#admin/forms/schedule-field.tsx'
import { SlugField, useSlugOfTitle } from '#admin/forms/slug-field.tsx'
import { PreviewedForm } from '#admin/preview/form-preview.tsx'
import { useRenderedContent } from '#admin/preview/rendered.tsx'
import { ContentSettings, usePrePublishCheck } from '#admin/search-appearance/content-settings.tsx'
import { cardOf } from '#admin/search-appearance/use-link-card.ts'
import { useDraftsOnly } from '#admin/session/use-auth.ts'
import type { Finding } from '#features/newsletters/ground/newsletters.contract.ts'
import { momentPath, notificationQuery } from '#features/newsletters/sending/notification-data.shared.admin.ts'
import { Select } from '#ui/field.tsx'
import { type AuthorList, blogCategories } from './blog.contract.ts'
import { blogs, type PostForm, wordsToCover } from './blog-resource.admin.tsx'
import { NotificationField } from './notification/notification-field.admin.tsx'
import { PostCover } from './post-cover.admin.tsx'
import { announcedOf, MailPreview, PostPreview } from './post-preview.admin.tsx'
import { willBeSent } from './publishing.admin.ts'

export default function BlogFormScreen() {
  return (
    <ResourceForm resource={blogs} mixed>
      {(form: PostForm) => <PostScreen form={form} />}
    </ResourceForm>
  )
}

function PostScreen({ form }: { form: PostForm }) {
  const { values, record } = form
  const preview = useRenderedContent(values.content)
  const [tab, setTab] = useState('post')
  return (
    <PreviewedForm
      main={(toggle) => <PostText form={form} {...preview} toggle={toggle} />}
      settings={<PostSettings form={form} {...preview} tab={tab} onTab={setTab} />}
      page={<PostPreview values={values} {...preview} stored={record} />}
      mail={(frame) => <MailPreview post={announcedOf(values, preview.rendered)} {...frame} />}
    />
  )
}

/** Fills a field. @returns its label */
function fill(label: string, work: () => void): string {
  work()
  return label
}

type PostTextProps = ReturnType<typeof useRenderedContent> & { form: PostForm; toggle: ReactNode }

function PostText({ form, rendered, refused, toggle }: PostTextProps) {
  const { savingState, set, values, errorAt, record } = form
  const { write, offer } = useSlugOfTitle(form, { live: record?.published === true && record })
  const takeFact: TakeFact = ({ is, value }) => {
    if (is === 'title' && values.title === '') return fill('Title', () => write(value))
    if (is === 'description' && values.excerpt === '') return fill('Excerpt', () => set('excerpt', value))
    if (is === 'date' && values.dateShown === '') return fill('Publish date', () => set('dateShown', value))
    const named = is === 'tags' && values.category === '' ? value.map((tag) => tag.toLowerCase()) : []
    const category = blogCategories.find((one) => named.includes(one.toLowerCase()))
    return category && fill('Category', () => set('category', category))
  }
  return (
    <WritingArea
      savingState={savingState}
      title={(onDone) => (
        <div>
          <TitleArea {...form.field('title')} onChange={write} onDone={onDone} />
          <SlugField form={form} under="/blog" offer={offer} />
        </div>
      )}
      takeFact={takeFact}
      label="Content"
      field="content"
      value={values.content}
      onChange={(content) => set('content', content)}
      error={errorAt('content')}
      length={rendered ? `${formatCount(rendered.words, 'word')} · ${rendered.readTime} min read` : ''}
      refused={refused}
      toggle={toggle}
    />
  )
}

type PostSettingsProps = ReturnType<typeof useRenderedContent> & {
  form: PostForm
  tab: string
  onTab: (value: string) => void
}

function PostSettings({ form, tab, onTab, ...rendering }: PostSettingsProps) {
  const { values } = form
  const { title, excerpt, imageUrl, imageAlt, content, category } = values
  const card = { category, author: useAuthorName(values.authorId), cover: wordsToCover(values.cover) }
  const check = usePrePublishCheck({
    ...{ title, excerpt, imageUrl, imageAlt },
    texts: [{ source: content, rendering }],
    card: cardOf(values, '/blog', card),
    others: useOtherFindings(form),
  })
  return (
    <ContentSettings
      form={form}
      own={{ value: 'post', label: 'Post', content: <PostFields form={form} /> }}
      usual={{ title, description: excerpt, card }}
      under="/blog"
      open={tab}
      onOpen={onTab}
      check={check}
      publish={<PublishFields form={form} rendered={rendering.rendered} />}
    />
  )
}

/** Problems of when the post is dated, and of when its newsletter goes out. */
function useOtherFindings({ values, record }: PostForm): WritingCheck[] {
  const { dateShown, published, sendNotification, publishAt } = values
  const about = { blogId: record?._id }
  const told = useQuery(notificationQuery(about))
  const isMailed = published && sendNotification && (told.data === undefined || willBeSent(told.data))
  const { data } = useQuery({ ...adminQuery<{ findings: Finding[] }>(momentPath(about, publishAt)), enabled: isMailed })
  const isAhead = dateShown > new Date().toISOString()
  return [
    ...(isAhead ? [{ text: 'The publish date is in the future.', place: null }] : []),
    ...(isMailed ? (data?.findings ?? []) : []).map(({ message }) => ({ text: message, place: null })),
  ]
}

function PostFields({ form }: { form: PostForm }) {
  const { set, values, errorAt } = form
  return (
    <EditableFields className="grid gap-5">
      <FormPanel>
        <Field form={form} name="excerpt" />
        <Field form={form} name="category" />
        <AuthorField value={values.authorId} onChange={(id) => set('authorId', id)} error={errorAt('authorId')} />
      </FormPanel>
      <FormPanel>
        <PostCover form={form} />
      </FormPanel>
    </EditableFields>
  )
}

type PublishFieldsProps = { form: PostForm; rendered: ReturnType<typeof useRenderedContent>['rendered'] }

function PublishFields({ form, rendered }: PublishFieldsProps) {
  const { set, values, errorAt } = form
  const draftsOnly = useDraftsOnly()
  return (
    <>
      <Field form={form} name="published" />
      <Approval form={form} />
      {values.published && <PostSchedule form={form} />}
      <TimeInput
        label="Publish date"
        optional
        value={values.dateShown}
        onChange={(time) => set('dateShown', time)}
        error={errorAt('dateShown')}
        hint="Optional. Use it to show readers another date, such as that of an older article."
      />
      {!draftsOnly && <NotificationField form={form} typed={form.dirty ? announcedOf(values, rendered) : undefined} />}
    </>
  )
}

type AuthorFieldProps = {
  /** The id of the author; '' is the signed-in person, for a new post. */
  value: string
  onChange: (id: string) => void
  error?: string | undefined
}

/** The name below which a post appears, once it is known. */
function useAuthorName(id: string): string | undefined {
  const { data: authors } = useQuery(adminQuery<AuthorList>('/api/authors'))
  const me = useQuery({ ...adminQuery<{ signedAs: string }>('/api/users/me'), enabled: id === '' })
  return id === '' ? me.data?.signedAs : authors?.find(({ _id }) => _id === id)?.name
}

function AuthorField({ value, onChange, error }: AuthorFieldProps) {
  const { data: authors = [] } = useQuery(adminQuery<AuthorList>('/api/authors'))
  return (
    <Select label="Author" value={value} error={error} onChange={(event) => onChange(event.target.value)}>
      {value === '' && <option value="">Me</option>}
      {authors.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** When a post appears and ends. It warns if subscribers have been notified of a post that leaves the site. */
function PostSchedule({ form: { record, values, set, errorAt } }: { form: PostForm }) {
  const told = useQuery(notificationQuery({ blogId: record?._id }))
  const sent = told.data?.counts.sent ?? 0
  const movedBack = sent > 0 && values.publishAt > new Date().toISOString()
  return (
    <ScheduleField values={values} set={set} errorAt={errorAt}>
      {movedBack && (
        <p role="status" className="rounded-control bg-accent-soft px-3 py-2 text-small text-accent-ink">
          Subscribers have already received this post. Until it is public again, the link in their email leads to “not
          found”.
        </p>
      )}
    </ScheduleField>
  )
}
