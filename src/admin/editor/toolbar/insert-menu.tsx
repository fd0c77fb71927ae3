import type { Editor } from '@tiptap/react'
import { Images, Info, ListCollapse, Plus, Video } from 'lucide-react'
import { type CalloutKind, callouts } from '#content/markup/callouts.ts'
import { ToolMenu, ToolMenuItem } from './tool-menu.tsx'

type InsertMenuProps = { editor: Editor; inCallout: boolean; onGallery: () => void; onVideo: () => void }

/** The less frequent blocks. */
export const InsertMenu = ({ editor, inCallout, onGallery, onVideo }: InsertMenuProps) => (
  <ToolMenu label="Insert" face={<Plus aria-hidden="true" />} pressed={inCallout} onClosed={() => editor.view.focus()}>
    {(Object.entries(callouts) as [CalloutKind, string][]).map(([kind, label]) => (
      <ToolMenuItem key={kind} onChoose={() => editor.commands.setCallout(kind)}>
        <Info aria-hidden="true" className="size-4" />
        <span>Callout: {label}</span>
      </ToolMenuItem>
    ))}
    {inCallout && (
      <ToolMenuItem onChoose={() => editor.commands.unsetCallout()}>
        <Info aria-hidden="true" className="size-4 opacity-45" />
        <span>Remove the callout</span>
      </ToolMenuItem>
    )}
    <ToolMenuItem onChoose={() => editor.commands.insertFolded()}>
      <ListCollapse aria-hidden="true" className="size-4" />
      <span>Folded text</span>
    </ToolMenuItem>
    <ToolMenuItem onChoose={onGallery}>
      <Images aria-hidden="true" className="size-4" />
      <span>Gallery</span>
    </ToolMenuItem>
    <ToolMenuItem onChoose={onVideo}>
      <Video aria-hidden="true" className="size-4" />
      <span>Video</span>
    </ToolMenuItem>
  </ToolMenu>
)
