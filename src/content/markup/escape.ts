const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Makes a text safe between tags and inside quoted attributes of HTML. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** What XML has no way to write, not even as a reference. */
const notInXml = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** The same for XML, which is well-formed whatever the text holds. */
export const escapeXml = (text: string) => escapeHtml(text.replace(notInXml, ''))

/** JSON that may stand inside a script element: nothing in it can close the element or open another. */
export const jsonForScript = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c')
