import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { findDeadLinks, goToCheck, outsideLinksIn, useChecks, useDeadLinks } from '#admin/checks/use-checks.ts'
import { formatCount } from '#admin/format.ts'
import { FormPanel } from '#admin/forms/form-columns.tsx'
import type { Review } from '#admin/forms/form-resource.ts'
import { ReviewPanel } from '#admin/forms/review-panel.tsx'
import { useRun } from '#admin/hooks.ts'
import type { RenderedPreview, useRenderedContent } from '#admin/preview/use-preview.ts'
import { previewOf, SearchPreview } from '#admin/search-appearance/search-appearance-panel.tsx'
import { useReadOnly } from '#admin/session/permissions.ts'
import { useTimeZone } from '#admin/use-time-zone.ts'
import { audienceQuery, notificationQuery } from '#features/letters/sending/notification-data.shared.admin.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ContentImage } from '#ui/content-image.tsx'
import { useCompany } from '#web/company-context.tsx'
import type { AnnouncedPost } from './blog.contract.ts'
import { type BlogValues, type PostForm, wordsToCover } from './blog-resource.admin.tsx'
import { MailPreview } from './post-preview.admin.tsx'
import { audienceOfMail, consequenceOf, readMail } from './publishing.admin.ts'

type PrePublishCheckProps = {
  form: PostForm
  rendered: RenderedPreview | null
  looked: ReturnType<typeof useRenderedContent>['state'] | 'refused'
  /** Opens the tab with the post's fields, to which a finding may lead. */
  onGoToField: () => void
}

/** A list of possible problems of the post. It prevents nothing. */
export function PrePublishCheck({ form, rendered, looked, onGoToField }: PrePublishCheckProps) {
  const { values } = form
  const { title, excerpt, imageUrl, imageAlt, content } = values
  const html = rendered?.html ?? ''
  const writing = useChecks({ title, excerpt, imageUrl, imageAlt, content, html })
  const links = useDeadLinks(html)
  // Until the page is rendered as it is now, its text is unknown.
  const looking = looked === 'earlier' || !writing.looked || !links.looked
  // Before the first look is complete, nothing is known. Later the findings of the earlier text stay without colour.
  const [hasLooked, setHasLooked] = useState(false)
  if (!looking && !hasLooked) setHasLooked(true)
  const all = hasLooked ? [...writing.checks, ...links.dead] : []
  return (
    <FormPanel title="Pre-publish check">
      <ul aria-label="Issues" className="grid gap-1 text-small">
        {all.map((check, index) => (
          <li key={index} className="flex gap-2">
            <CircleAlert
              aria-hidden="true"
              className={classNames('mt-0.5 size-4 shrink-0', looking ? 'text-muted' : 'text-warning')}
            />
            {check.place ? (
              <button
                type="button"
                className="min-w-0 text-left underline decoration-line underline-offset-4 [overflow-wrap:anywhere] hover:text-primary pointer-coarse:py-2"
                onClick={() => {
                  if (check.place && 'field' in check.place) flushSync(onGoToField)
                  goToCheck(check)
                }}
              >
                {check.text}
              </button>
            ) : (
              <span className="min-w-0">{check.text}</span>
            )}
          </li>
        ))}
        <li className="flex gap-2 text-muted empty:hidden" aria-live="polite">
          <Verdict
            looking={looking}
            found={all.length}
            unseen={links.unseen}
            failed={looked === 'failed' || looked === 'refused'}
          />
        </li>
      </ul>
      <OutsideLinks html={html} />
    </FormPanel>
  )
}

type VerdictProps = { looking: boolean; found: number; unseen: number; failed: boolean }

/** The last line of the list. It says "No problems found" only after every check has run. */
function Verdict({ looking, found, unseen, failed }: VerdictProps) {
  if (failed) return <Line icon={CircleAlert} tone="text-warning" text="The text could not be checked." />
  if (looking) return <Line icon={Clock} tone="text-muted" text="Looking for problems…" />
  if (unseen > 0)
    return <Line icon={CircleAlert} tone="text-warning" text={`${formatCount(unseen, 'link')} could not be checked.`} />
  return found === 0 && <Line icon={CircleCheck} tone="text-success" text="No problems found." />
}

const Line = ({ icon: Icon, tone, text }: { icon: LucideIcon; tone: string; text: string }) => (
  <>
    <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 shrink-0', tone)} />
    {text}
  </>
)

/** Asks the server for the pages of other sites that the text links to. It only runs on request, because it reveals the text's existence to those sites. */
function OutsideLinks({ html }: { html: string }) {
  const { busy, failure, run } = useRun()
  const [answer, setAnswer] = useState('')
  const links = useMemo(() => outsideLinksIn(html), [html])
  if (useReadOnly() || links.length === 0) return null
  const check = () =>
    run(async () => {
      const dead = await findDeadLinks(links)
      setAnswer(dead.length === 0 ? 'All links work.' : `Broken links: ${dead.join(', ')}`)
    })
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" size="small" busy={busy} onClick={check}>
        Check {formatCount(links.length, 'link')} to other sites
      </Button>
      <p role="status" className="text-small text-muted [overflow-wrap:anywhere]">
        {failure ?? answer}
      </p>
    </div>
  )
}

/** Whether a save notifies the subscribers. A post is mailed only once. */
function useMails({ record, values }: PostForm): boolean {
  const told = useQuery(notificationQuery({ blogId: record?._id }))
  return values.sendNotification && (!told.data || ['none', 'planned'].includes(told.data.state))
}

/** The consequence of the save that is reviewed, with the buttons that send it or return to the form. */
export function Consequence({ form, review }: { form: PostForm; review: Review }) {
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
export function PublishedLooks({ form, rendered }: { form: PostForm; rendered: RenderedPreview | null }) {
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
