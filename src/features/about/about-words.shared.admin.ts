import { callToAction, type Described, opening, pageTexts } from '#admin/fields/described-settings.ts'
import type { aboutWords } from './about-words.contract.ts'

const step = <N extends number>(n: N) =>
  ({
    [`step${n}Year`]: { label: `Step ${n}: year`, hint: 'Above the step. Leave empty to omit it.', mayBeEmpty: true },
    [`step${n}`]: { label: `Step ${n}` },
    [`step${n}Text`]: { label: `Step ${n}: text` },
  }) as Record<`step${N}Year` | `step${N}` | `step${N}Text`, Described>

export const aboutTexts = pageTexts<typeof aboutWords>()(
  '/about',
  'About',
  'Who you are, your journey and your mission.',
  {
    Opening: { ...opening, caption: { label: 'Below the drawing' } },
    'Who you are': {
      usTitle: { label: 'Title' },
      us1: { label: 'First paragraph' },
      us2: { label: 'Second paragraph' },
      us3: { label: 'Last line' },
    },
    Journey: { journeyTitle: { label: 'Title' }, ...step(1), ...step(2), ...step(3) },
    Mission: { missionTitle: { label: 'Title' }, mission: { label: 'Mission' } },
    'Call to action': callToAction,
  },
)
