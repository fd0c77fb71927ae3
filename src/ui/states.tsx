import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

const frame = 'mx-auto grid min-h-64 max-w-measure place-items-center content-center gap-2 py-16 text-center'

/** `h1` if the page shows only this state. */
type TitleElement = { as?: 'p' | 'h1' }

type EmptyStateProps = { title: string; drawing?: ReactNode; children?: ReactNode } & TitleElement

/** An empty state: what is missing, and what to do about it. */
export function EmptyState({ title, as: Title = 'p', drawing = <EmptyDrawing />, children }: EmptyStateProps) {
  return (
    <div role="status" className={frame}>
      {drawing}
      <Title className="mt-4 font-display text-h3 font-[640]">{title}</Title>
      {children && <div className="text-muted">{children}</div>}
    </div>
  )
}

type ErrorStateProps = { message: string; onRetry?: () => void; children?: ReactNode } & TitleElement

/** A failed load, with a button to try again. */
export function ErrorState({ message, as: Title = 'p', onRetry, children }: ErrorStateProps) {
  return (
    <div role="alert" className={frame}>
      <ErrorDrawing />
      <Title className="mt-4 font-display text-h3 font-[640]">{message}</Title>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        {onRetry && (
          // In a document that is not hydrated, the boot script loads the page again.
          <Button variant="secondary" onClick={onRetry} data-reload>
            Try Again
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}

const Drawing = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 96 64"
    width="96"
    height="64"
    fill="none"
    aria-hidden="true"
    className="text-edge"
    stroke="currentColor"
    strokeWidth="1.5"
  >
    {children}
  </svg>
)

const EmptyDrawing = () => (
  <Drawing>
    <path d="M8 38v14a6 6 0 0 0 6 6h68a6 6 0 0 0 6-6V38" />
    <path d="M8 38 20 16M88 38 76 16M8 38h22a4 4 0 0 1 4 3 14 14 0 0 0 28 0 4 4 0 0 1 4-3h22" />
    <path d="M38 6h20M34 16h28M30 26h36" strokeDasharray="3 5" />
  </Drawing>
)

const ErrorDrawing = () => (
  <Drawing>
    <rect x="6" y="18" width="26" height="28" rx="5" />
    <rect x="64" y="18" width="26" height="28" rx="5" />
    <path d="M32 32h9M55 32h9" />
    <path
      d="m43 26 10 12M53 26 43 38"
      className="text-danger"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
    />
    <path d="M12 26h14M70 26h14M12 33h8M70 33h8" />
  </Drawing>
)

/** A decoration for a page that is missing: a line that leaves its path and ends in a question mark. */
export const LostLine = ({ className = 'w-full max-w-md' }: { className?: string }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 440 240"
    className={classNames('text-line', className)}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
  >
    <path d="M0 48h440M0 96h440M0 144h440M0 192h440" />
    <path
      className="text-primary"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      d="M0 144h150c44 0 44-48 88-48h10c40 0 56 24 56 50 0 34-44 40-58 22-16-20 6-66 60-66"
    />
    <circle className="text-accent" fill="currentColor" stroke="none" cx="322" cy="101" r="7" />
    <path
      className="text-edge"
      stroke="currentColor"
      strokeDasharray="2 9"
      strokeLinecap="round"
      strokeWidth="3"
      d="M342 97c30-5 60-1 98-1"
    />
  </svg>
)
