import { useQuery } from '@tanstack/react-query'
import { Avatar } from '#ui/avatar.tsx'
import { classNames } from '#ui/class-names.ts'
import { Section } from '#ui/layout.tsx'
import { partQuery } from '#web/api-query.ts'
import type { Testimonial } from './testimonials.contract.ts'

const shown = 3

type StripProps = {
  /** The first ones, or those after them. Where there are no more, the first ones are shown again. */
  which: 'first' | 'next'
  /** Only the first of them, inside another section. */
  only?: boolean
}

/** The testimonials of clients, the first one large; nothing if there are none. */
export default function TestimonialsStrip({ which, only }: StripProps) {
  const all = useQuery(testimonialsQuery()).data ?? []
  const from = which === 'next' && all.length > shown ? shown : 0
  const [first, ...others] = all.slice(from, from + shown)
  if (!first) return null
  if (only) return <Quotation of={first} className="pt-6 pb-2 text-small" />
  return (
    <Section space="band" aria-labelledby="testimonials">
      <h2 id="testimonials" className="eyebrow">
        What clients say
      </h2>
      <div className="mt-8 grid gap-x-16 gap-y-10 lg:grid-cols-12">
        <Quotation of={first} lead className={others.length > 0 ? 'lg:col-span-7' : 'lg:col-span-10'} />
        {others.length > 0 && (
          <div className="grid content-start gap-8 lg:col-span-5">
            {others.map((other) => (
              <Quotation
                key={other._id}
                of={other}
                className="border-t border-line pt-8 lg:first:border-0 lg:first:pt-1"
              />
            ))}
          </div>
        )}
      </div>
    </Section>
  )
}

type QuotationProps = { of: Omit<Testimonial, 'active' | 'order'>; lead?: boolean; className: string }

export const Quotation = ({ of: { quote, name, role, company, photoUrl }, lead, className }: QuotationProps) => (
  <figure className={classNames('min-w-0', className)}>
    <blockquote
      dir="auto"
      className={classNames(
        '-indent-[0.42em] wrap-anywhere text-pretty whitespace-pre-line',
        lead ? 'font-display text-h2 font-[560]' : 'text-muted',
      )}
    >
      {`\u201c${quote}\u201d`}
    </blockquote>
    <figcaption className={classNames('flex items-center gap-4', lead ? 'mt-7' : 'mt-4')}>
      <Avatar name={name} url={photoUrl} size={lead ? 56 : 44} />
      <span className="min-w-0 text-small wrap-anywhere">
        <strong dir="auto" className="block font-[560]">
          {name}
        </strong>
        <span dir="auto" className="block text-muted">{`${role}, ${company}`}</span>
      </span>
    </figcaption>
  </figure>
)

export const testimonialsQuery = () => partQuery<Testimonial[]>('/api/testimonials')
