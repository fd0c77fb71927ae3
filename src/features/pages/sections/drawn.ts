import type { ComponentType } from 'react'
import { Section as Action } from './action.section.tsx'
import { Section as Articles } from './articles.section.tsx'
import { Section as Cards } from './cards.section.tsx'
import { Section as Cases } from './cases.section.tsx'
import { Section as Courses } from './courses.section.tsx'
import { Section as Event } from './event.section.tsx'
import { Section as Files } from './files.section.tsx'
import { Section as Form } from './form.section.tsx'
import { Section as Gallery } from './gallery.section.tsx'
import { Section as Logos } from './logos.section.tsx'
import { Section as Numbers } from './numbers.section.tsx'
import { Section as Opening } from './opening.section.tsx'
import { Section as People } from './people.section.tsx'
import { Section as Picture } from './picture.section.tsx'
import { Section as Questions } from './questions.section.tsx'
import { Section as Steps } from './steps.section.tsx'
import { Section as Testimonial } from './testimonial.section.tsx'
import { Section as Text } from './text.section.tsx'
import { Section as Video } from './video.section.tsx'

/** The component of each kind of section. Only pages import it, so that the back office downloads none of them. */
// biome-ignore lint/suspicious/noExplicitAny: each takes the section of its kind, as the server has resolved it
export const drawnKinds: Record<string, ComponentType<any>> = {
  opening: Opening,
  text: Text,
  cards: Cards,
  event: Event,
  form: Form,
  numbers: Numbers,
  picture: Picture,
  gallery: Gallery,
  video: Video,
  people: People,
  logos: Logos,
  steps: Steps,
  action: Action,
  testimonial: Testimonial,
  cases: Cases,
  questions: Questions,
  courses: Courses,
  articles: Articles,
  files: Files,
}

/** Kinds with a ground or rules from one edge of the window to the other. */
export const onOwnGround = new Set(['opening', 'numbers', 'event', 'action'])

/** Kinds that read as one text with those before and after them. */
export const flowing = new Set(['text', 'picture', 'gallery', 'video'])
