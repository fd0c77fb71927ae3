import { CallToAction } from '#site/page/call-to-action.tsx'
import type { kind } from './action.contract.ts'
import type { Shown } from './section.contract.ts'

export const Section = ({ title, text, button }: Shown<typeof kind>) => (
  <CallToAction words={{ actionTitle: title, actionText: text, action: button?.label }} to={button?.to} />
)
