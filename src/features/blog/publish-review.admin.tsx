import { useQuery } from '@tanstack/react-query'
import { FormPanel } from '#admin/forms/form-columns.tsx'
import type { FormState, Review } from '#admin/forms/form-resource.ts'
import { ReviewPanel } from '#admin/forms/review-panel.tsx'
import type { RenderedPreview } from '#admin/preview/use-preview.ts'
import { previewOf, SearchPreview } from '#admin/search-appearance/search-appearance-panel.tsx'
import { useTimeZone } from '#admin/use-time-zone.ts'
import { audienceQuery, notificationQuery } from '#features/letters/sending/notification-data.shared.admin.ts'
import { ContentImage } from '#ui/content-image.tsx'
import { useCompany } from '#web/company-context.tsx'
import type { StaffPost } from './blog.contract.ts'
import type { BlogValues } from './blog-resource.admin.tsx'
import { wordsToCover } from './cover-words.admin.ts'
import type { AnnouncedPost } from './notification/announcement.contract.ts'
import { MailPreview } from './notification/mail-preview.admin.tsx'
import { audienceOfMail, consequenceOf, readMail } from './publishing.admin.ts'

type Form = FormState<BlogValues, StaffPost>

/** Whether a save notifies the subscribers. A post is mailed only once. */
function useMails({ record, values }: Form): boolean {
  const told = useQuery({ ...notificationQuery({ blogId: record?._id ?? '' }), enabled: record !== null })
  return values.sendNotification && (!told.data || ['none', 'planned'].includes(told.data.state))
}

/** The consequence of the save that is reviewed, with the buttons that send it or return to the form. */
export function Consequence({ form, review }: { form: Form; review: Review }) {
  const zone = useTimeZone()
  const mails = useMails(form)
  const audience = useQuery(audienceQuery(audienceOfMail(form.values.mail)))
  return (
    <ReviewPanel
      title="Ready to publish?"
      consequence={(now) =>
        consequenceOf({ before: form.record, after: form.values, mails, audience: audience.data }, now, zone)
      }
      action="Publish"
      busy={form.saving}
      onAct={review.publish}
      onBack={review.back}
    />
  )
}

/** The post as its message shows it. */
export const announcedOf = (
  { title, excerpt, category, slug, imageUrl, imageAlt, cover, authorId, content, mail }: BlogValues,
  rendered: RenderedPreview | null,
): AnnouncedPost => ({
  title,
  excerpt,
  category: category || 'Category',
  slug,
  imageUrl,
  imageAlt,
  cover: wordsToCover(cover) ?? null,
  authorId,
  readTime: rendered?.readTime ?? 1,
  ...(mail !== '' && { mail: readMail(mail) ?? null }),
  ...(readMail(mail)?.whole && { content }),
})

/** The post as a card, as a search result, and as the message if there is one. */
export function PublishedLooks({ form, rendered }: { form: Form; rendered: RenderedPreview | null }) {
  const { brand } = useCompany()
  const mails = useMails(form)
  const { title, excerpt, slug, category, imageUrl, imageAlt, cover } = form.values
  return (
    <>
      <FormPanel title="Card">
        <div className="grid max-w-96 gap-2">
          <ContentImage
            record={{ slug, category, ...(imageUrl && { imageUrl, imageAlt }), cover: wordsToCover(cover) }}
            sizes="20rem"
            className="aspect-[3/2] w-full rounded-control"
          />
          <p className="text-fine text-muted">{category || 'Category'}</p>
          <p className="text-h3 font-[600] [overflow-wrap:anywhere]">{title}</p>
          <p className="line-clamp-4 text-small text-muted">{excerpt}</p>
        </div>
      </FormPanel>
      <FormPanel title="Search result">
        <SearchPreview
          path={`/blog/${slug}`}
          {...previewOf(form.values, { title, description: excerpt, picture: imageUrl }, brand)}
        />
      </FormPanel>
      {mails && (
        <FormPanel title="E-mail">
          <div className="grid max-w-96 gap-1 text-small">
            <p>
              <span className="text-muted">Subject</span>{' '}
              <strong>{readMail(form.values.mail)?.subject || title}</strong>
            </p>
            {/* A message is made for the width of a phone at least. */}
            <MailPreview
              post={announcedOf(form.values, rendered)}
              className="h-140 w-full rounded-control border border-line [zoom:0.75]"
            />
          </div>
        </FormPanel>
      )}
    </>
  )
}
