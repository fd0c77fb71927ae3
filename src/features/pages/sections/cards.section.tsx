import { Section as Band, Card } from '#ui/layout.tsx'
import type { kind } from './cards.contract.ts'
import type { Shown } from './section.contract.ts'

export const Section = ({ title, cards }: Shown<typeof kind>) => (
  <Band space="band">
    {title && <h2 className="text-h2">{title}</h2>}
    <ul className="mt-8 grid gap-6 md:grid-cols-2 lg:grid-cols-3">
      {cards.map(({ title, text }) => (
        <Card as="li" key={title}>
          <h3 className="text-h3">{title}</h3>
          <p className="mt-3 text-muted">{text}</p>
        </Card>
      ))}
    </ul>
  </Band>
)
