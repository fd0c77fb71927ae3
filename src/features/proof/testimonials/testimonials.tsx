import type { ComponentProps } from 'react'
import { ServerPart } from '#web/server-part.tsx'
import type TestimonialsStrip from './testimonials-strip.tsx'

const load = () => import('./testimonials-strip.tsx')
const onServer = import.meta.env.SSR ? await load() : undefined

/** What clients say, on a page with a client. */
export const Testimonials = (of: ComponentProps<typeof TestimonialsStrip>) => (
  <ServerPart load={load} onServer={onServer} of={of} />
)
