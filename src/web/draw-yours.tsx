import type { ReactNode } from 'react'
import { coverName, coverPath, longestCoverName } from '#contract/cover.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Cover } from '#ui/content-image.tsx'
import { TextInput } from '#ui/field.tsx'

type DrawYoursProps = {
  children: ReactNode
  name?: string
}

/** A field for a name, next to the cover of the name. The boot script loads `draw.ts` when the field gets the focus. */
export default function DrawYours({ children, name = '' }: DrawYoursProps) {
  return (
    <div
      data-draw
      data-named={name ? '' : undefined}
      className="group/draw grid items-center gap-x-12 gap-y-8 lg:grid-cols-12"
    >
      <div className="lg:col-span-5">
        {children}
        <div className="mt-7 print:hidden">
          <DrawingField name={name} />
        </div>
      </div>
      <div className="relative aspect-[16/9] overflow-hidden rounded-panel lg:col-span-7">
        <Cover slug={name || 'your-name'} category="" className="size-full" />
        {/* The typed name, over the one that the server has drawn. */}
        <img
          src={`${coverPath(coverName(name) || 'you')}.svg`}
          alt=""
          loading="lazy"
          hidden
          className="absolute inset-0 size-full object-cover"
        />
      </div>
    </div>
  )
}

/** The field of a drawing, and the acts for the cover of a name. Without scripts it is a form that leads to the page of the name. */
const DrawingField = ({ name }: { name: string }) => (
  <>
    <form action="/cover" data-module="/draw.js" className="flex items-end gap-2">
      <TextInput
        label="Your name"
        name="name"
        defaultValue={name}
        maxLength={longestCoverName}
        autoComplete="off"
        spellCheck={false}
        className="min-w-0 flex-1"
      />
      <Button type="submit" variant="secondary" className="h-control!">
        Draw
      </Button>
    </form>
    <div className="invisible mt-3 flex min-h-9 flex-wrap items-center gap-x-1.5 group-data-named/draw:visible pointer-coarse:min-h-11">
      <ButtonLink
        href={`${coverPath(coverName(name))}.svg`}
        download
        variant="quiet"
        size="small"
        className="-ml-3.5 pointer-coarse:h-11"
      >
        Save as SVG
      </ButtonLink>
      <Button data-press="/draw.js" variant="quiet" size="small" className="js-only pointer-coarse:h-11">
        Copy link
      </Button>
      <span role="status" className="text-small text-muted" />
    </div>
  </>
)
