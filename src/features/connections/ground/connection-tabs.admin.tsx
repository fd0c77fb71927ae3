import { LinkTabs } from '#admin/lists/filter-buttons.tsx'

const tabs = {
  tokens: { to: '/admin/connections', title: 'Tokens' },
  hooks: { to: '/admin/connections/hooks', title: 'Webhooks' },
  assistants: { to: '/admin/connections/assistants', title: 'Assistants' },
}

/** The screens of connections. A link is absent for those who may not open its screen. */
export const ConnectionTabs = ({ shown }: { shown: keyof typeof tabs }) => (
  <LinkTabs label="Connections" tabs={Object.values(tabs)} shown={tabs[shown].to} />
)
