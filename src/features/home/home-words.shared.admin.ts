import { callToAction, type Described, opening, pageTexts } from '#admin/fields/described-settings.ts'
import type { homeWords } from './home-words.contract.ts'

const craft = <Id extends 'cloud' | 'data' | 'ai' | 'training'>(id: Id) =>
  ({
    [`${id}Title`]: { label: 'Title' },
    [`${id}Text`]: { label: 'Text' },
    [`${id}Held`]: { label: 'What the client holds' },
  }) as Record<`${Id}Title` | `${Id}Text` | `${Id}Held`, Described>

const stop = <N extends number>(n: N) =>
  ({
    [`when${n}`]: { label: `Stop ${n}: when` },
    [`what${n}`]: { label: `Stop ${n}: what happens` },
    [`held${n}`]: { label: `Stop ${n}: what is handed over` },
  }) as Record<`when${N}` | `what${N}` | `held${N}`, Described>

export const homeTexts = pageTexts<typeof homeWords>()(
  '/',
  'Home',
  'The promise at the top, the four crafts, how a project goes, and the call to action.',
  {
    Opening: { ...opening, start: { label: 'First button' }, services: { label: 'Second button' } },
    Overview: { overview: { label: 'Title above the four' } },
    Cloud: craft('cloud'),
    Data: craft('data'),
    AI: craft('ai'),
    Training: craft('training'),
    'Case studies': { workTitle: { label: 'Title' } },
    'How a project goes': {
      engagementTitle: { label: 'Title' },
      engagementText: { label: 'Text' },
      ...stop(1),
      ...stop(2),
      ...stop(3),
      ...stop(4),
      ...stop(5),
      ...stop(6),
    },
    'Featured courses': { coursesTitle: { label: 'Title' }, coursesText: { label: 'Text' } },
    'Latest articles': { postsTitle: { label: 'Title' }, postsText: { label: 'Text' } },
    'Call to action': callToAction,
  },
)
