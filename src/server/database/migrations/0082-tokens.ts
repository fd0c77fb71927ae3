import { type Migration, makeTables } from './make-table.ts'

/** Tokens of programs, and assistants that staff have connected. */
export const tokens: Migration = {
  name: '0082-tokens',
  up: (db, kind) =>
    makeTables(db, kind, {
      oauthClients: {
        key: ['id'],
        columns: { id: 'text', name: 'text', redirectUris: 'json', createdAt: 'time', allowedAt: 'time?' },
        indexes: { unused: { on: ['createdAt', 'id'], where: '"allowedAt" is null' } },
      },
      tokens: {
        key: ['id'],
        columns: {
          id: 'text',
          kind: 'text',
          userId: 'text',
          name: 'text',
          permissions: 'json',
          clientId: 'text?',
          host: 'text?',
          createdAt: 'time',
          expiresAt: 'time?',
          endedAt: 'time?',
          lastUsedAt: 'time?',
          lastUsedFrom: 'text?',
        },
        references: { userId: 'users.id+', clientId: 'oauthClients.id+' },
        checks: {
          kind: `"kind" in ('program', 'assistant')`,
          client: `("kind" = 'assistant') = ("clientId" is not null and "host" is not null)`,
        },
        indexes: { user: ['userId'], client: { on: ['clientId'], where: '"clientId" is not null' } },
      },
      tokenSecrets: {
        key: ['hash'],
        columns: { hash: 'text', tokenId: 'text', use: 'text', createdAt: 'time', expiresAt: 'time?', usedAt: 'time?' },
        references: { tokenId: 'tokens.id+' },
        checks: { use: `"use" in ('access', 'refresh')` },
        indexes: { token: ['tokenId'] },
      },
      tokenUses: {
        key: ['tokenId', 'day'],
        clustered: true,
        columns: { tokenId: 'text', day: 'text', count: 'integer' },
        references: { tokenId: 'tokens.id+' },
      },
      oauthCodes: {
        key: ['hash'],
        columns: {
          hash: 'text',
          clientId: 'text',
          userId: 'text',
          redirectUri: 'text',
          challenge: 'text',
          permissions: 'json',
          expiresAt: 'time',
          tokenId: 'text?',
        },
        references: { clientId: 'oauthClients.id+', userId: 'users.id+', tokenId: 'tokens.id+' },
        indexes: { end: ['expiresAt'] },
      },
    }),
}
