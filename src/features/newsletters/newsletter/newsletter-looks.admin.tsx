import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import type { PreviewView } from '#admin/preview/preview-pane.tsx'
import { MessageFrame, useMessage } from '#admin/preview/rendered.tsx'
import { shownEverywhere } from '#contract/media.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Spinner, SpinnerRing } from '#ui/spinner.tsx'
import { trustedHtml } from '#ui/trusted-html.ts'
import { useCompany } from '#web/company-context.tsx'
import type { Finding, NewsletterPreview, TypedNewsletter } from '../ground/newsletters.contract.ts'

type ProgramProps = { newsletter: NewsletterPreview }

/** A newsletter in three mail programs. Each asks the server when it is opened. */
export const newsletterLooks = (typed: TypedNewsletter): PreviewView[] => [
  { value: '', label: 'Gmail', content: <Look key="gmail" typed={typed} in={Gmail} /> },
  { value: 'outlook', label: 'Outlook', content: <Look key="outlook" typed={typed} in={Outlook} /> },
  { value: 'phone', label: 'Dark phone', content: <Look key="phone" typed={typed} in={DarkPhone} /> },
]

function Look({ typed, in: Program }: { typed: TypedNewsletter; in: ComponentType<ProgramProps> }) {
  const newsletter = useMessage<NewsletterPreview>('/api/newsletters/preview', typed)
  return newsletter ? <Program newsletter={newsletter} /> : <Spinner />
}

const parse = (html: string) => new DOMParser().parseFromString(trustedHtml(html) as string, 'text/html')

/** The preheader of a message, which mail programs show after the subject, and else its first words. */
function firstWords({ html, text }: NewsletterPreview): string {
  const document = parse(html)
  return document.querySelector('.preheader')?.textContent?.trim() || text.slice(0, 200)
}

/** The row of the inbox, and the open message. */
function Gmail({ newsletter }: ProgramProps) {
  const { brand } = useCompany()
  return (
    <Program>
      <p className="flex gap-3 border-b border-line bg-raised px-4 py-2.5 text-small whitespace-nowrap">
        <strong className="max-w-[12ch] shrink-0 truncate">{brand}</strong>
        <span className="min-w-0 truncate text-muted">
          <strong className="text-ink">{newsletter.subject}</strong> – {firstWords(newsletter)}
        </span>
      </p>
      <Heading subject={newsletter.subject} />
      <MessageFrame html={newsletter.html} scheme="light" className="min-h-120 w-full flex-1" />
    </Program>
  )
}

/** Outlook on Windows draws with Word: no stylesheet, round corners, shadows or padding of text, and a frame in place of a modern picture. */
function Outlook({ newsletter }: ProgramProps) {
  const html = useMemo(() => asInOutlook(newsletter.html), [newsletter])
  return (
    <Program>
      <Heading subject={newsletter.subject} />
      <MessageFrame html={html} scheme="light" className="min-h-120 w-full flex-1" />
    </Program>
  )
}

function asInOutlook(html: string): string {
  const document = parse(html)
  for (const style of document.querySelectorAll('style')) style.remove()
  for (const { style, tagName } of document.querySelectorAll<HTMLElement>('[style]')) {
    for (const name of ['border-radius', 'box-shadow', 'background-image', 'opacity']) style.removeProperty(name)
    if (/^(A|P|DIV|SPAN|CODE|KBD)$/.test(tagName)) style.removeProperty('padding')
  }
  for (const picture of document.querySelectorAll('img'))
    if (!shownEverywhere.test(picture.getAttribute('src') ?? '')) picture.replaceWith(emptyFrame(document, picture))
  return `<!doctype html>${document.documentElement.outerHTML}`
}

function emptyFrame(document: Document, { alt, width }: HTMLImageElement): HTMLElement {
  const frame = document.createElement('span')
  frame.textContent = `✕ ${alt}`
  frame.style.cssText = `display:inline-block;box-sizing:border-box;width:${width || 120}px;max-width:100%;min-height:80px;padding:6px;border:1px solid #999;color:#444;font:13px sans-serif`
  return frame
}

const DarkPhone = ({ newsletter }: ProgramProps) => (
  <MessageFrame
    html={newsletter.html}
    scheme="dark"
    className="mx-auto block h-full w-[min(24.375rem,100%)] border-x border-line"
  />
)

const Program = ({ children }: { children: ReactNode }) => <div className="flex h-full flex-col">{children}</div>

function Heading({ subject }: { subject: string }) {
  const { brand, email } = useCompany()
  return (
    <div className="bg-raised px-4 py-3">
      <p className="text-h3 wrap-anywhere">{subject}</p>
      <div className="mt-2 flex items-center gap-2.5 text-small">
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-full bg-primary font-[600] text-on-primary"
        >
          {brand.charAt(0)}
        </span>
        <p className="min-w-0 truncate">
          <strong>{brand}</strong> <span className="text-muted">{email}</span>
        </p>
      </div>
    </div>
  )
}

/** How long a newsletter rests before it is checked, in ms, since a check opens the links to other sites. */
const pause = 2_000

/** The possible problems of a message. It looks when the form is opened, and each time that the form rests. */
export function NewsletterChecks({ typed }: { typed: object }) {
  const json = JSON.stringify(typed)
  const [checked, setChecked] = useState(json)
  useEffect(() => {
    const timer = setTimeout(() => setChecked(json), pause)
    return () => clearTimeout(timer)
  }, [json])
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['admin', '/api/newsletters/check', checked],
    queryFn: ({ signal }) =>
      adminFetch<{ findings: Finding[] }>('/api/newsletters/check', {
        method: 'POST',
        json: JSON.parse(checked),
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // The question before sending shows what the form has found.
    gcTime: 60_000,
    retry: false,
  })
  const isEarlier = checked !== json || isPlaceholderData
  const { findings = [] } = data ?? {}
  return (
    <div className="grid justify-items-start gap-3">
      {data && !error && (
        <ul
          aria-label="Findings"
          aria-live="polite"
          className={classNames('grid gap-1.5 text-small', isEarlier && 'text-muted')}
        >
          {findings.map(({ message, level }) => (
            <Line key={message} level={isEarlier ? 'earlier' : level} text={message} />
          ))}
          {findings.length === 0 && <Line level={isEarlier ? 'earlier' : 'none'} text="No problems found." />}
        </ul>
      )}
      {isFetching && (
        <p className="flex items-center gap-2 text-small text-muted">
          <SpinnerRing /> Checking…
        </p>
      )}
      {error && !isFetching && (
        <>
          <p role="alert" className="text-small text-warning">
            {error.message}
          </p>
          <Button variant="secondary" size="small" onClick={() => refetch()}>
            Run checks
          </Button>
        </>
      )}
    </div>
  )
}

const marks = {
  error: { icon: CircleX, tone: 'text-danger' },
  warning: { icon: CircleAlert, tone: 'text-warning' },
  none: { icon: CircleCheck, tone: 'text-success' },
  earlier: { icon: CircleAlert, tone: 'text-muted' },
}

function Line({ level, text }: { level: keyof typeof marks; text: string }) {
  const { icon: Icon, tone } = marks[level]
  return (
    <li className="flex gap-2">
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 shrink-0', tone)} />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </li>
  )
}
