import { Section } from '#ui/layout.tsx'
import { TargetButton } from './target-link.tsx'

type CallToActionProps = {
  words: { actionTitle: string; actionText?: string | undefined; action: string | undefined }
  to?: string | undefined
}

export function CallToAction({ words: { actionTitle, actionText, action }, to = '/contact' }: CallToActionProps) {
  return (
    <Section ground="deep" className="later relative overflow-hidden print:hidden">
      <Traces />
      <div className="relative grid gap-8 lg:grid-cols-12 lg:items-end">
        <div className="lg:col-span-8">
          <h2 className="text-h1 wrap-anywhere">{actionTitle}</h2>
          {actionText && (
            <p className="mt-4 max-w-measure text-lead wrap-anywhere whitespace-pre-line text-muted">{actionText}</p>
          )}
        </div>
        <div className="flex flex-wrap gap-3 lg:col-span-4 lg:justify-end">
          {action !== undefined && <TargetButton to={to}>{action}</TargetButton>}
        </div>
      </div>
    </Section>
  )
}

/** A decoration: lines that run in from the left and turn down together. */
const Traces = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 640 400"
    preserveAspectRatio="xMaxYMin slice"
    className="absolute inset-y-0 right-0 h-full w-full mask-l-from-20% mask-l-to-60% text-deep-line max-md:hidden"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
  >
    {[0, 1, 2, 3, 4, 5, 6].map((n) => (
      <path
        key={n}
        d={`M-2000 ${28 + n * 18}H${520 - n * 18}a${96 - n * 12} ${96 - n * 12} 0 0 1 ${96 - n * 12} ${96 - n * 12}V420`}
      />
    ))}
    <circle cx="587.9" cy="56.1" r="5" className="text-accent" fill="currentColor" stroke="none" />
  </svg>
)
