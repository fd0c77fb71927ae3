import { flag, group } from './settings.ts'

/** A setting for each kind whose versions need the approval of a second person, by the name of its table. */
export const publishingSettings = group('publishing', {
  title: 'Publishing',
  lead: 'Which content needs a second person’s approval before it goes live.',
  access: 'manage',
  pages: [],
  panels: {
    'Second person': {
      blogs: flag('Require approval for posts', {
        standard: false,
        hint: 'A colleague who can publish must approve each version before it goes live. Posts that are already live or scheduled stay so.',
      }),
      cases: flag('Require approval for case studies', {
        standard: false,
        hint: 'The same for case studies. A client’s approval is recorded, but a colleague must approve too.',
      }),
      newsletters: flag('Require approval for newsletters', {
        standard: false,
        hint: 'A colleague must approve text and audience before sending. Newsletters that are already scheduled or about to be sent are still sent. Owners can publish and send without approval, and the activity log says so.',
      }),
    },
  },
})
