import { Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCompany } from '#web/company-context.tsx'
import { IconFrame } from './icon-frame.tsx'

type OfficeHours = { from: number; to: number }

const time = String.raw`(\d{1,2})(?:[:.](\d\d))?(?:\s*([ap])\.?m\b\.?)?`
const twoTimes = new RegExp(String.raw`\b${time}\s*(?:to|until|[-–—])\s*${time}`, 'i')

const minutes = (hour: string, minute = '0', half?: string) =>
  (half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)) * 60 + Number(minute)

/** The hours of a day that a text names, such as `Mon-Fri from 8am to 6pm` or `9:00–17:30`, in minutes after midnight. */
export function officeHours(text: string): OfficeHours | undefined {
  const [, ...parts] = twoTimes.exec(text) ?? []
  if (parts.length === 0) return
  const from = minutes(...(parts.slice(0, 3) as [string]))
  const end = minutes(...(parts.slice(3) as [string]))
  // "9 to 5" ends in the afternoon.
  const to = end <= from && !parts[5] ? end + 12 * 60 : end
  return from < to && to <= 24 * 60 ? { from, to } : undefined
}

export default function GetInTouch() {
  const { email, phone, phoneHours, address } = useCompany()
  const hours = officeHours(phoneHours)
  return (
    <section aria-labelledby="in-touch">
      <h2 id="in-touch" className="text-h3">
        Get in touch
      </h2>
      <dl className="mt-4 divide-y divide-line border-y border-line">
        <Way icon={<Mail />} name="Email">
          <a className="link wrap-anywhere" href={`mailto:${email}`}>
            {email}
          </a>
        </Way>
        <Way icon={<Phone />} name="Phone">
          <a className="link tabular-nums" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
            {phone}
          </a>
          <span className="block text-small text-muted">{phoneHours}</span>
          {hours && <HoursOfADay hours={hours} city={address.city} />}
        </Way>
        <Way icon={<MapPin />} name="Office">
          <address className="not-italic">
            {address.street}
            <br />
            {address.city} {address.postalCode}, {address.region}
            <br />
            {address.country}
          </address>
        </Way>
      </dl>
    </section>
  )
}

const Way = ({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) => (
  <div className="relative py-4 pl-9">
    <dt className="eyebrow">
      <IconFrame className="absolute top-5 left-0">{icon}</IconFrame>
      {name}
    </dt>
    <dd>{children}</dd>
  </div>
)

const place = (minutes: number) => `${minutes / 14.4}%`

const hourTicks =
  'linear-gradient(to right, var(--color-line) 1px, transparent 1px) 0 100% / calc((100% - 1px) / 24) 60% repeat-x'

/** The hours drawn on the line of a day. The zone of its noon helps callers from elsewhere; the text above has the same hours in words. */
const HoursOfADay = ({ hours: { from, to }, city }: { hours: OfficeHours; city: string }) => (
  <span aria-hidden="true" className="mt-3 block max-w-[22rem] text-fine text-muted">
    <span className="relative block h-3 border-b border-edge" style={{ background: hourTicks }}>
      <span
        className="absolute -bottom-0.5 h-[3px] rounded-full bg-primary"
        style={{ left: place(from), width: place(to - from) }}
      />
    </span>
    <span className="mt-1 grid grid-cols-[auto_1fr_auto] gap-2 tabular-nums">
      <span>0</span>
      <span className="text-center">noon in {city}</span>
      <span>24</span>
    </span>
  </span>
)
