import type { MarkedText as Parts } from '#contract/fields.ts'

export const MarkedText = ({ parts }: { parts: Parts }) =>
  parts.map(({ text, marked }, place) =>
    marked ? (
      <mark key={place} className="rounded-mark bg-accent-soft text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  )
