import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { internalHeaders } from '#server/http/rate-limits.ts'
import { callAs } from './staff-calls.ts'
import type { SignedIn, TestApp } from './start-app.ts'

/** Switches assistants on, as an owner does. */
export const allowAssistants = async (site: TestApp, owner: SignedIn, more: object = {}) =>
  callAs(site, owner)('PUT', '/api/settings/connections', { assistants: true, ...more })

/** Connects the client of the official SDK with the secret of a token or an assistant. */
export async function connectClient({ url }: TestApp, { headers }: { headers: { authorization: string } }) {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL('/api/mcp', url), {
    requestInit: { headers: { ...internalHeaders, ...headers } },
  })
  await client.connect(transport as Parameters<typeof client.connect>[0])
  return client
}

// biome-ignore lint/suspicious/noExplicitAny: each tool answers something else
type Answer = { text: string; data: any; refused: boolean; fromOutside: boolean }

/** Uses a tool. `text` is all that an assistant reads. */
export const useTools =
  (client: Client) =>
  async (name: string, input: object = {}): Promise<Answer> => {
    const { content, structuredContent, isError, _meta } = await client.callTool({ name, arguments: { ...input } })
    const texts = content as { text: string }[]
    const text = texts.map((one) => one.text).join('\n\n')
    const json = texts[0]?.text.startsWith('{') ? JSON.parse(texts[0].text) : undefined
    return {
      ...{ text, data: structuredContent ?? json, refused: isError === true },
      fromOutside: _meta?.['atrium/outsideText'] === true,
    }
  }
