import { Node } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { h } from 'hastscript'
import { Video as VideoIcon } from 'lucide-react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { videoOf } from '#content/markup/videos.ts'
import { videoLine } from '#content/markup/write-markdown.ts'
import { type VideoDetails, videoIn } from '#contract/videos.ts'
import { drawnBy, type TextBlock } from './block.ts'

/** The server's answer about each video, by its address. The next view repeats a failed call. */
const answers = new Map<string, Promise<VideoDetails>>()

function detailsOf(src: string): Promise<VideoDetails> {
  const asked =
    answers.get(src) ??
    adminFetch<VideoDetails>('/api/videos', { method: 'POST', json: { url: src }, quiet: true }).catch(() => {
      answers.delete(src)
      return {}
    })
  answers.set(src, asked)
  return asked
}

/** Renders a video as its page will: the picture and title that the server has fetched, or a panel with its address. */
function view({ attrs }: { attrs: Record<string, unknown> }) {
  const src = String(attrs['src'])
  const video = videoIn(src)
  const dom = document.createElement('figure')
  dom.className = 'video'
  const panel = dom.appendChild(document.createElement('div'))
  const title = panel.appendChild(span('video-title', src))
  title.dataset['site'] = video?.site ?? ''
  detailsOf(src).then((details) => {
    if (details.title) title.textContent = details.title
    if (details.imageUrl)
      panel.prepend(Object.assign(document.createElement('img'), { src: details.imageUrl, alt: '' }))
    const missing = [!details.title && 'title', !details.imageUrl && 'image'].filter(Boolean).join(' and ')
    // The writer learns what readers will miss.
    if (missing)
      panel.append(span('video-note', `The ${missing} could not be fetched from ${video?.site ?? 'its site'}.`))
  })
  return { dom, ignoreMutation: () => true }
}

const span = (className: string, textContent: string) =>
  Object.assign(document.createElement('span'), { className, textContent })

const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { isRequired: true, parseHTML: (element: HTMLElement) => element.dataset['videoAddress'], rendered: false },
  }),
  parseHTML: () => [{ tag: 'div[data-video-address]' }],
  renderHTML: ({ node: { attrs } }) => ['div', { 'data-video-address': attrs['src'] }, attrs['src']],
  ...drawnBy('video', view),
})

/** A video at YouTube or Vimeo, in the source a paragraph with only its address. */
export const video: TextBlock = {
  extensions: [Video],
  nodes: ['video'],
  tags: ['p'],
  read(element) {
    const found = videoOf(element)
    return found && [{ type: 'video', attrs: { src: found.address } }]
  },
  toMarkdown: ({ attrs }) => [videoLine(attrs['src'])],
  toHtml: ({ attrs }) => h('p', attrs['src']),
  menu: [{ label: 'Video', icon: VideoIcon, slash: 'youtube vimeo film', insert: true, run: 'video' }],
}

/** Turns the paragraph at the cursor into a video if it has only the address of one. Enter calls it. */
export function takeTypedVideo(view: EditorView): boolean {
  const { $from, empty } = view.state.selection
  return empty && $from.parentOffset === $from.parent.content.size && replaceParagraph(view, $from.parent.textContent)
}

/** Inserts a video if its address is pasted into an empty paragraph. */
export function takePastedVideo(view: EditorView, data: DataTransfer | null): boolean {
  const { $from, empty } = view.state.selection
  return empty && $from.parent.content.size === 0 && replaceParagraph(view, data?.getData('text/plain') ?? '')
}

/** The cursor goes to a new paragraph below. Points of a list stay lines of text. */
function replaceParagraph({ state, dispatch }: EditorView, text: string): boolean {
  const { $from } = state.selection
  const { video, paragraph } = state.schema.nodes
  const src = text.trim()
  const within = $from.depth > 0 ? $from.node(-1).type.name : ''
  if (!video || !paragraph || $from.parent.type !== paragraph || /item$/i.test(within) || !videoIn(src)) return false
  const { tr } = state
  tr.replaceWith($from.before(), $from.after(), [video.create({ src }), paragraph.create()])
  tr.setSelection(TextSelection.near(tr.doc.resolve($from.before() + 2)))
  dispatch(tr.scrollIntoView())
  return true
}
