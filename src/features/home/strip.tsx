import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'

type StripProps = {
  id: string
  title: string
  text: string
  /** The path of the whole list. */
  all: { to: string; label: string }
  ground?: 'paper' | 'sunken' | undefined
  pending: boolean
  children: ReactNode
}

/** A section of Home with the beginning of a list: a description at the left, the first entries at the right. */
export function Strip({ id, title, text, all, ground, pending, children }: StripProps) {
  return (
    <Section ground={ground} space="band" aria-labelledby={id} className="later [--later:40rem] lg:[--later:30rem]">
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <h2 id={id} className="text-h2">
            {title}
          </h2>
          <p className="mt-3 max-w-[22rem] text-muted">{text}</p>
          <Link to={all.to} className="link-quiet mt-4 inline-flex items-center gap-2 py-1 font-[560] text-primary">
            {all.label}
            <ArrowRight aria-hidden="true" className="size-4.5" />
          </Link>
        </div>
        <div className="lg:col-span-8">
          {pending ? <Skeleton /> : <ul className="divide-y divide-line border-y border-line">{children}</ul>}
        </div>
      </div>
    </Section>
  )
}
const Skeleton = () => (
  <div aria-hidden="true" className="divide-y divide-line border-y border-line">
    {[1, 2, 3].map((row) => (
      <div key={row} className="grid gap-3 py-6">
        <div className="h-5 w-2/3 rounded-mark bg-line" />
        <div className="h-4 w-5/6 rounded-mark bg-line" />
      </div>
    ))}
  </div>
)
