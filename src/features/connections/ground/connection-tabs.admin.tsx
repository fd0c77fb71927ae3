import { LinkTabs } from '#admin/lists/filter-buttons.tsx'
import { useMay } from '#admin/session/use-auth.ts'

const paths = {
  tokens: '/admin/connections',
  hooks: '/admin/connections/hooks',
  assistants: '/admin/connections/assistants',
}

/** The lists of what other programs do here. Webhooks send what happens on the site, so they are for owners. */
export function ConnectionTabs({ shown }: { shown: keyof typeof paths }) {
  const tabs = [
    { to: paths.tokens, title: 'Tokens' },
    ...(useMay('manage') ? [{ to: paths.hooks, title: 'Webhooks' }] : []),
    { to: paths.assistants, title: 'Assistants' },
  ]
  return <LinkTabs label="Connections" tabs={tabs} shown={paths[shown]} />
}
