import { opening, pageTexts } from '#admin/fields/described-settings.ts'
import type { newsletterWords } from '#contract/default-words.ts'
import type { newsletterPageWords } from './newsletter-words.contract.ts'

export const newsletterTexts = pageTexts<typeof newsletterPageWords & typeof newsletterWords>()(
  '/newsletter',
  'Newsletter',
  'Next to the sign-up form in every footer, and on its own page.',
  {
    Page: opening,
    Footer: { footerTitle: { label: 'Title' }, footerText: { label: 'Text' } },
  },
)
