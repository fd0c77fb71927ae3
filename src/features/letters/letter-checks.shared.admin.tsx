import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Finding } from './message/message.contract.ts'

type LetterChecksProps = {
  /** The letter as it is typed. */
  typed: object
  /** Checks at once, and not only on request. */
  now?: boolean
}

/**
 * Possible problems of a message: links, weight, pictures, the sending domain. It prevents nothing. It looks on request, because it opens the links
 * to other sites.
 */
export function LetterChecks({ typed, now = false }: LetterChecksProps) {
  const json = JSON.stringify(typed)
  const [asked, setAsked] = useState(now ? json : null)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', '/api/letters/check', asked],
    queryFn: ({ signal }) =>
      adminFetch<{ findings: Finding[] }>('/api/letters/check', {
        method: 'POST',
        json: JSON.parse(asked ?? '{}'),
        quiet: true,
        signal,
      }),
    enabled: asked !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const isEarlier = asked !== json
  const { findings = [] } = data ?? {}
  return (
    <div className="grid justify-items-start gap-3">
      {(data || error) && (
        <ul
          aria-label="Findings"
          aria-live="polite"
          className={classNames('grid gap-1.5 text-small', isEarlier && 'text-muted')}
        >
          {findings.map(({ message, level }) => (
            <Line key={message} level={isEarlier ? 'earlier' : level} text={message} />
          ))}
          {error && <Line level="warning" text={error.message} />}
          {data && findings.length === 0 && <Line level={isEarlier ? 'earlier' : 'none'} text="No problems found." />}
        </ul>
      )}
      <Button
        variant="secondary"
        size="small"
        busy={isFetching}
        onClick={() => (asked === json ? refetch() : setAsked(json))}
      >
        {asked !== null ? 'Check again' : 'Check links, weight and sender'}
      </Button>
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
