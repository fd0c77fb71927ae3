import { flag, group } from './settings.ts'

/** A setting for each kind whose versions need the approval of a second person, by the name of its table. */
export const publishingSettings = group('publishing', {
  title: 'Publishing',
  lead: 'Require a second person’s approval before content goes live. Owners can publish without it, and the activity log says so.',
  access: 'manage',
  pages: [],
  panels: {
    'Second person': {
      blogs: flag('Require approval for posts', {
        standard: false,
        hint: 'A colleague who can publish approves each version before it goes live. Posts that are already live or scheduled stay as they are.',
      }),
      cases: flag('Require approval for case studies', {
        standard: false,
        hint: 'The same for case studies. A client’s approval is recorded too, but does not count here.',
      }),
      pages: flag('Require approval for pages', {
        standard: false,
        hint: 'The same for the pages that you build from sections.',
      }),
      newsletters: flag('Require approval for newsletters', {
        standard: false,
        hint: 'A colleague approves the text and the audience before a newsletter is sent. Newsletters that are already scheduled are still sent.',
      }),
    },
  },
})
