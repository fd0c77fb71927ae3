import { ButtonLink } from '#ui/button.tsx'
import { PageHero } from '#web/page-frame.tsx'
import type { kind } from './opening.contract.ts'
import type { Shown } from './section.contract.ts'

export const Section = ({ title, text, buttons = [] }: Shown<typeof kind>) => (
  <PageHero title={title} lead={text}>
    {buttons.length > 0 && (
      <div className="flex flex-wrap gap-3">
        {buttons.map(({ label, to }, index) => (
          <ButtonLink key={label} to={to} size="large" variant={index === 0 ? 'primary' : 'secondary'}>
            {label}
          </ButtonLink>
        ))}
      </div>
    )}
  </PageHero>
)
