import { flag, group, text } from '#contract/settings.ts'

/** What other programs may do and read here. */
export const connectionSettings = group('connections', {
  title: 'Assistants and robots',
  lead: 'Rules for the assistants of your staff, and for robots that read the site.',
  access: 'manage',
  pages: [],
  panels: {
    Assistants: {
      assistants: flag('Staff can connect assistants', {
        standard: false,
        hint: 'An assistant such as Claude or ChatGPT can read what its user reads, and propose drafts. It never publishes, sends or deletes.',
      }),
      tone: text('Tone for assistants', {
        standard: '',
        control: 'lines',
        max: 2_000,
        mayBeEmpty: true,
        hint: 'How the company writes, in a few sentences. Assistants read it before they write. Blank: they follow the pages.',
      }),
    },
    Robots: {
      llms: flag('Offer /llms.txt', {
        standard: true,
        hint: 'A list of your public pages for assistants. Each page is also there as Markdown, at its address with .md.',
      }),
      llmsText: text('Introduction in /llms.txt', {
        standard: '',
        control: 'lines',
        max: 1_000,
        mayBeEmpty: true,
        hint: 'One paragraph about the company. Blank: the tagline.',
      }),
      noTraining: flag('Assistants may read, but not train', {
        standard: false,
        hint: 'robots.txt asks companies not to train models with your pages. Search and answers still work.',
      }),
    },
  },
})
