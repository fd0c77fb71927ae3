import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import type { MediaItem } from '#contract/media-library.ts'
import { LibraryPicker } from './library-picker.tsx'

type SourceTabsProps = {
  /** The tab that is open at first. */
  first: 'upload' | 'library'
  /** The kind of items in the library tab; pictures by default. */
  kind?: 'pictures' | 'files'
  /** The first tab: how to upload one. */
  upload: ReactNode
  onPick: (item: MediaItem) => void
}

const tab =
  'h-9 border-b-2 border-transparent px-3 text-small font-[560] text-muted hover:text-ink data-[state=active]:border-primary data-[state=active]:text-ink'

/** Where a picture or a PDF comes from: a new upload, or the library. */
export const SourceTabs = ({ first, kind = 'pictures', upload, onPick }: SourceTabsProps) => (
  <Tabs.Root defaultValue={first} className="grid gap-4">
    <Tabs.List
      aria-label={kind === 'pictures' ? 'Where the picture comes from' : 'Where the PDF comes from'}
      className="flex gap-1 border-b border-line"
    >
      <Tabs.Trigger value="upload" className={tab}>
        Upload
      </Tabs.Trigger>
      <Tabs.Trigger value="library" className={tab}>
        Library
      </Tabs.Trigger>
    </Tabs.List>
    <Tabs.Content value="upload" tabIndex={-1} className="grid gap-2">
      {upload}
    </Tabs.Content>
    <Tabs.Content value="library" tabIndex={-1}>
      <LibraryPicker kind={kind} onPick={onPick} />
    </Tabs.Content>
  </Tabs.Root>
)
