import { CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAct } from '#admin/api/use-act.ts'
import {
  findDeadLinks,
  goToCheck,
  outsideLinksIn,
  type useChecks,
  type useDeadLinks,
} from '#admin/checks/use-checks.ts'
import { formatCount } from '#admin/format.ts'
import { FormPanel } from '#admin/forms/form-layout.tsx'
import type { useRenderedContent } from '#admin/preview/rendered.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import type { WritingCheck } from '#content/markup/check-writing.ts'
import type { LinkCardInput } from '#contract/link-card.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { findMissingLetters, useLinkCard } from './use-link-card.ts'

export type Rendering = Pick<ReturnType<typeof useRenderedContent>, 'rendered' | 'refused' | 'state'>

type ProblemsInput = {
  checks: ReturnType<typeof useChecks>
  links: ReturnType<typeof useDeadLinks>
  renderings: Rendering[]
  /** The drawn link preview of the record. */
  card: LinkCardInput | null
  /** Problems that the form knows, which are not in its texts. */
  others: WritingCheck[]
}

export type FoundProblems = ReturnType<typeof useProblems> & {
  /** Whether nothing is typed yet. */
  isEmpty: boolean
  /** The rendered texts, with their links to other sites. */
  html: string
}

/** All that the checks of a record have found, and whether they are still looking. */
export function useProblems({ checks, links, renderings, card, others }: ProblemsInput) {
  const drawn = useLinkCard(card)
  const missing = findMissingLetters(drawn.card)
  const letters: WritingCheck[] = missing ? [{ text: missing, place: { field: 'title' } }] : []
  // Until the page is rendered as it is now, its text is unknown.
  const isEarlier = renderings.some(({ state, refused }) => state === 'earlier' && !refused)
  const looking = isEarlier || !checks.looked || !links.looked || !drawn.current
  // Before the first look is complete, nothing is known. Later the findings of the earlier text stay without colour.
  const [hasLooked, setHasLooked] = useState(false)
  if (!looking && !hasLooked) setHasLooked(true)
  return {
    found: [...others, ...(hasLooked ? [...checks.checks, ...links.dead, ...letters] : [])],
    looking,
    unseen: links.unseen,
    failed: drawn.failed || renderings.some(({ refused, state }) => refused !== undefined || state === 'failed'),
  }
}

/** The field to which a finding leads, if it names one. */
const fieldOf = ({ place }: WritingCheck): string | undefined =>
  place === null ? undefined : 'field' in place ? place.field : place.within

type PrePublishCheckProps = {
  check: FoundProblems
  /** Shows a field to which a finding leads, or in whose text it is. */
  onGoToField: (field: string) => void
}

/** A list of possible problems. It prevents nothing. */
export function PrePublishCheck({ check, onGoToField }: PrePublishCheckProps) {
  const { found, looking, unseen, failed, isEmpty, html } = check
  return (
    <FormPanel title="Pre-publish check">
      <ul aria-label="Issues" className="grid gap-1 text-small">
        {found.map((check, index) => (
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
                  const field = fieldOf(check)
                  if (field !== undefined) flushSync(() => onGoToField(field))
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
          <Verdict looking={looking} found={found.length} unseen={unseen} failed={failed} isEmpty={isEmpty} />
        </li>
      </ul>
      <OutsideLinks html={html} />
    </FormPanel>
  )
}

type VerdictProps = { looking: boolean; found: number; unseen: number; failed: boolean; isEmpty: boolean }

/** The last line of the list. It says "No issues found" only after every check has run. */
function Verdict({ looking, found, unseen, failed, isEmpty }: VerdictProps) {
  if (isEmpty) return found === 0 && <Line icon={Clock} tone="text-muted" text="Nothing to check yet." />
  if (failed) return <Line icon={CircleAlert} tone="text-warning" text="The text could not be checked." />
  if (looking) return <Line icon={Clock} tone="text-muted" text="Checking…" />
  if (unseen > 0)
    return <Line icon={CircleAlert} tone="text-warning" text={`${formatCount(unseen, 'link')} could not be checked.`} />
  return found === 0 && <Line icon={CircleCheck} tone="text-success" text="No issues found." />
}

const Line = ({ icon: Icon, tone, text }: { icon: LucideIcon; tone: string; text: string }) => (
  <>
    <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 shrink-0', tone)} />
    {text}
  </>
)

/** Asks the server for the pages of other sites that the text links to. It only runs on request, because it reveals the text's existence to those sites. */
function OutsideLinks({ html }: { html: string }) {
  const { act, busy, failure } = useAct({ inPlace: true })
  const [answer, setAnswer] = useState('')
  const links = useMemo(() => outsideLinksIn(html), [html])
  if (useReadOnly() || links.length === 0) return null
  const check = () =>
    act(async () => {
      const dead = await findDeadLinks(links)
      setAnswer(dead.length === 0 ? 'All links work.' : `Broken links: ${dead.join(', ')}`)
    })
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" size="small" busy={busy} onClick={check}>
        Check {formatCount(links.length, 'external link')}
      </Button>
      <p role="status" className="text-small text-muted [overflow-wrap:anywhere]">
        {failure ?? answer}
      </p>
    </div>
  )
}
