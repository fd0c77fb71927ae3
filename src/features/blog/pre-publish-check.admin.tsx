import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { findDeadLinks, goToCheck, outsideLinksIn, useChecks, useDeadLinks } from '#admin/checks/use-checks.ts'
import { formatCount } from '#admin/format.ts'
import { FormPanel } from '#admin/forms/form-columns.tsx'
import type { FormState } from '#admin/forms/form-resource.ts'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import type { RenderedPreview, useRenderedContent } from '#admin/preview/use-preview.ts'
import { LinkPreview, previewOf, SearchPreview } from '#admin/search-appearance/appearance-previews.tsx'
import { useReadOnly } from '#admin/session/permissions.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ContentImage } from '#ui/content-image.tsx'
import { useCompany } from '#web/company-context.tsx'
import type { StaffPost } from './blog.contract.ts'
import type { BlogValues } from './blog-resource.admin.tsx'
import { MailPreview } from './notification/mail-preview.admin.tsx'
import { audienceQuery, people } from './notification/notification-data.admin.tsx'
import type { AnnouncedPost } from './notification/notifications.contract.ts'

type PrePublishCheckProps = {
  form: FormState<BlogValues, StaffPost>
  rendered: RenderedPreview | null
  looked: ReturnType<typeof useRenderedContent>['state'] | 'refused'
}

const places = [
  { value: '', label: 'Card' },
  { value: 'search', label: 'Search' },
  { value: 'link', label: 'Link' },
  { value: 'mail', label: 'Mail' },
]

/** Previews of the post in lists, search, links and mail, and a list of possible problems. It prevents nothing. */
export function PrePublishCheck({ form, rendered, looked }: PrePublishCheckProps) {
  const { values } = form
  const [place, setPlace] = useState('')
  const { title, excerpt, imageUrl, imageAlt, content } = values
  const html = rendered?.html ?? ''
  const writing = useChecks({ title, excerpt, imageUrl, imageAlt, content, html })
  const links = useDeadLinks(html)
  // Until the page is rendered as it is now, its text is unknown.
  const looking = looked === 'earlier' || !writing.looked || !links.looked
  const all = [...writing.checks, ...links.dead]
  return (
    <FormPanel title="Pre-publish check">
      <FilterButtons label="How it looks" options={places} value={place} onChoose={setPlace} />
      <Look place={place} values={values} rendered={rendered} dirty={form.dirty} />
      <ul aria-label="Issues" className="grid gap-1 border-t border-line pt-3 text-small">
        {all.map((check, index) => (
          <li key={index} className="flex gap-2">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
            {check.place ? (
              <button
                type="button"
                className="min-w-0 text-left underline decoration-line underline-offset-4 [overflow-wrap:anywhere] hover:text-primary pointer-coarse:py-2"
                onClick={() => goToCheck(check)}
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

/** The last line of the list. It says "No problems found" only after every check has run. */
function Verdict({
  looking,
  found,
  unseen,
  failed,
}: {
  looking: boolean
  found: number
  unseen: number
  failed: boolean
}) {
  if (failed) return <Line icon={CircleAlert} tone="text-warning" text="The text could not be checked." />
  if (looking) return <Line icon={Clock} tone="text-muted" text="Checking…" />
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
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState('')
  const links = useMemo(() => outsideLinksIn(html), [html])
  if (useReadOnly() || links.length === 0) return null
  async function check() {
    setBusy(true)
    try {
      const dead = await findDeadLinks(links)
      setAnswer(dead.length === 0 ? 'All links work.' : `Broken links: ${dead.join(', ')}`)
    } catch (error) {
      setAnswer((error as Error).message)
    }
    setBusy(false)
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" size="small" busy={busy} onClick={check}>
        Check {formatCount(links.length, 'link')} to other sites
      </Button>
      <p role="status" className="text-small text-muted [overflow-wrap:anywhere]">
        {answer}
      </p>
    </div>
  )
}

/** The post as its message shows it. */
export const announcedOf = (
  { title, excerpt, category, slug, imageUrl, imageAlt, authorId }: BlogValues,
  rendered: RenderedPreview | null,
): AnnouncedPost => ({
  title,
  excerpt,
  category: category || 'Category',
  slug,
  imageUrl,
  imageAlt,
  authorId,
  readTime: rendered?.readTime ?? 1,
})

type LookProps = { place: string; values: BlogValues; rendered: RenderedPreview | null; dirty: boolean }

function Look({ place, values, rendered, dirty }: LookProps) {
  const { brand } = useCompany()
  const audience = useQuery(audienceQuery())
  const title = values.title || 'Untitled'
  const { excerpt, slug, category, imageUrl, imageAlt } = values
  const elsewhere = previewOf(values, { title, description: excerpt, picture: imageUrl }, brand)
  switch (place) {
    case 'search':
      return <SearchPreview path={`/blog/${slug || '…'}`} {...elsewhere} />
    case 'link':
      return <LinkPreview {...elsewhere} />
    case 'mail':
      return (
        <div className="grid gap-1 text-small">
          <p>
            <span className="text-muted">Subject</span> <strong>{title}</strong>
          </p>
          {/* A message is made for the width of a phone at least. */}
          <MailPreview
            post={announcedOf(values, rendered)}
            className="h-140 w-full rounded-control border border-line [zoom:0.75]"
          />
          {dirty && <p className="text-muted">Includes your latest edits.</p>}
          <p>
            {values.sendNotification && audience.data
              ? `To ${people(audience.data.subscribers)}, once it is published.`
              : 'Not sent: “Send email notification” is not ticked.'}
          </p>
        </div>
      )
    default:
      return (
        <div className="grid gap-2">
          <ContentImage
            record={{ slug: slug || 'new', category, ...(imageUrl && { imageUrl, imageAlt }) }}
            sizes="20rem"
            className="aspect-[3/2] w-full rounded-control"
          />
          <p className="text-fine text-muted">{category || 'Category'}</p>
          <p className="text-h3 font-[600] [overflow-wrap:anywhere]">{title}</p>
          <p className="line-clamp-4 text-small text-muted">{excerpt}</p>
        </div>
      )
  }
}
